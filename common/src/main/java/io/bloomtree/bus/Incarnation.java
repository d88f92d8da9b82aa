package io.bloomtree.bus;

import java.util.concurrent.ThreadLocalRandom;

/** Numbers that grow from one start of a slice or agent to the next. */
public final class Incarnation {
  /*
   * The wall clock's milliseconds, then random bits: two processes that start for one id within a
   * millisecond are told apart too, so that one of them gives way.
   */
  private static final int RANDOM_BITS = 20;

  private Incarnation() {}

  /** A number larger than every earlier one, as far as the clock was not set back. */
  public static long next() {
    return System.currentTimeMillis() << RANDOM_BITS
        | ThreadLocalRandom.current().nextInt(1 << RANDOM_BITS);
  }
}
