package io.bloomtree.filter;

import static java.util.Objects.requireNonNull;

import java.util.function.LongPredicate;

/**
 * A filter that learns from every offer, as a node's filter or a horizontal slice of one. Owned by
 * one event loop.
 */
final class LearningSlice extends FilterBackedSlice {
  /** Feeds an event to the filter. */
  interface Feed {
    void feed(long fingerprint, int importance);
  }

  private final Filter filter;
  private final int probes;
  private final Feed feed;
  private final LongPredicate known;

  /** {@code known}: whether an event need not be fed that is confirmed. */
  LearningSlice(Filter filter, int probes, Feed feed, LongPredicate known) {
    super(filter);
    this.filter = filter;
    this.probes = probes;
    this.feed = requireNonNull(feed, "feed");
    this.known = requireNonNull(known, "known");
  }

  /** A kind to which all events are equally important, and which claims what it has only. */
  LearningSlice(Filter filter, int probes) {
    this(filter, probes, filter::mightContain);
  }

  /** A kind to which all events are equally important. */
  LearningSlice(Filter filter, int probes, LongPredicate known) {
    this(filter, probes, (fingerprint, importance) -> filter.add(fingerprint), known);
  }

  @Override public boolean learns() {
    return true;
  }

  @Override public int probes(long fingerprint) {
    return probes;
  }

  /** All or nothing: such a filter is never cut vertically, so nobody adds these up. */
  @Override public int setProbes(long fingerprint) {
    return holds(fingerprint) ? probes : 0;
  }

  @Override public boolean holds(long fingerprint) {
    return filter.mightContain(fingerprint);
  }

  @Override public void holds(long[] fingerprints, int from, int to, boolean[] answers) {
    filter.mightContain(fingerprints, from, to, answers);
  }

  /** A confirm may be repeated until it is acknowledged; the offer was one. */
  @Override public void record(long fingerprint, long ageMillis, int importance) {
    if (!known.test(fingerprint)) {
      feed.feed(fingerprint, importance);
    }
  }

  @Override public void repeated(long fingerprint, long ageMillis, int importance) {
    feed.feed(fingerprint, importance);
  }
}
