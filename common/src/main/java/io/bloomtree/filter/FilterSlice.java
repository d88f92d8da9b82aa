package io.bloomtree.filter;

import static java.util.Objects.checkFromToIndex;

/**
 * The part of a node's filter that one slice holds. Owned by one event loop.
 *
 * <p>A fingerprint has positions, some or all of them on this slice. An unsliced filter and a
 * horizontal slice hold all positions of their fingerprints, a vertical slice some.
 */
public interface FilterSlice {

  /** How many of the fingerprint's positions lie on this slice. */
  int probes(long fingerprint);

  /** How many of the fingerprint's positions on this slice are set. */
  int setProbes(long fingerprint);

  /** Sets the fingerprint's positions on this slice. */
  void set(long fingerprint);

  /** Whether all of the fingerprint's positions on this slice are set. */
  default boolean holds(long fingerprint) {
    return setProbes(fingerprint) == probes(fingerprint);
  }

  /**
   * Says which fingerprints will be tested or set next, so that a filter may bring their positions
   * into the cache, all at once. Changes nothing.
   */
  default void expect(long[] fingerprints, int from, int to) {}

  /**
   * {@link #holds(long)} for the fingerprints from one index up to another: the answer to {@code
   * fingerprints[i]} goes into {@code answers[i]}.
   */
  default void holds(long[] fingerprints, int from, int to, boolean[] answers) {
    checkFromToIndex(from, to, Math.min(fingerprints.length, answers.length));
    for (int i = from; i < to; i++) {
      answers[i] = holds(fingerprints[i]);
    }
  }
}
