package io.bloomtree.filter;

import static java.util.Objects.checkFromToIndex;

/**
 * The part of a node's filter that one slice holds. Owned by one event loop.
 *
 * <p>A fingerprint has positions, some or all of them on this slice. An unsliced filter and a
 * horizontal slice hold all positions of their fingerprints, a vertical slice some.
 *
 * <p>What it says about itself is about the events of this slice if it is whole or horizontal. A
 * vertical slice holds some cells of every event: its estimates are those of the whole filter,
 * judged by this part of it.
 */
public interface FilterSlice extends FilterState {

  /** How many of the fingerprint's positions lie on this slice. */
  int probes(long fingerprint);

  /** How many of the fingerprint's positions on this slice are set. */
  int setProbes(long fingerprint);

  /**
   * Records a confirmed event. A filter with a window ignores one that is older, and keeps the
   * younger of two ages.
   *
   * @param ageMillis how long ago it was confirmed
   * @param importance 0 to 255: least to most
   */
  void record(long fingerprint, long ageMillis, int importance);

  /** Records an event that is confirmed now and says nothing about its importance. */
  default void set(long fingerprint) {
    record(fingerprint, 0, ImportanceShape.DEFAULT_IMPORTANCE);
  }

  /**
   * An event was offered again that this filter, or one above it, has. Those kinds that learn from
   * every offer do; the others take no notice.
   *
   * @param ageMillis how long ago it was confirmed
   */
  default void repeated(long fingerprint, long ageMillis, int importance) {}

  /** Whether {@link #repeated} means anything to it. */
  default boolean learns() {
    return false;
  }

  /**
   * Takes over all that another slice of the same plan and index has. Where the process is killed
   * meanwhile it has some of it, and may take it over again.
   *
   * @return false if that cannot be, and nothing was changed: see {@link SlicePlan#unites}
   */
  default boolean unite(FilterSlice other) {
    return false;
  }

  /**
   * Whether a filter that is kept beside this one, of an earlier shape or of another node, has the
   * event: all of it, however this one is cut. {@link #holds} and {@link #setProbes} know of it.
   */
  default boolean inherits(long fingerprint) {
    return false;
  }

  /** Whether all of the fingerprint's positions on this slice are set. */
  default boolean holds(long fingerprint) {
    return setProbes(fingerprint) == probes(fingerprint);
  }

  /**
   * How long ago, in milliseconds, an event it holds was confirmed, rounded up to a slot; 0 if it
   * keeps no time.
   */
  default long age(long fingerprint) {
    return 0;
  }

  /**
   * Says what time it is, in milliseconds of any clock; one that runs backwards is not believed.
   * Forgets a little of what is too old: of any number of cells at most {@link #MOST_SWEPT}.
   */
  default void advance(long now) {}

  /**
   * When {@link #advance} has something to do next; {@link Long#MAX_VALUE}: before something was
   * recorded, never.
   */
  default long nextAdvance() {
    return Long.MAX_VALUE;
  }

  /** The most cells that are looked at in one call of {@link #advance}. */
  int MOST_SWEPT = 1 << 16;

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
