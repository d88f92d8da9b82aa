package io.bloomtree.cli;

import picocli.CommandLine.Option;

/** The option {@code --output}, the same for every command that has results to print. */
final class OutputOption {

  enum Format { TEXT, JSON }

  @Option(names = "--output", paramLabel = "FORMAT", defaultValue = "text",
      description = "text or json (default: ${DEFAULT-VALUE})")
  private Format format;

  boolean json() {
    return format == Format.JSON;
  }
}
