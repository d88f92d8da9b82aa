package io.bloomtree.filter;

/**
 * The error rates of "One is Enough" (Koloniari, Ntarmos, Pitoura and Souravlias, 2011): Eq. 1 to
 * 6, and what follows from them. What the paper prints and what is true differ in places; both are
 * here, under names that say which. See {@link QuorumRates} for its fault tolerance heuristic.
 *
 * <p>Where slices fail, a <em>share</em> is f/S, failed slices over slices, and a <em>fill</em> the
 * share of bits that are set.
 */
public final class ErrorRates {

  private ErrorRates() {}

  /** Eq. 1: the false positives of a filter of m bits and k probes with n events in it. */
  public static double falsePositives(long bits, int probes, double events) {
    requireFilter(bits, probes, events);
    return StrictMath.pow(Occupancy.plainFill(bits, probes, events), probes);
  }

  /** Eq. 2: the same for large m. */
  public static double falsePositivesOfLarge(long bits, int probes, double events) {
    return StrictMath.pow(fillOfLarge(bits, probes, events), probes);
  }

  /** The fill in Eq. 2, 5 and 6: 1 - e^(-kn/m). */
  public static double fillOfLarge(long bits, int probes, double events) {
    requireFilter(bits, probes, events);
    return -StrictMath.expm1(-probes * events / bits);
  }

  /** Eq. 3: the false positives of vertical slices; slicing changes nothing. */
  public static double verticalFalsePositives(long bits, int probes, int slices, double events) {
    requireSlices(0, slices);
    return falsePositives(bits, probes, events);
  }

  /** Eq. 4: the false positives of horizontal slices that share the events evenly. */
  public static double horizontalFalsePositives(long bits, int probes, int slices, double events) {
    requireFilter(bits, probes, events);
    requireSlices(0, slices);
    double unset = slices == bits
        ? 0
        : StrictMath.exp(probes * events / slices * StrictMath.log1p(-(double) slices / bits));
    return StrictMath.pow(1 - unset, probes);
  }

  /** Eq. 5: false positives when what belongs to a failed horizontal slice counts as duplicate. */
  public static double horizontalFailedAsDuplicate(
      double falsePositives, int failed, int slices) {
    requireProbability("falsePositives", falsePositives);
    double share = share(failed, slices);
    return share + (1 - share) * falsePositives;
  }

  /** Eq. 6: false positives when bits on failed vertical slices count as set. */
  public static double verticalFailedAsDuplicate(double fill, int probes, int failed, int slices) {
    requireProbability("fill", fill);
    double share = share(failed, slices);
    return StrictMath.pow(share + (1 - share) * fill, probes);
  }

  /** False positives when what belongs to a failed horizontal slice counts as distinct. */
  public static double horizontalFailedAsDistinct(double falsePositives, int failed, int slices) {
    requireProbability("falsePositives", falsePositives);
    return (1 - share(failed, slices)) * falsePositives;
  }

  /** False positives when an event with a bit on a failed vertical slice counts as distinct. */
  public static double verticalFailedAsDistinct(double fill, int probes, int failed, int slices) {
    requireProbability("fill", fill);
    return StrictMath.pow((1 - share(failed, slices)) * fill, probes);
  }

  /** False negatives when what belongs to a failed horizontal slice counts as distinct: f/S. */
  public static double horizontalFalseNegatives(int failed, int slices) {
    return share(failed, slices);
  }

  /** False negatives when an event with a bit on a failed vertical slice counts as distinct. */
  public static double verticalFalseNegatives(int probes, int failed, int slices) {
    return -StrictMath.expm1(probes * StrictMath.log1p(-share(failed, slices)));
  }

  /** The same as the paper prints it, without its binomial coefficients. Too small; to compare. */
  public static double verticalFalseNegativesAsPrinted(int probes, int failed, int slices) {
    double share = share(failed, slices);
    double sum = 0;
    for (int i = 1; i <= probes; i++) {
      sum += StrictMath.pow(share, i) * StrictMath.pow(1 - share, probes - i);
    }
    return sum;
  }

  /**
   * Definition 3, horizontal: the fewest slices with which f failures, counted as duplicates, keep
   * false positives within a limit.
   *
   * @throws IllegalArgumentException if even without failures they are not within it
   */
  public static long horizontalSlicesForFalsePositives(
      int failed, double falsePositives, double limit) {
    requireWithin("falsePositives", falsePositives, limit);
    return fewest(failed, failed * (1 - falsePositives) / (limit - falsePositives));
  }

  /** Definition 3, vertical: the same with Eq. 6. */
  public static long verticalSlicesForFalsePositives(
      int failed, int probes, double falsePositives, double limit) {
    requireWithin("falsePositives", falsePositives, limit);
    double fill = StrictMath.pow(falsePositives, 1.0 / probes);
    double limitPerBit = StrictMath.pow(limit, 1.0 / probes);
    return fewest(failed, failed * (1 - fill) / (limitPerBit - fill));
  }

  /** The fewest horizontal slices with which f failures keep false negatives within a limit. */
  public static long horizontalSlicesForFalseNegatives(int failed, double limit) {
    requireWithin("falseNegatives", 0, limit);
    return fewest(failed, failed / limit);
  }

  /** The fewest vertical slices with which f failures keep false negatives within a limit. */
  public static long verticalSlicesForFalseNegatives(int failed, int probes, double limit) {
    requireWithin("falseNegatives", 0, limit);
    return fewest(failed, failed / -StrictMath.expm1(StrictMath.log1p(-limit) / probes));
  }

  private static long fewest(int failed, double slices) {
    if (failed < 0) {
      throw new IllegalArgumentException("failed must be >= 0: failed=" + failed);
    }
    return Math.max(Math.max(1, failed), (long) StrictMath.ceil(slices - 1e-9));
  }

  private static double share(int failed, int slices) {
    requireSlices(failed, slices);
    return (double) failed / slices;
  }

  private static void requireSlices(int failed, int slices) {
    if (slices < 1) {
      throw new IllegalArgumentException("slices must be >= 1: slices=" + slices);
    }
    if (failed < 0 || failed > slices) {
      throw new IllegalArgumentException("failed must be 0 to " + slices + ": failed=" + failed);
    }
  }

  private static void requireFilter(long bits, int probes, double events) {
    if (bits < 1 || probes < 1 || !(events >= 0)) {
      throw new IllegalArgumentException("bits and probes must be >= 1 and events >= 0: bits="
          + bits + ", probes=" + probes + ", events=" + events);
    }
  }

  private static void requireWithin(String name, double rate, double limit) {
    requireProbability(name, rate);
    if (!(limit > rate && limit < 1)) {
      throw new IllegalArgumentException(
          "limit must be > " + name + " and < 1: limit=" + limit + ", " + name + "=" + rate);
    }
  }

  static void requireProbability(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " must be 0 to 1: " + name + "=" + value);
    }
  }
}
