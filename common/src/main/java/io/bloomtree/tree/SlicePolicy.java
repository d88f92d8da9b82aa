package io.bloomtree.tree;

/**
 * What becomes of an event when some of its slices do not answer, and no slice that does answer has
 * an unset position of it.
 *
 * <p>An unset position on a slice that answers proves that the event was never confirmed; then no
 * policy is needed. (The paper's quorum heuristic counts set positions even then. Ours has the same
 * false negatives and far fewer false positives.) Immutable.
 */
public sealed interface SlicePolicy {

  /**
   * Whether the event counts as a duplicate.
   *
   * @param set how many of its positions are known to be set
   */
  boolean duplicate(int set);

  /** What cannot be tested counts as set (Eq. 5 and 6). */
  record Duplicate() implements SlicePolicy {
    @Override public boolean duplicate(int set) {
      return true;
    }
  }

  /** What cannot be tested counts as unset. Never loses an event: the default. */
  record Distinct() implements SlicePolicy {
    @Override public boolean duplicate(int set) {
      return false;
    }
  }

  /** A duplicate if and only if at least {@code least} positions are known to be set. */
  record Quorum(int least) implements SlicePolicy {
    public Quorum {
      if (least < 1) {
        throw new IllegalArgumentException("quorum must be >= 1: " + least);
      }
    }

    @Override public boolean duplicate(int set) {
      return set >= least;
    }
  }
}
