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

  private static final List<String> LIBRARIES = List.of("com.hazelcast", "io.vertx", "io.netty");

  /** How much is said. */
  enum Detail {
    /** Of commands that have a result: what is in its way. */
    TROUBLE,
    /** Of nodes: what an operator needs. */
    OPERATION,
    /** What the libraries below say too. */
    ALL
  }

  private ProcessLog() {}

  /**
   * Must be called before anybody logs.
   *
   * @param detail from what level on, and whether libraries have a say
   */
  static void open(PrintStream err, Detail detail) {
    System.setProperty("java.util.logging.manager", Lasting.class.getName());
    Logger root = Logger.getLogger("");
    for (Handler before : root.getHandlers()) {
      root.removeHandler(before);
    }
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
    root.addHandler(handler);
    root.setLevel(detail == Detail.TROUBLE ? Level.WARNING : Level.INFO);
    // by the handler, not by level: java.util.logging forgets the level of a logger nobody holds
    handler.setFilter(said -> detail == Detail.ALL || !isOfLibrary(said.getLoggerName()));
  }

  private static boolean isOfLibrary(String logger) {
    return logger != null && LIBRARIES.stream().anyMatch(logger::startsWith);
  }

  /** Goes on when the process ends, when it has its last things to say. */
  public static final class Lasting extends LogManager {
    @Override public void reset() {}
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
