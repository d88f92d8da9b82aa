package io.bloomtree.experiments;

import io.bloomtree.experiments.Comparison.Outcome;
import java.util.List;

/**
 * How much of what the papers say was found so, and how much of what goes beyond them. Immutable.
 *
 * @param reproduced of what the papers say
 * @param better of what the papers say
 * @param different of what the papers say
 * @param beyond what no paper says
 * @param promised of that, what was found as promised
 */
public record Totals(long reproduced, long better, long different, long beyond, long promised) {

  public static Totals of(List<Result> results) {
    return new Totals(
        count(results, false, Outcome.REPRODUCED), count(results, false, Outcome.BETTER),
        count(results, false, Outcome.DIFFERENT),
        count(results, true, Outcome.REPRODUCED, Outcome.BETTER, Outcome.DIFFERENT),
        count(results, true, Outcome.REPRODUCED, Outcome.BETTER));
  }

  private static long count(List<Result> results, boolean isBeyond, Outcome... outcomes) {
    return results.stream()
        .filter(result -> isBeyond == (result.experiment().paper() == Paper.BEYOND))
        .flatMap(result -> result.comparisons().stream())
        .filter(comparison -> List.of(outcomes).contains(comparison.outcome()))
        .count();
  }

  /** Of what the papers say, all that was compared. */
  public long compared() {
    return reproduced + better + different;
  }
}
