package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * What is printed to standard error past the log, as lines of the log: whoever reads objects could
 * not read it otherwise. Thread-safe.
 */
final class StrayLines extends OutputStream {
  private static final String LOGGER = "stderr";
  /** Longer lines become several: nobody may fill the memory by never ending one. */
  private static final int LONGEST = 1 << 16;

  private final Handler log;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  private StrayLines(Handler log) {
    this.log = log;
  }

  /** From now on, for the whole process. */
  static void capture(Handler log) {
    System.setErr(new PrintStream(new StrayLines(log), true, UTF_8));
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
      var said = new LogRecord(Level.SEVERE, "thread " + thread.getName() + " ended by an error");
      said.setLoggerName(LOGGER);
      said.setThrown(thrown);
      log.publish(said);
    });
  }

  @Override public synchronized void write(int octet) {
    if (octet == '\n') {
      end();
    } else if (octet != '\r') {
      line.write(octet);
      if (line.size() == LONGEST) {
        end();
      }
    }
  }

  private void end() {
    String message = line.toString(UTF_8);
    line.reset();
    if (!message.isBlank()) {
      var said = new LogRecord(Level.SEVERE, message);
      said.setLoggerName(LOGGER);
      log.publish(said);
    }
  }
}
