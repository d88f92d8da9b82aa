package io.bloomtree.filter;

import static java.util.Objects.checkFromToIndex;

/**
 * An approximate set of fingerprints: may claim an event it was never fed; whether it may deny one
 * that it was is up to the kind. Owned by one event loop.
 *
 * <p>The batch forms do for each fingerprint, in order, what the single form does, and put the
 * answer to {@code fingerprints[i]} into {@code answers[i]}.
 */
public interface Filter extends FilterState {

  /** Whether the event was probably added. */
  boolean mightContain(long fingerprint);

  /** Adds the event. */
  void add(long fingerprint);

  /** Adds the event, and says whether it was new: certainly not yet contained. */
  boolean addIfNew(long fingerprint);

  /** {@link #mightContain(long)} for the fingerprints from one index up to another. */
  default void mightContain(long[] fingerprints, int from, int to, boolean[] answers) {
    checkFromToIndex(from, to, Math.min(fingerprints.length, answers.length));
    for (int i = from; i < to; i++) {
      answers[i] = mightContain(fingerprints[i]);
    }
  }

  /** {@link #add(long)} for the fingerprints from one index up to another. */
  default void add(long[] fingerprints, int from, int to) {
    checkFromToIndex(from, to, fingerprints.length);
    for (int i = from; i < to; i++) {
      add(fingerprints[i]);
    }
  }

  /** {@link #addIfNew(long)} for the fingerprints from one index up to another. */
  default void addIfNew(long[] fingerprints, int from, int to, boolean[] answers) {
    checkFromToIndex(from, to, Math.min(fingerprints.length, answers.length));
    for (int i = from; i < to; i++) {
      answers[i] = addIfNew(fingerprints[i]);
    }
  }
}
