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

  /** The log of the program, each line with a name before it. */
  static ClusterLog named(String name) {
    System.Logger log = System.getLogger("io.bloomtree");
    String prefix = name.isEmpty() ? "" : name + ": ";
    return new ClusterLog() {
      @Override public void info(String line) {
        log.log(Level.INFO, prefix + line);
      }

      @Override public void warn(String line) {
        log.log(Level.WARNING, prefix + line);
      }
    };
  }
}
