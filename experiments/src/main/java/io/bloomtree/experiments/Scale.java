package io.bloomtree.experiments;

/** How large an experiment is made. */
public enum Scale {
  /** A second or less: enough to see who wins. */
  TINY,
  /** Seconds. */
  QUICK,
  /** As large as the paper's, or as a patient reader can bear. */
  FULL;

  /** The number for this scale. */
  public int of(int tiny, int quick, int full) {
    return switch (this) {
      case TINY -> tiny;
      case QUICK -> quick;
      case FULL -> full;
    };
  }
}
