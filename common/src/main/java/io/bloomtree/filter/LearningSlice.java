package io.bloomtree.filter;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A filter that learns from every offer, as a node's filter or a horizontal slice of one. Owned by
 * one event loop.
 */
final class LearningSlice implements FilterSlice {
  /** Feeds an event to the filter. */
  interface Feed {
    void feed(long fingerprint, int importance);
  }

  private final Filter filter;
  private final int probes;
  private final Feed feed;
  private final Confirms confirms;

  /** What a filter makes of a confirm that was repeated until it was acknowledged. */
  enum Confirms {
    /** One event more: what it claims it must have been fed before. */
    COUNT,
    /** Nothing: to be fed an event once more changes little, and what it claims proves nothing. */
    MAY_BE_REPEATED
  }

  LearningSlice(Filter filter, int probes, Confirms confirms, Feed feed) {
    this.filter = requireNonNull(filter, "filter");
    this.probes = probes;
    this.confirms = requireNonNull(confirms, "confirms");
    this.feed = requireNonNull(feed, "feed");
  }

  /** A kind to which all events are equally important. */
  LearningSlice(Filter filter, int probes, Confirms confirms) {
    this(filter, probes, confirms, (fingerprint, importance) -> filter.add(fingerprint));
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

  @Override public void record(long fingerprint, long ageMillis, int importance) {
    if (confirms == Confirms.MAY_BE_REPEATED || !filter.mightContain(fingerprint)) {
      feed.feed(fingerprint, importance);
    }
  }

  @Override public void repeated(long fingerprint, long ageMillis, int importance) {
    feed.feed(fingerprint, importance);
  }

  @Override public long memoryBytes() {
    return filter.memoryBytes();
  }

  @Override public double fill() {
    return filter.fill();
  }

  @Override public double estimatedCardinality() {
    return filter.estimatedCardinality();
  }

  @Override public double estimatedFalsePositiveRate() {
    return filter.estimatedFalsePositiveRate();
  }

  @Override public long snapshotBytes() {
    return filter.snapshotBytes();
  }

  @Override public void writeSnapshot(OutputStream out) throws IOException {
    filter.writeSnapshot(out);
  }

  @Override public byte[] toSnapshot() {
    return filter.toSnapshot();
  }

  @Override public String toString() {
    return "LearningSlice[" + filter + "]";
  }
}
