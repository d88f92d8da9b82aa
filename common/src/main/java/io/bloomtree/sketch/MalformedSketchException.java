package io.bloomtree.sketch;

/** Bytes that should have been a sketch, or a report of one, are not. */
public final class MalformedSketchException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int offset;

  MalformedSketchException(String problem, int offset) {
    super(problem + ": offset=" + offset);
    this.offset = offset;
  }

  /** Where, in bytes from the beginning. */
  public int offset() {
    return offset;
  }
}
