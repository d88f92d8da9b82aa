package io.bloomtree.cli;

import java.io.PrintStream;
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
   * All that is said meets in Java's own logging: the nodes speak through System.Logger, Hazelcast
   * and Vert.x to java.util.logging itself, Netty and others to SLF4J, whose one binding here hands
   * it on. So there is one handler, and the parameters of a line, of which one may be the node it
   * is about, are still there when it is formatted.
   *
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

  /** For whom it is said. */
  enum Format {
    /** For people: a line, and stack traces below it. */
    TEXT {
      @Override Formatter formatter() {
        return new TextLines();
      }
    },
    /** For programs: an object on a line, and nothing else. */
    JSON {
      @Override Formatter formatter() {
        return new JsonLines();
      }
    };

    abstract Formatter formatter();
  }

  private ProcessLog() {}

  /**
   * Must be called before anybody logs. What else would reach standard error as lines of text
   * becomes part of a log in JSON.
   *
   * @param detail from what level on, and whether libraries have a say
   */
  static void open(PrintStream err, Detail detail, Format format) {
    System.setProperty("java.util.logging.manager", Lasting.class.getName());
    Logger root = Logger.getLogger("");
    for (Handler before : root.getHandlers()) {
      root.removeHandler(before);
    }
    Handler handler = new StreamHandler(err, format.formatter()) {
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
    if (format == Format.JSON) {
      StrayLines.capture(handler);
    }
  }

  private static boolean isOfLibrary(String logger) {
    return logger != null && LIBRARIES.stream().anyMatch(logger::startsWith);
  }

  /** Goes on when the process ends, when it has its last things to say. */
  public static final class Lasting extends LogManager {
    @Override public void reset() {}
  }
}
