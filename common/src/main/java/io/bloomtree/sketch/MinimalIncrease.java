package io.bloomtree.sketch;

/**
 * A spectral Bloom filter with the minimal-increase heuristic (Cohen and Matias, "Spectral Bloom
 * filters", 2003), the thesis's baseline: how often was an element seen, at most. What it holds
 * depends on the order of events, so two cannot be added up. Not thread-safe: one event loop owns
 * it.
 */
public final class MinimalIncrease {
  private static final int MOST_PROBES = 63;

  private final long[] counters;
  private final int probes;
  private final long key;

  /** So many counters in one row, of which an element has so many. */
  public MinimalIncrease(int counters, int probes, long seed) {
    if (counters < 1 || counters > SketchShape.MOST_COUNTERS) {
      throw new IllegalArgumentException(
          "counters must be 1 to " + SketchShape.MOST_COUNTERS + ": counters=" + counters);
    }
    if (probes < 1 || probes > MOST_PROBES) {
      throw new IllegalArgumentException(
          "probes must be 1 to " + MOST_PROBES + ": probes=" + probes);
    }
    this.counters = new long[counters];
    this.probes = probes;
    this.key = Mixing.key(seed);
  }

  /** One more of an element: only the smallest of its counters grow. */
  public void add(long fingerprint) {
    long least = atMost(fingerprint);
    long h = Mixing.scramble(fingerprint ^ key);
    for (int i = 0; i < probes; i++) {
      int at = Mixing.reduce(h, counters.length);
      if (counters[at] == least) { // no more, where two probes fall on one counter
        counters[at]++;
      }
      h = Mixing.next(h);
    }
  }

  /** How often an element was seen at most. Never less than the truth. */
  public long atMost(long fingerprint) {
    long least = Long.MAX_VALUE;
    long h = Mixing.scramble(fingerprint ^ key);
    for (int i = 0; i < probes; i++) {
      least = Math.min(least, counters[Mixing.reduce(h, counters.length)]);
      h = Mixing.next(h);
    }
    return least;
  }

  public long memoryBytes() {
    return (long) counters.length * Long.BYTES;
  }
}
