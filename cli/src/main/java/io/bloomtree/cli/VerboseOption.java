package io.bloomtree.cli;

import picocli.CommandLine.Option;

/** The option {@code --verbose} of commands that keep a log. */
final class VerboseOption {
  @Option(names = {"-v", "--verbose"},
      description = "log what the libraries for cluster and event bus say too")
  private boolean verbose;

  void apply() {
    ProcessLog.open(
        System.err, verbose ? ProcessLog.Detail.ALL : ProcessLog.Detail.OPERATION);
  }
}
