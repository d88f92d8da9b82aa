package io.bloomtree.tree;

/**
 * Of which events somebody wants to see the key too: a share of all, picked by their fingerprints,
 * so that all agents pick the same. Immutable.
 */
public final class KeySample {
  /*
   * Agents ask it of every event, and nearly always the answer is no. So shares are compared as
   * whole numbers, and eight events at a time without a branch: a difference is negative if its
   * event is picked, and so is what the eight of them have in common if any is.
   */
  public static final KeySample ALL = new KeySample(1);
  public static final KeySample NONE = new KeySample(0);

  private static final long FIBONACCI = 0x9E3779B97F4A7C15L;
  private static final int RANGE_BITS = 53;
  private static final int GROUP = 8;

  private final long below;

  private KeySample(double share) {
    this.below = (long) Math.ceil(share * (1L << RANGE_BITS));
  }

  /** One that picks this share of all events. */
  static KeySample of(double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share must be in (0, 1]: share=" + share);
    }
    return new KeySample(share);
  }

  /** Whether an event, by its fingerprint, is one of those. */
  public boolean isPicked(long fingerprint) {
    return difference(fingerprint) < 0;
  }

  /** The first from an index on that is picked; as many as there are if none is. */
  public int next(long[] fingerprints, int from) {
    if (below == 0) {
      return fingerprints.length;
    }
    int i = from;
    while (i <= fingerprints.length - GROUP && !isAnyPicked(fingerprints, i)) {
      i += GROUP;
    }
    while (i < fingerprints.length && !isPicked(fingerprints[i])) {
      i++;
    }
    return i;
  }

  private boolean isAnyPicked(long[] fingerprints, int from) {
    long any = 0;
    for (int i = from; i < from + GROUP; i++) {
      any |= difference(fingerprints[i]);
    }
    return any < 0;
  }

  /** Negative if it is picked. */
  private long difference(long fingerprint) {
    return (fingerprint * FIBONACCI >>> Long.SIZE - RANGE_BITS) - below;
  }
}
