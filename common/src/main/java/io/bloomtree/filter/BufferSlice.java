package io.bloomtree.filter;

import java.util.OptionalLong;

/**
 * An exact buffer as a node's filter or a horizontal slice of one: the events that were confirmed
 * or offered again last, and none longer than its window. Owned by one event loop.
 */
final class BufferSlice extends FilterBackedSlice {
  private static final long MARK = Registers.mark("BTTB", 1);
  private static final int NOW = BufferFilter.FREE_REGISTERS;
  private static final int HAS_STARTED = NOW + 1;
  /** No clock says more, and no sum of two such times overflows. */
  private static final long MOST_TIME = 1L << 61;

  private final BufferFilter filter;
  private final long window;
  private final Registers registers;
  private long now;
  private boolean hasStarted;

  /** {@code window}: in milliseconds; {@link Long#MAX_VALUE}: no time ends what it remembers. */
  BufferSlice(BufferShape shape, long window) {
    this(new BufferFilter(shape), window, Registers.onHeap());
  }

  private BufferSlice(BufferFilter filter, long window, Registers registers) {
    super(filter);
    this.filter = filter;
    this.window = window;
    this.registers = registers;
    this.now = registers.get(NOW, -MOST_TIME, MOST_TIME, "time");
    this.hasStarted = registers.get(HAS_STARTED, 0, 1, "whether the time was said") == 1;
  }

  /** The slice that is kept in some storage, or a new one. */
  static BufferSlice open(BufferShape shape, long window, Storage storage) {
    if (window == Long.MAX_VALUE) {
      return new BufferSlice(BufferFilter.open(shape, storage), window, Registers.onHeap());
    }
    Registers registers = Registers.open(storage, MARK);
    if (registers.isNew()) {
      BufferFilter.begin(shape, registers);
      registers.commit();
    }
    return new BufferSlice(
        BufferFilter.open(shape, registers, MOST_TIME, storage), window, registers);
  }

  private boolean isTimed() {
    return window != Long.MAX_VALUE;
  }

  /**
   * What time it is gets kept with what is recorded or removed at it: as long as nothing is, nobody
   * can tell, since whoever goes on with what was kept says the time first.
   */
  @Override public void advance(long time) {
    if (isTimed()) {
      now = hasStarted ? Math.max(now, time) : time;
      hasStarted = true;
      if (filter.oldest().orElse(Long.MAX_VALUE) < now - window) {
        keepTime();
        filter.removeOlderThan(now - window, MOST_SWEPT);
      }
    }
  }

  private void keepTime() {
    registers.put(NOW, now);
    registers.put(HAS_STARTED, hasStarted ? 1 : 0);
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
      keepTime();
      filter.add(fingerprint, now - ageMillis);
    }
  }

  @Override public void repeated(long fingerprint, long ageMillis, int importance) {
    record(fingerprint, ageMillis, importance);
  }
}
