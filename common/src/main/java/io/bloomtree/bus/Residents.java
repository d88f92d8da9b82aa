package io.bloomtree.bus;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** The slices and agents that this process runs. Thread-safe. */
public final class Residents {
  private final List<Resident> all = new CopyOnWriteArrayList<>();
  private volatile boolean isComplete;

  /** None yet. */
  public Residents() {}

  /** All that the process is to run. */
  public static Residents of(Collection<? extends Resident> all) {
    var residents = new Residents();
    residents.all.addAll(all);
    residents.complete();
    return residents;
  }

  /** One more runs. */
  public void add(Resident resident) {
    all.add(resident);
  }

  /** All run that the process is to run. */
  public void complete() {
    isComplete = true;
  }

  boolean isComplete() {
    return isComplete;
  }

  /** In the order in which they came. */
  public List<Resident> list() {
    return List.copyOf(all);
  }

  /** The reports of those that run and tell within {@code patience}. */
  public Future<List<NodeReport>> report(Duration patience) {
    List<Future<NodeReport>> reports = all.stream()
        .filter(resident -> resident.ended().isEmpty())
        .map(resident -> report(resident, patience))
        .toList();
    return Future.join(reports).transform(done -> Future.succeededFuture(
        reports.stream().filter(Future::succeeded).map(Future::result).toList()));
  }

  static Future<NodeReport> report(Resident resident, Duration patience) {
    return resident.report().timeout(patience.toMillis(), TimeUnit.MILLISECONDS);
  }
}
