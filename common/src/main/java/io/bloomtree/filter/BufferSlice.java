package io.bloomtree.filter;

import java.util.OptionalLong;

/**
 * An exact buffer as a node's filter or a horizontal slice of one: the events that were confirmed
 * or offered again last, and none longer than its window. Owned by one event loop.
 */
final class BufferSlice extends FilterBackedSlice {
  private final BufferFilter filter;
  private final long window;
  private long now;
  private boolean hasStarted;

  /** {@code window}: in milliseconds; {@link Long#MAX_VALUE}: no time ends what it remembers. */
  BufferSlice(BufferShape shape, long window) {
    this(new BufferFilter(shape), window);
  }

  private BufferSlice(BufferFilter filter, long window) {
    super(filter);
    this.filter = filter;
    this.window = window;
  }

  private boolean isTimed() {
    return window != Long.MAX_VALUE;
  }

  @Override public void advance(long time) {
    if (isTimed()) {
      now = hasStarted ? Math.max(now, time) : time;
      hasStarted = true;
      filter.removeOlderThan(now - window, MOST_SWEPT);
    }
  }

  /** An event is used again with every copy, which keeps it from being forgotten. */
  @Override public boolean learns() {
    return true;
  }

  @Override public int probes(long fingerprint) {
    return 1;
  }

  @Override public int setProbes(long fingerprint) {
    return holds(fingerprint) ? 1 : 0;
  }

  @Override public boolean holds(long fingerprint) {
    if (!isTimed()) {
      return filter.mightContain(fingerprint);
    }
    OptionalLong recorded = filter.recordedAt(fingerprint);
    return recorded.isPresent() && now - recorded.getAsLong() <= window;
  }

  @Override public long age(long fingerprint) {
    return isTimed() ? Math.max(0, now - filter.recordedAt(fingerprint).orElse(now)) : 0;
  }

  @Override public void record(long fingerprint, long ageMillis, int importance) {
    if (!isTimed()) {
      filter.add(fingerprint);
    } else if (ageMillis <= window) {
      filter.add(fingerprint, now - ageMillis);
    }
  }

  @Override public void repeated(long fingerprint, long ageMillis, int importance) {
    record(fingerprint, ageMillis, importance);
  }
}
