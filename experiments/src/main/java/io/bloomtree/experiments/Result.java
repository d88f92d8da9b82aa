package io.bloomtree.experiments;

import static java.util.Objects.requireNonNull;

import io.bloomtree.experiments.Comparison.Outcome;
import java.time.Duration;
import java.util.List;

/**
 * An experiment that was run.
 *
 * @param ownStream whether it was run on a user's own stream, so that there is nothing in the paper
 *     to compare it with
 */
public record Result(
    Experiment experiment, Findings findings, boolean ownStream, Duration took) {

  public Result {
    requireNonNull(experiment, "experiment");
    requireNonNull(findings, "findings");
    requireNonNull(took, "took");
  }

  /** With what the paper says; nothing if it cannot be compared. */
  public List<Comparison> comparisons() {
    return ownStream ? List.of() : findings.comparisons();
  }

  /** How much of what the paper says was found otherwise. */
  public long differences() {
    return comparisons().stream().filter(it -> it.outcome() == Outcome.DIFFERENT).count();
  }

  /** An outcome for people. Where there is no paper, nothing is reproduced. */
  public String words(Comparison comparison) {
    boolean beyond = experiment.paper() == Paper.BEYOND;
    return beyond && comparison.outcome() == Outcome.REPRODUCED
        ? "as promised" : comparison.outcome().toString();
  }
}
