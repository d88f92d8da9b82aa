package io.bloomtree.sketch;

/**
 * How far PairCount errs at most, and what it takes to err less (Theorems 7 to 10 and Corollaries 6
 * to 13). With g pairs counted in no order, as {@link PairCounts} does, each bound is the larger
 * one, and on the safe side.
 */
public final class PairBounds {
  /** How often a single run may fail, of which several are repeated. */
  private static final double FAILURES = 1 / 8.0;

  private PairBounds() {}

  /**
   * The relative standard deviation of {@code PairCounts.atLeast(threshold)} at most, offline
   * (Theorem 7, and Corollaries 6 and 10). As printed g_s is outside of the root; it belongs
   * inside.
   *
   * @param pairs how many there are, the thesis's g_s
   */
  public static double offlineDeviation(PairShape shape, double pairs) {
    return Math.sqrt(factor(shape) / shape.sampling() / pairs);
  }

  /**
   * The same online (Theorem 9, and Corollaries 8 and 12), of sketches with one row.
   *
   * @param records in the stream; of a join, in both; of a search, in the one searched
   * @param width counters in a row
   */
  public static double onlineDeviation(PairShape shape, double pairs, long records, int width) {
    double share = 1 + records / (shape.sampling() * pairs);
    return Math.sqrt(factor(shape) / shape.sampling()
        * ((1 + 2.0 / width) / pairs + 2.0 / width * share * share));
  }

  /**
   * The sampling factor with which the selectivity is off by more than {@code epsilon} in one run
   * of eight at most, offline (Theorem 8, and Corollaries 7 and 11). Above 1: there is none.
   *
   * @param allPairs of which the selectivity is a share: n^2, or n1 n2, or n
   */
  public static double offlineSampling(
      int fields, int threshold, double epsilon, double allPairs) {
    return factor(fields, threshold) / FAILURES / (epsilon * epsilon * allPairs);
  }

  /** The same online, with as many counters in a row (Theorem 10, Corollaries 9 and 13). */
  public static double onlineSampling(int fields, int threshold, double epsilon, int width) {
    return 8 * factor(fields, threshold) / FAILURES / (epsilon * epsilon * width);
  }

  /**
   * How many runs it takes for their median to be off with a probability of at most {@code lambda}
   * (Theorems 8 and 10): 2 log(1/lambda), the logarithm to base 2.
   */
  public static int repetitions(double lambda) {
    if (!(lambda > 0 && lambda < 1)) {
      throw new IllegalArgumentException("lambda must be in (0, 1): lambda=" + lambda);
    }
    int runs = (int) Math.ceil(-2 * Math.log(lambda) / Math.log(2));
    return runs % 2 == 1 ? runs : runs + 1;
  }

  private static double factor(PairShape shape) {
    return factor(shape.fields(), shape.threshold());
  }

  /** C(d, s)^2 C(2(d - s), d - s): how the errors grow with the number of fields. */
  private static double factor(int fields, int threshold) {
    double ways = Binomials.of(fields, threshold);
    int others = fields - threshold;
    return ways * ways * Binomials.of(2 * others, others);
  }
}
