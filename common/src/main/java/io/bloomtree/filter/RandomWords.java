package io.bloomtree.filter;

/**
 * Random words whose state is one word, so that a snapshot can hold it. Owned by one event loop,
 * like the filter that draws them.
 */
final class RandomWords {
  /*
   * A Weyl sequence, scrambled (Steele, Lea and Flood, "Fast splittable pseudorandom number
   * generators", 2014). Where it will be some steps later is a multiplication away.
   */
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private long state;

  RandomWords(long state) {
    this.state = state;
  }

  long state() {
    return state;
  }

  long next() {
    state += STEP;
    return Probes.scramble(state);
  }

  /** What {@link #next} will give the so many-th time, from 1; changes nothing. */
  long ahead(long steps) {
    return Probes.scramble(state + steps * STEP);
  }
}
