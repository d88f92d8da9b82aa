package io.bloomtree.tree;

import java.util.List;

/**
 * How often something was how large. Immutable.
 *
 * @param unit of the bounds and the sum: {@code us}, {@code events}
 * @param upTo the largest value of each bucket, ascending
 * @param counts how many values each bucket has
 * @param over how many were above the last bound
 * @param sum of all values
 */
public record Histogram(
    String unit, List<Long> upTo, List<Long> counts, long over, long sum) {
  public Histogram {
    upTo = List.copyOf(upTo);
    counts = List.copyOf(counts);
    if (upTo.size() != counts.size() || upTo.isEmpty()) {
      throw new IllegalArgumentException(
          "each bucket has a bound and a count: upTo=" + upTo + ", counts=" + counts);
    }
  }

  /** How many values there were. */
  public long count() {
    long count = over;
    for (long one : counts) {
      count += one;
    }
    return count;
  }

  /** What came to this one since an earlier one of the same buckets. */
  public Histogram since(Histogram earlier) {
    if (!upTo.equals(earlier.upTo)) {
      throw new IllegalArgumentException(
          "buckets differ: upTo=" + upTo + ", earlier=" + earlier.upTo);
    }
    Long[] difference = new Long[counts.size()];
    for (int i = 0; i < difference.length; i++) {
      difference[i] = counts.get(i) - earlier.counts.get(i);
    }
    return new Histogram(
        unit, upTo, List.of(difference), over - earlier.over, sum - earlier.sum);
  }

  /** The values of both. */
  public Histogram plus(Histogram other) {
    return since(new Histogram(
        unit, other.upTo, other.counts.stream().map(count -> -count).toList(), -other.over,
        -other.sum));
  }

  /**
   * The value that a share of all values does not exceed, as if each bucket's were spread evenly; 0
   * if there are none, the last bound if it is above that.
   *
   * @param share 0 to 1
   */
  public double quantile(double share) {
    double rank = share * count();
    double before = 0;
    long from = 0;
    for (int i = 0; i < counts.size(); i++) {
      long inside = counts.get(i);
      if (inside > 0 && before + inside >= rank) {
        return from + (upTo.get(i) - from) * Math.max(0, rank - before) / inside;
      }
      before += inside;
      from = upTo.get(i);
    }
    return over > 0 ? from : 0;
  }
}
