package io.bloomtree.filter;

/** Two filters that should have had one shape do not. */
public final class IncompatibleFilterException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient BloomShape ours;
  private final transient BloomShape theirs;

  IncompatibleFilterException(BloomShape ours, BloomShape theirs) {
    super("filters must have one shape: ours=" + ours + ", theirs=" + theirs);
    this.ours = ours;
    this.theirs = theirs;
  }

  public BloomShape ours() {
    return ours;
  }

  public BloomShape theirs() {
    return theirs;
  }
}
