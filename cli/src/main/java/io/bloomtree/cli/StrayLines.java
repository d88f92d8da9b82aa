package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintStream;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * What is printed to standard error past the log, as lines of the log: whoever reads objects could
 * not read it otherwise.
 */
final class StrayLines {
  private static final String LOGGER = "stderr";

  private StrayLines() {}

  /** From now on, for the whole process. */
  static void capture(Handler log) {
    var lines = new LineStream(line -> log.publish(record(line)));
    System.setErr(new PrintStream(lines, true, UTF_8));
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
      LogRecord said = record("thread " + thread.getName() + " ended by an error");
      said.setThrown(thrown);
      log.publish(said);
    });
  }

  private static LogRecord record(String message) {
    var said = new LogRecord(Level.SEVERE, message);
    said.setLoggerName(LOGGER);
    return said;
  }
}
