package io.bloomtree.cli;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of commands that keep a log: {@code --log-format} and {@code --verbose}. */
final class LoggingOptions {
  @Option(names = "--log-format", paramLabel = "FORMAT", converter = FormatName.class,
      defaultValue = "${env:BLOOMTREE_LOG_FORMAT:-text}",
      description = "how to write the log, on standard error: text, or json, an object on each "
          + "line (default: $BLOOMTREE_LOG_FORMAT, or text)")
  private ProcessLog.Format format;

  @Option(names = {"-v", "--verbose"},
      description = "log what the libraries for cluster and event bus say too")
  private boolean verbose;

  /** To be called first of all: what is said before is said as text. */
  void apply() {
    ProcessLog.open(
        System.err, verbose ? ProcessLog.Detail.ALL : ProcessLog.Detail.OPERATION, format);
  }

  private static final class FormatName implements ITypeConverter<ProcessLog.Format> {
    @Override public ProcessLog.Format convert(String word) {
      return switch (word.toLowerCase(Locale.ROOT)) {
        case "json" -> ProcessLog.Format.JSON;
        case "text", "" -> ProcessLog.Format.TEXT; // a variable that is set to nothing is not set
        default -> throw new TypeConversionException(
            "must be text or json, here or in BLOOMTREE_LOG_FORMAT: " + word);
      };
    }
  }
}
