package io.bloomtree.filter;

import static java.util.Objects.requireNonNull;

/**
 * How a reservoir filter is built (Dutta, Bhattacharjee and Narang, "Towards intelligent
 * compression in streams: a biased reservoir sampling based Bloom filter approach", 2012), and what
 * follows from that. Immutable.
 *
 * @param filters Bloom filters of one probe each, the paper's k
 * @param bits of each of them, the paper's s: also the size of the reservoir
 * @param threshold below this chance of being sampled every new event is kept, the paper's p*
 */
public record ReservoirShape(int filters, long bits, double threshold, Reset reset)
    implements FilterShape {
  public static final double DEFAULT_THRESHOLD = 0.03;

  private static final int MAX_FILTERS = 64;
  private static final long MAX_BITS = 1L << 40;

  /** Which bits make room for an event. */
  public enum Reset {
    /** One of each filter, whichever: as the paper's text has it. */
    RANDOM,
    /**
     * As its Algorithm 1 has it: none for an event that is sampled; for a new one, in each filter
     * where its bit is not set, one that is. So bits are set and none cleared for as long as events
     * are sampled: it fills up, and keeps to its rate only up to as many distinct events as one of
     * its filters has bits.
     */
    SET_ONES
  }

  /** Which errors matter. */
  public enum Profile { FEW_FALSE_NEGATIVES, FEW_FALSE_POSITIVES, BALANCED }

  public ReservoirShape {
    requireNonNull(reset, "reset");
    if (filters < 1 || filters > MAX_FILTERS) {
      throw new IllegalArgumentException(
          "filters must be 1 to " + MAX_FILTERS + ": filters=" + filters);
    }
    if (bits < 1 || bits > MAX_BITS) {
      throw new IllegalArgumentException("bits must be 1 to " + MAX_BITS + ": bits=" + bits);
    }
    if (!(threshold >= 0 && threshold <= 1)) {
      throw new IllegalArgumentException("threshold must be in [0, 1]: threshold=" + threshold);
    }
  }

  /** The best of its memory, in bits, for a rate of false positives when the reservoir is full. */
  public static ReservoirShape forMemory(long memory, double fpp, Profile profile) {
    if (!(fpp > 0 && fpp < 1)) {
      throw new IllegalArgumentException("fpp must be in (0, 1): fpp=" + fpp);
    }
    double most = Math.log(fpp) / Math.log(1 - 1 / Math.E); // Eq. 5.27
    double filters = switch (profile) {
      case FEW_FALSE_NEGATIVES -> 1;
      case FEW_FALSE_POSITIVES -> most;
      case BALANCED -> (1 + most) / 2;
    };
    // a mean may be on either side of the rate, that for few false positives may not pass it
    int count = (int) Math.max(
        1, profile == Profile.BALANCED ? Math.round(filters) : Math.ceil(filters));
    if (memory < count) {
      throw new IllegalArgumentException(
          "memory is too small for the rate: bits=" + memory + ", filters=" + count);
    }
    return new ReservoirShape(count, memory / count, DEFAULT_THRESHOLD, Reset.RANDOM); // Eq. 5.28
  }

  @Override public int probes() {
    return filters;
  }

  @Override public long memoryBytes() {
    return words() * Long.BYTES;
  }

  long words() {
    return (filters * bits + Long.SIZE - 1) / Long.SIZE;
  }

  /**
   * The paper's rate of false positives (Eq. 5.7): that an event was not there before, and is
   * claimed. That it was not there before is part of it.
   *
   * @param universe how many different events there are, all as frequent
   * @param events how many have passed
   */
  public double falsePositiveRate(double universe, double events) {
    double m = Math.max(events, bits);
    double fresh = Math.exp(m * Math.log1p(-1 / universe));
    double claimed = Math.pow(1 - bits / m, filters)
        + Math.pow((1 - 1 / Math.E) * bits / m, filters);
    return fresh * Math.min(1, claimed);
  }

  /**
   * When the reservoir is full, and fewest of its bits are unset (Eq. 5.27). Later fewer are, with
   * {@link Reset#SET_ONES} more: see {@link #falsePositiveRateAfter}.
   */
  @Override public double falsePositiveRate() {
    return Math.pow(1 - 1 / Math.E, filters);
  }

  /** How often an event is claimed that is not among so many different ones it was fed. */
  public double falsePositiveRateAfter(double events) {
    return Math.pow(onesAfter(events), filters);
  }

  /**
   * In a long stream of which every event is kept: each of them clears one bit of a filter and sets
   * one, so that a bit is forgotten, or set once more by another event, as two states mix. With
   * {@link Reset#SET_ONES} when the reservoir has just become full, which is when it forgets most:
   * a bit is cleared by events whose own is not set.
   */
  @Override public double falseNegativeRate(long gap) {
    if (gap < 0) {
      throw new IllegalArgumentException("gap must be >= 0: gap=" + gap);
    }
    double zeros = reset == Reset.RANDOM ? 0.5 : 1 / Math.E;
    double mixed = Math.min(1, 1 / (bits * (1 - zeros)));
    double left = 1 - zeros + zeros * Math.exp(gap * Math.log1p(-mixed));
    return 1 - Math.pow(left, filters);
  }

  @Override public ReservoirShape share(int count) {
    if (bits / count < 1) {
      throw new IllegalArgumentException("slices must be 1 to " + bits + ": count=" + count);
    }
    return new ReservoirShape(filters, bits / count, threshold, reset);
  }

  @Override public FilterSlice newFilter(long seed) {
    return new LearningSlice(new ReservoirFilter(this, seed), filters);
  }

  @Override public FilterSlice open(long seed, Storage storage) {
    return new LearningSlice(ReservoirFilter.open(this, seed, storage), filters);
  }

  /** The order of the rate of false negatives, whatever the length of the stream (Eq. 5.17). */
  public double falseNegativeOrder(double universe) {
    return filters / universe;
  }

  /**
   * The share of bits that are set after so many different events. Of which sampling alone decides
   * (Theorem 5.1): from 1 - 1/e when the reservoir is full towards a half. With {@link
   * Reset#SET_ONES} towards 1: the i-th event is sampled with probability s/i, and then a share of
   * 1/s of the unset bits is set.
   */
  public double onesAfter(double events) {
    if (events <= bits) {
      return -Math.expm1(-events / bits);
    }
    // Eq. 5.22 with p = s/i for each i: (ones - 1/2) shrinks with the square of s/i
    double full = bits / events;
    if (reset == Reset.SET_ONES) {
      return 1 - full / Math.E;
    }
    return 0.5 + (0.5 - 1 / Math.E) * full * full;
  }
}
