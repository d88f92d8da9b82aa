package io.bloomtree.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ctrl-C or the like, before which the process tells what it has done. Thread-safe. */
final class EndSignal {
  /** What is to be told is told by then, or never. */
  private static final long PATIENCE_SECONDS = 30;

  private final CountDownLatch answered = new CountDownLatch(1);
  private volatile boolean given;
  private volatile int exitCode;

  /** The signals that end this process, which then ends as {@link #answer} says. */
  static EndSignal ofProcess() {
    var signal = new EndSignal();
    Runtime.getRuntime().addShutdownHook(new Thread(signal::end, "bloomtree-end"));
    return signal;
  }

  private void end() {
    if (answered.getCount() == 0) {
      return; // the process ends by itself
    }
    give();
    try {
      if (answered.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        // without it the exit code would be the signal's
        Runtime.getRuntime().halt(exitCode);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void give() {
    given = true;
  }

  boolean isGiven() {
    return given;
  }

  /** All is told: the process may end with this code. */
  void answer(int code) {
    exitCode = code;
    answered.countDown();
  }
}
