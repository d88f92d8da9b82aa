package io.bloomtree.filter;

import static java.util.Objects.requireNonNull;

import java.util.Map;

/**
 * A buffer that claims some of what it does not know (the "FPBuffering" of Deng and Rafiei,
 * "Approximately detecting duplicates for streaming data using stable Bloom filters", 2006, Section
 * 5.2), and what follows from that. Immutable.
 *
 * @param buffer what it remembers
 * @param fpp how often an event it does not know is claimed, the paper's q
 */
public record FpBufferShape(BufferShape buffer, double fpp) implements FilterShape {

  public FpBufferShape {
    requireNonNull(buffer, "buffer");
    if (!(fpp >= 0 && fpp < 1)) {
      throw new IllegalArgumentException("fpp must be in [0, 1): fpp=" + fpp);
    }
  }

  @Override public int probes() {
    return 1;
  }

  @Override public double falseNegativeRate(long gap) {
    return falseNegativeRate(Map.of(gap, 1.0));
  }

  @Override public FpBufferShape share(int count) {
    return new FpBufferShape(buffer.share(count), fpp);
  }

  @Override public FilterSlice newFilter(long seed) {
    return slice(new FpBufferFilter(this, seed));
  }

  @Override public FilterSlice open(long seed, Storage storage) {
    return slice(FpBufferFilter.open(this, seed, storage));
  }

  private static FilterSlice slice(FpBufferFilter filter) {
    // what it claims by chance it has not, and after the next event may deny
    return new LearningSlice(filter, 1, filter::remembers);
  }

  @Override public long memoryBytes() {
    return buffer.memoryBytes();
  }

  /** How often an event it was never fed is claimed, whatever the stream. */
  @Override public double falsePositiveRate() {
    return fpp;
  }

  /**
   * How often a copy is not recognised: those the buffer forgot, but for the share that is claimed
   * all the same.
   *
   * @param gaps how many different events come between an event and its copy, each with its share
   */
  public double falseNegativeRate(Map<Long, Double> gaps) {
    return (1 - fpp) * buffer.falseNegativeRate(gaps);
  }
}
