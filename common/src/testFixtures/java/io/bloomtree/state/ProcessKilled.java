package io.bloomtree.state;

/** The end of a simulated process, thrown through all that it was doing: nobody can handle it. */
public final class ProcessKilled extends Error {
  private static final long serialVersionUID = 1;

  ProcessKilled() {
    super("killed", null, false, false);
  }
}
