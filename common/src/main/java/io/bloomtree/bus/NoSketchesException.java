package io.bloomtree.bus;

/** The topology has no sketches that could answer. */
public final class NoSketchesException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoSketchesException(String which) {
    super("no sketches configured: the topology has no sketches." + which);
  }
}
