package io.bloomtree.experiments;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What an experiment is run with.
 *
 * @param trace a user's own stream; experiments that take none do not look at it
 * @param progress is told now and then
 */
public record Setup(Scale scale, Optional<Trace> trace, Progress progress) {

  public Setup {
    requireNonNull(scale, "scale");
    requireNonNull(trace, "trace");
    requireNonNull(progress, "progress");
  }

  /** Generated streams, and nobody who watches. */
  public static Setup of(Scale scale) {
    return new Setup(scale, Optional.empty(), Progress.NONE);
  }
}
