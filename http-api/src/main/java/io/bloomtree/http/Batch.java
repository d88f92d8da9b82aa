package io.bloomtree.http;

import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.http.EventReader.OfferedEvent;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Reason;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Events of one client that are offered together, in order. Used once, by one event loop. */
final class Batch {
  /*
   * The agent takes many events at once if they are alike: keys of one kind, of one importance. So
   * a batch is offered in runs of such events; most have one.
   */

  private final List<Run> runs = new ArrayList<>();
  private byte[][] ids = {};
  private int size;

  private static final class Run {
    private final boolean isPlain;
    private final double importance;
    private final List<byte[]> keys = new ArrayList<>();
    private long[] fingerprints = new long[16];
    private int size;

    Run(boolean isPlain, double importance) {
      this.isPlain = isPlain;
      this.importance = importance;
    }

    boolean takes(boolean plain, double mattering) {
      return isPlain == plain && Double.compare(importance, mattering) == 0;
    }

    Future<List<Resolution>> offer(EdgeAgent agent) {
      try {
        EdgeAgent such = Double.isNaN(importance) ? agent : agent.withImportance(importance);
        return isPlain
            ? such.offerAll(keys.toArray(byte[][]::new))
            : such.offerAll(Arrays.copyOf(fingerprints, size));
      } catch (IllegalStateException closed) {
        return Future.succeededFuture(Collections.nCopies(size, whyClosed(agent)));
      }
    }
  }

  static Failure whyClosed(EdgeAgent agent) {
    return new Failure(
        agent.failed().isComplete() ? Reason.STATE_FAILED : Reason.CLOSED, agent.id());
  }

  int size() {
    return size;
  }

  /** What the client calls an event; null if nothing. */
  byte[] id(int index) {
    return index < ids.length ? ids[index] : null;
  }

  void add(OfferedEvent event) {
    if (event.plain().isPresent()) {
      add(event.plain().get(), event.importance());
    } else {
      Run run = run(false, event.importance());
      if (run.size == run.fingerprints.length) {
        run.fingerprints = Arrays.copyOf(run.fingerprints, 2 * run.size);
      }
      run.fingerprints[run.size++] = event.fingerprint();
      size++;
    }
    if (event.id() != null) {
      if (ids.length < size) {
        ids = Arrays.copyOf(ids, Math.max(size, 2 * ids.length));
      }
      ids[size - 1] = event.id();
    }
  }

  void add(byte[] key) {
    add(key, Double.NaN);
  }

  private void add(byte[] key, double importance) {
    Run run = run(true, importance);
    run.keys.add(key);
    run.size++;
    size++;
  }

  private Run run(boolean isPlain, double importance) {
    Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
    if (last == null || !last.takes(isPlain, importance)) {
      last = new Run(isPlain, importance);
      runs.add(last);
    }
    return last;
  }

  /** How each event ended; never fails. */
  Future<List<Resolution>> offer(EdgeAgent agent) {
    if (runs.size() == 1) {
      return runs.get(0).offer(agent);
    }
    List<Future<List<Resolution>>> offered = runs.stream().map(run -> run.offer(agent)).toList();
    return Future.all(offered).map(all -> offered.stream()
        .flatMap(run -> run.result().stream()).toList());
  }
}
