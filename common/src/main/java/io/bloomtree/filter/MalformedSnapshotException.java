package io.bloomtree.filter;

/** Bytes that should have been a snapshot are not one. */
public final class MalformedSnapshotException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final long offset;

  MalformedSnapshotException(String problem, long offset) {
    super(problem + ": offset=" + offset);
    this.offset = offset;
  }

  /** Where, in bytes from the beginning of the snapshot. */
  public long offset() {
    return offset;
  }
}
