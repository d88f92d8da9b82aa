package io.bloomtree.filter;

/** A slice that is a filter of its own: a horizontal one, or all of an unsliced filter. */
final class WholeSlice extends FilterBackedSlice implements BloomSlice {
  private final BloomFilter filter;

  WholeSlice(BloomFilter filter) {
    super(filter);
    this.filter = filter;
  }

  BloomFilter filter() {
    return filter;
  }

  @Override public BloomShape shape() {
    return filter.shape();
  }

  @Override public int probes(long fingerprint) {
    return filter.shape().probes();
  }

  @Override public int setProbes(long fingerprint) {
    return filter.setProbes(fingerprint);
  }

  @Override public void record(long fingerprint, long ageMillis, int importance) {
    filter.add(fingerprint);
  }

  @Override public boolean holds(long fingerprint) {
    return filter.mightContain(fingerprint);
  }

  @Override public void expect(long[] fingerprints, int from, int to) {
    filter.expect(fingerprints, from, to);
  }

  @Override public void holds(long[] fingerprints, int from, int to, boolean[] answers) {
    filter.mightContain(fingerprints, from, to, answers);
  }

  @Override public boolean unite(FilterSlice other) {
    if (!(other instanceof WholeSlice that) || !shape().equals(that.shape())) {
      return false;
    }
    filter.union(that.filter);
    return true;
  }

  @Override public boolean equals(Object other) {
    return other instanceof WholeSlice that && filter.equals(that.filter);
  }

  @Override public int hashCode() {
    return filter.hashCode();
  }
}
