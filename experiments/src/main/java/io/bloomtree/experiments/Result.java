package io.bloomtree.experiments;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

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
}
