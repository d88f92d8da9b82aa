package io.bloomtree.cluster;

import java.lang.System.Logger.Level;

/** Takes a line for each thing that an operator wants to know of a process's membership. */
@FunctionalInterface
public interface ClusterLog {

  /** Something went as it should. */
  void info(String line);

  /** Something is in the way. */
  default void warn(String line) {
    info(line);
  }

  /**
   * The log of the program.
   *
   * @param name whom each line is about, or nobody in particular if it is empty; a parameter of the
   *     line, so that a structured log can make a field of it
   */
  static ClusterLog named(String name) {
    System.Logger log = System.getLogger("io.bloomtree");
    String format = name.isEmpty() ? "{1}" : "{0}: {1}";
    return new ClusterLog() {
      @Override public void info(String line) {
        log.log(Level.INFO, format, name, line);
      }

      @Override public void warn(String line) {
        log.log(Level.WARNING, format, name, line);
      }
    };
  }
}
