package io.bloomtree.cli;

/** A line of a recording holds no event. */
final class NoEventException extends Exception {
  private static final long serialVersionUID = 1;

  NoEventException(String message) {
    // thrown once a line where lines are skipped: nobody looks at the stack
    super(message, null, false, false);
  }
}
