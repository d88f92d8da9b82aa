package io.bloomtree.filter;

import java.util.Map;

/**
 * How many fingerprints an exact buffer remembers (the "Buffering" of Deng and Rafiei,
 * "Approximately detecting duplicates for streaming data using stable Bloom filters", 2006,
 * Sections 2.2 and 5.2), and what follows from that. Immutable.
 *
 * @param capacity the most fingerprints it remembers
 */
public record BufferShape(int capacity) implements FilterShape {
  /** The most fingerprints of any buffer. */
  public static final int MAX_CAPACITY = 1 << 29;

  /** A fingerprint, its time, two links, and two slots of the table. */
  private static final int ENTRY_BYTES = 2 * Long.BYTES + 4 * Integer.BYTES;
  /** Of the links' anchor. */
  private static final int FIXED_BYTES = 2 * Long.BYTES + 2 * Integer.BYTES;

  public BufferShape {
    if (capacity < 1 || capacity > MAX_CAPACITY) {
      throw new IllegalArgumentException(
          "capacity must be 1 to " + MAX_CAPACITY + ": capacity=" + capacity);
    }
  }

  /**
   * The most that fits into so many bytes, of which all that it takes is counted. The paper counts
   * the fingerprints only: a quarter of it.
   */
  public static BufferShape forMemory(long bytes) {
    long capacity = (bytes - FIXED_BYTES) / ENTRY_BYTES;
    if (capacity < 1) {
      throw new IllegalArgumentException("memory is too small for one event: bytes=" + bytes);
    }
    return new BufferShape((int) Math.min(capacity, MAX_CAPACITY));
  }

  @Override public int probes() {
    return 1;
  }

  /** Events whose fingerprint is that of another one. */
  @Override public double falsePositiveRate() {
    return capacity * 0x1.0p-64;
  }

  /** Of a copy after so many different events: it is there, or is not. */
  @Override public double falseNegativeRate(long gap) {
    return falseNegativeRate(Map.of(gap, 1.0));
  }

  @Override public BufferShape share(int count) {
    return new BufferShape(capacity / count);
  }

  @Override public FilterSlice newFilter(long seed) {
    return new BufferSlice(this, Long.MAX_VALUE);
  }

  /** Nothing about it is random. */
  @Override public FilterSlice open(long seed, Storage storage) {
    return BufferSlice.open(this, Long.MAX_VALUE, storage);
  }

  @Override public long memoryBytes() {
    return (long) capacity * ENTRY_BYTES + FIXED_BYTES;
  }

  /**
   * How often a copy is not recognised: the share of gaps too long for its capacity.
   *
   * @param gaps how many different events come between an event and its copy, each with its share
   */
  public double falseNegativeRate(Map<Long, Double> gaps) {
    double shares = 0;
    double forgotten = 0;
    for (Map.Entry<Long, Double> gap : gaps.entrySet()) {
      if (gap.getKey() < 0) {
        throw new IllegalArgumentException("gap must be >= 0: gap=" + gap.getKey());
      }
      shares += gap.getValue();
      forgotten += gap.getKey() >= capacity ? gap.getValue() : 0;
    }
    if (!(shares > 0)) {
      throw new IllegalArgumentException("gaps must have shares above 0: gaps=" + gaps);
    }
    return forgotten / shares;
  }
}
