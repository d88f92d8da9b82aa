package io.bloomtree.sketch;

/**
 * What PairCount is asked: how many pairs of records have at least so many fields alike. Immutable.
 *
 * @param fields of a record, the thesis's d
 * @param threshold how many of them must be alike, its s
 * @param sampling which share of a record's combinations of fields is looked at, its r
 */
public record PairShape(int fields, int threshold, double sampling) {
  /** The most fields: of more there are too many combinations. */
  public static final int MOST_FIELDS = 16;

  /** Of a product that should be whole. */
  private static final double ROUNDING = 1e-9;

  public PairShape {
    if (fields < 1 || fields > MOST_FIELDS) {
      throw new IllegalArgumentException(
          "fields must be 1 to " + MOST_FIELDS + ": fields=" + fields);
    }
    if (threshold < 1 || threshold > fields) {
      throw new IllegalArgumentException(
          "threshold must be 1 to fields: threshold=" + threshold + ", fields=" + fields);
    }
    if (!(sampling > 0 && sampling <= 1)) {
      throw new IllegalArgumentException("sampling must be in (0, 1]: sampling=" + sampling);
    }
  }

  /** How many streams of super-values there are: one for each number of fields that counts. */
  public int streams() {
    return fields - threshold + 1;
  }

  /** How many ways there are to pick k of the fields. */
  int combinations(int k) {
    return (int) Binomials.of(fields, k);
  }

  /** How many k-super-values a record has, the thesis's l_k. */
  public int superValues(int k) {
    return (int) Math.ceil(sampling * combinations(k) - ROUNDING);
  }

  /** How many super-values a record has in all. */
  public int superValues() {
    int all = 0;
    for (int k = threshold; k <= fields; k++) {
      all += superValues(k);
    }
    return all;
  }

  /**
   * How many common k-super-values two records with j fields alike are expected to have, the
   * thesis's mu.
   */
  double expectedMatches(int j, int k) {
    double share = (double) superValues(k) / combinations(k);
    return Binomials.of(j, k) * share * share;
  }

  /**
   * The pairs within a stream, by the self-join sizes of its super-values (Eq. 5.1).
   *
   * @param sizes from that of the threshold on
   */
  PairCounts ofSelfJoin(double[] sizes, long records) {
    double[] pairs = new double[sizes.length];
    for (int k = fields; k >= threshold; k--) {
      // each record meets itself, and each pair is met from both sides
      pairs[k - threshold] = (sizes[k - threshold] - (double) superValues(k) * records) / 2;
    }
    return solved(pairs);
  }

  /**
   * The pairs of a record here and a record there, by the join sizes of their super-values: Eq. 5.1
   * but for what it takes away for records that meet themselves, which none does.
   */
  PairCounts ofJoin(double[] sizes) {
    return solved(sizes.clone());
  }

  /** Takes from the matches of k fields those of pairs that have more than k alike. */
  private PairCounts solved(double[] pairs) {
    for (int k = fields; k >= threshold; k--) {
      for (int j = k + 1; j <= fields; j++) {
        pairs[k - threshold] -= expectedMatches(j, k) * pairs[j - threshold];
      }
      pairs[k - threshold] /= expectedMatches(k, k);
    }
    return new PairCounts(threshold, pairs);
  }
}
