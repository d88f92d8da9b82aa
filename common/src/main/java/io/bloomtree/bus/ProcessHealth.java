package io.bloomtree.bus;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.HealthReport.Peer;
import io.bloomtree.bus.HealthStatus.Check;
import io.bloomtree.topology.Network;
import io.bloomtree.tree.ParentPolicy;
import io.bloomtree.tree.Watch.Relation;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.spi.cluster.ClusterManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/**
 * Tells whoever supervises this process how it is: whether to restart it, wait for it, or send it
 * traffic. Thread-safe; no future fails.
 */
public final class ProcessHealth {
  private final ClusterManager cluster;
  private final Network network;
  private final Residents residents;
  private final Duration patience;

  /**
   * @param vertx on the event bus of the tree
   * @param patience how long an event loop may take to answer
   */
  public ProcessHealth(Vertx vertx, Network network, Residents residents, Duration patience) {
    this.cluster = ((VertxInternal) vertx).clusterManager(); // null if the bus is local
    this.network = requireNonNull(network, "network");
    this.residents = requireNonNull(residents, "residents");
    this.patience = requireNonNull(patience, "patience");
  }

  /** Whether the event loops of all that runs here answer: if not, only a restart may help. */
  public Future<HealthStatus> live() {
    return check(List.of(), (resident, report) -> {
      String name = resident.endpoint() + " event loop";
      if (resident.ended().isPresent()) {
        return List.of(new Check(name, true, "nothing runs on it: " + resident.ended().get()));
      }
      return List.of(report.succeeded()
          ? new Check(name, true, "it answers")
          : new Check(name, false, "no answer within " + patience.toMillis() + " ms"));
    });
  }

  /** Whether all that the process is to run is there, and it has joined the cluster. */
  public Future<HealthStatus> started() {
    return Future.succeededFuture(new HealthStatus(List.of(startedCheck(), joinedCheck())));
  }

  /**
   * Whether it can do its work: it has started, nothing here has stopped or failed, and whoever is
   * needed above is there, or the failure policy says what to do without.
   */
  public Future<HealthStatus> ready() {
    return check(List.of(startedCheck(), joinedCheck()), this::readiness);
  }

  private Future<HealthStatus> check(
      List<Check> first, BiFunction<Resident, Future<NodeReport>, List<Check>> each) {
    List<Resident> all = residents.list();
    List<Future<NodeReport>> reports =
        all.stream().map(resident -> Residents.report(resident, patience)).toList();
    return Future.join(reports).transform(done -> {
      List<Check> checks = new ArrayList<>(first);
      for (int i = 0; i < all.size(); i++) {
        checks.addAll(each.apply(all.get(i), reports.get(i)));
      }
      return Future.succeededFuture(new HealthStatus(checks));
    });
  }

  private Check startedCheck() {
    return residents.isComplete()
        ? new Check("started", true, "all slices and agents of this process run: "
            + residents.list().size())
        : new Check("started", false, "slices or agents of this process are still starting");
  }

  private Check joinedCheck() {
    if (cluster == null) {
      return new Check("joined", true, "the whole tree runs in this process");
    }
    return cluster.isActive()
        ? new Check("joined", true, "member of the cluster")
        : new Check("joined", false, "not a member of the cluster");
  }

  private List<Check> readiness(Resident resident, Future<NodeReport> report) {
    String name = resident.endpoint() + " state";
    if (resident.ended().isPresent()) {
      return List.of(new Check(name, false, resident.ended().get()));
    }
    if (report.failed()) {
      return List.of(new Check(
          name, false, "its event loop did not answer within " + patience.toMillis() + " ms"));
    }
    List<Check> checks = new ArrayList<>();
    HealthReport health = report.result().health();
    checks.add(health.settled()
        ? new Check(name, true, "open")
        : new Check(name, false, "waits for what other slices knew before the topology changed"));
    List<Peer> above = health.peers().stream()
        .filter(peer -> peer.relation() != Relation.SLICE).toList();
    if (!above.isEmpty()) {
      checks.add(parentCheck(resident, above));
    }
    return checks;
  }

  private Check parentCheck(Resident resident, List<Peer> above) {
    String name = resident.endpoint() + " parent";
    List<String> there = above.stream()
        .filter(peer -> peer.met() && !peer.away()).map(Peer::id).toList();
    if (!there.isEmpty()) {
      return new Check(name, true, "answers: " + String.join(", ", there));
    }
    ParentPolicy policy = network.node(resident.endpoint().node()).failure().parent();
    String all = String.join(", ", above.stream().map(Peer::id).toList());
    return new Check(name, policy != ParentPolicy.FAIL,
        "does not answer: " + all + "; policy " + policy.name().toLowerCase(Locale.ROOT));
  }
}
