package io.bloomtree.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;

/** What the process writes to its log: one line for each thing an operator needs. */
final class ProcessLog {
  /*
   * The libraries below have much to say about every connection that breaks; what matters of it
   * the nodes notice and say themselves.
   */

  /** Kept: java.util.logging forgets the level of a logger that nobody holds. */
  private static final List<Logger> LIBRARIES =
      List.of(Logger.getLogger("com.hazelcast"), Logger.getLogger("io.vertx"),
          Logger.getLogger("io.netty"));

  private ProcessLog() {}

  /** {@code verbose}: what libraries say too. */
  static void open(PrintStream err, boolean verbose) {
    LogManager.getLogManager().reset();
    Handler handler = new StreamHandler(err, new OneLine()) {
      @Override public synchronized void publish(LogRecord said) {
        super.publish(said);
        flush();
      }

      @Override public synchronized void close() {
        flush(); // standard error is not the log's to close
      }
    };
    handler.setLevel(Level.ALL);
    Logger.getLogger("").addHandler(handler);
    Logger.getLogger("").setLevel(Level.INFO);
    LIBRARIES.forEach(library -> library.setLevel(verbose ? Level.INFO : Level.OFF));
  }

  private static final class OneLine extends Formatter {
    @Override public String format(LogRecord said) {
      var line = new StringWriter();
      var out = new PrintWriter(line);
      out.print(Instant.ofEpochMilli(said.getMillis()).truncatedTo(ChronoUnit.MILLIS));
      out.print(said.getLevel().intValue() >= Level.WARNING.intValue() ? " WARN " : " INFO ");
      out.println(formatMessage(said));
      if (said.getThrown() != null) {
        said.getThrown().printStackTrace(out);
      }
      out.flush();
      return line.toString();
    }
  }
}
