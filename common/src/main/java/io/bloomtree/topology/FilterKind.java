package io.bloomtree.topology;

/** The kinds of filter a topology can name. */
public enum FilterKind {
  /** Remembers everything; with a window, everything of its window, as {@link #SLIDING}. */
  BLOOM(false, true),
  /** Remembers a window, with a timer per cell. */
  SLIDING(false, true),
  /** Forgets at random, at the pace of new events. */
  STABLE(true, false),
  /** Keeps a sample. */
  RESERVOIR(true, false),
  /** Keeps what matters most. */
  IMPORTANCE(true, false),
  /** Keeps the last events exactly. */
  BUFFER(true, false),
  /** Keeps the last events exactly, and claims a share of the others. */
  FP_BUFFER(true, false);

  private final boolean forgets;
  private final boolean grows;

  FilterKind(boolean forgets, boolean grows) {
    this.forgets = forgets;
    this.grows = grows;
  }

  /** Whether it forgets events that are within the window. */
  public boolean forgets() {
    return forgets;
  }

  /** Whether it can grow, be cut vertically, and be sized for a number of events and a rate. */
  boolean holdsAll() {
    return grows;
  }

  /** As topologies spell it. */
  @Override public String toString() {
    return Words.of(this);
  }
}
