package io.bloomtree.topology;

import io.bloomtree.filter.ErrorRates;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * The fewest slices with which a number of failures is tolerable (Definition 3). Empty: however
 * many there are, the filter alone errs more than that, or its kind cannot be cut that way.
 * Immutable.
 *
 * @param failed how many slices fail at once
 * @param horizontalByFalsePositives if what they hold counts as duplicate (Eq. 5)
 * @param verticalByFalsePositives the same (Eq. 6)
 * @param horizontalByFalseNegatives if what they hold counts as distinct
 * @param verticalByFalseNegatives the same
 */
public record SliceTolerance(
    int failed,
    double maxFalsePositives,
    double maxFalseNegatives,
    OptionalLong horizontalByFalsePositives,
    OptionalLong verticalByFalsePositives,
    OptionalLong horizontalByFalseNegatives,
    OptionalLong verticalByFalseNegatives) {

  static SliceTolerance of(
      int failed,
      int probes,
      double falsePositives,
      double maxFalsePositives,
      double maxFalseNegatives) {
    if (failed < 1) {
      throw new IllegalArgumentException("failed must be >= 1: failed=" + failed);
    }
    requireRate("maxFalsePositives", maxFalsePositives);
    requireRate("maxFalseNegatives", maxFalseNegatives);
    boolean reachable = maxFalsePositives > falsePositives;
    return new SliceTolerance(
        failed,
        maxFalsePositives,
        maxFalseNegatives,
        unless(!reachable, () -> ErrorRates.horizontalSlicesForFalsePositives(
            failed, falsePositives, maxFalsePositives)),
        unless(!reachable, () -> ErrorRates.verticalSlicesForFalsePositives(
            failed, probes, falsePositives, maxFalsePositives)),
        OptionalLong.of(
            ErrorRates.horizontalSlicesForFalseNegatives(failed, maxFalseNegatives)),
        OptionalLong.of(
            ErrorRates.verticalSlicesForFalseNegatives(failed, probes, maxFalseNegatives)));
  }

  /** For a kind that cannot be cut vertically. */
  SliceTolerance horizontalOnly() {
    return new SliceTolerance(
        failed, maxFalsePositives, maxFalseNegatives, horizontalByFalsePositives,
        OptionalLong.empty(), horizontalByFalseNegatives, OptionalLong.empty());
  }

  private static OptionalLong unless(boolean impossible, LongSupplier slices) {
    return impossible ? OptionalLong.empty() : OptionalLong.of(slices.getAsLong());
  }

  private static void requireRate(String name, double rate) {
    if (!(rate > 0 && rate < 1)) {
      throw new IllegalArgumentException(name + " must be above 0 and below 1: " + rate);
    }
  }
}
