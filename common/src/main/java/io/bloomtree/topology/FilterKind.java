package io.bloomtree.topology;

/** The kinds of filter a topology can name. */
public enum FilterKind {
  /** Remembers everything, or everything of its window. */
  BLOOM(false),
  /** Remembers a window, with a timer per cell. */
  SLIDING(false),
  /** Forgets at random, at the pace of new events. */
  STABLE(true),
  /** Keeps a sample. */
  RESERVOIR(true),
  /** Keeps what matters most. */
  IMPORTANCE(true);

  private final boolean forgets;

  FilterKind(boolean forgets) {
    this.forgets = forgets;
  }

  /** Whether it forgets events that are within the window. */
  public boolean forgets() {
    return forgets;
  }
}
