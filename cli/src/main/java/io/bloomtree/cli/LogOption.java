package io.bloomtree.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option {@code --log}, the same for every command that offers a user's events. */
final class LogOption {
  private static final Path DASH = Path.of("-");

  @Option(names = "--log", paramLabel = "FILE",
      description = "write a verdict log to this file, over what it holds, for bloomtree check")
  private Optional<Path> file;

  /** Refuses a file that has another use in the same run. */
  void check(CommandLine commandLine, List<Path> others) {
    file.ifPresent(log -> {
      if (log.equals(DASH)) {
        throw new ParameterException(
            commandLine, "--log must be a file: standard output has the results");
      }
      for (Path other : others) {
        if (log.equals(other) || StandardStreams.isSame(log, other)) {
          throw new ParameterException(commandLine, "--log must be a file of its own: " + log);
        }
      }
    });
  }

  /** The log, empty; {@code undecided} is what becomes of events that nobody decides on. */
  RunLog open(CommandLine commandLine, Settlement undecided) {
    if (file.isEmpty()) {
      return RunLog.none();
    }
    try {
      return RunLog.to(VerdictLog.create(file.get()), Clock.systemUTC(), undecided);
    } catch (IOException e) {
      throw new ParameterException(
          commandLine, "--log cannot be written: " + Sink.reason(e), e);
    }
  }
}
