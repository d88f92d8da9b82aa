package io.bloomtree.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** The log for people: time, level, message; a stack trace below. Thread-safe. */
final class TextLines extends Formatter {

  @Override public String format(LogRecord said) {
    var line = new StringWriter();
    var out = new PrintWriter(line);
    out.print(time(said));
    out.print(" " + level(said) + " ");
    out.println(formatMessage(said));
    if (said.getThrown() != null) {
      said.getThrown().printStackTrace(out);
    }
    out.flush();
    return line.toString();
  }

  /** As RFC 3339 has it, in UTC. */
  static String time(LogRecord said) {
    return Instant.ofEpochMilli(said.getMillis()).truncatedTo(ChronoUnit.MILLIS).toString();
  }

  /** In the words that most programs use. */
  static String level(LogRecord said) {
    int level = said.getLevel().intValue();
    if (level >= Level.SEVERE.intValue()) {
      return "ERROR";
    }
    if (level >= Level.WARNING.intValue()) {
      return "WARN";
    }
    return level >= Level.INFO.intValue() ? "INFO" : "DEBUG";
  }
}
