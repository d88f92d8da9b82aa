package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import picocli.CommandLine.ExitCode;

/**
 * Why {@code bloomtree filter} came to its end. Immutable.
 *
 * @param message what is to be told about it; empty: nothing
 */
record Ending(Cause cause, Optional<String> message) {

  enum Cause {
    END_OF_INPUT(ExitCode.OK),
    MALFORMED_LINE(ExitCode.SOFTWARE),
    /** The heading has no such column: nothing was decided, nothing written. */
    BAD_HEADING(ExitCode.USAGE),
    INPUT_FAILED(ExitCode.SOFTWARE),
    /** Whoever read the lines has enough of them. */
    OUTPUT_CLOSED(ExitCode.OK),
    OUTPUT_FAILED(ExitCode.SOFTWARE);

    private final int exitCode;

    Cause(int exitCode) {
      this.exitCode = exitCode;
    }

    int exitCode() {
      return exitCode;
    }
  }

  Ending {
    requireNonNull(cause, "cause");
    requireNonNull(message, "message");
  }

  /** Whether people want to read what was counted. */
  boolean hasSummary() {
    return cause != Cause.OUTPUT_CLOSED && cause != Cause.BAD_HEADING;
  }

  static Ending of(Cause cause) {
    return new Ending(cause, Optional.empty());
  }

  static Ending of(Cause cause, String message) {
    return new Ending(cause, Optional.of(message));
  }
}
