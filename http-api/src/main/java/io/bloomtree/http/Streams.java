package io.bloomtree.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;

/** How many streams are open, of all kinds. One event loop's. */
final class Streams {
  private final int most;
  private final Promise<Void> drained = Promise.promise();
  private int open;
  private boolean isDraining;

  Streams(int most) {
    this.most = most;
  }

  /** Counts one more; refuses it if there are as many as there may be. */
  void open() {
    requireNotDraining();
    if (open >= most) {
      throw new ProblemException(ProblemType.OVERLOADED, most + " streams are open")
          .withHeader("Retry-After", "1");
    }
    open++;
  }

  void close() {
    open--;
    if (isDraining && open == 0) {
      drained.tryComplete();
    }
  }

  /** Refuses whoever comes too late. */
  void requireNotDraining() {
    if (isDraining) {
      throw new ProblemException(ProblemType.OVERLOADED, "the process is about to end")
          .withHeader("Retry-After", "1");
    }
  }

  /** Opens no more; completes when none is open. */
  Future<Void> drain() {
    isDraining = true;
    if (open == 0) {
      drained.tryComplete();
    }
    return drained.future();
  }
}
