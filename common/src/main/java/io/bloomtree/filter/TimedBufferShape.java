package io.bloomtree.filter;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * An exact buffer whose events also end with a window of time. Immutable.
 *
 * @param buffer how many it remembers at most
 */
public record TimedBufferShape(BufferShape buffer, Window window) implements FilterShape {
  public TimedBufferShape {
    requireNonNull(buffer, "buffer");
    if (window.unit() != Window.Unit.MILLIS) {
      throw new IllegalArgumentException(
          "a buffer of so many events needs no window of events: window=" + window);
    }
  }

  @Override public Optional<Window> remembers() {
    return Optional.of(window);
  }

  @Override public int probes() {
    return buffer.probes();
  }

  @Override public long memoryBytes() {
    return buffer.memoryBytes();
  }

  @Override public double falsePositiveRate() {
    return buffer.falsePositiveRate();
  }

  @Override public double falseNegativeRate(long gap) {
    return buffer.falseNegativeRate(gap);
  }

  @Override public TimedBufferShape share(int count) {
    return new TimedBufferShape(buffer.share(count), window);
  }

  @Override public FilterSlice newFilter(long seed) {
    return new BufferSlice(buffer, window.span());
  }

  /** Nothing about it is random. */
  @Override public FilterSlice open(long seed, Storage storage) {
    return BufferSlice.open(buffer, window.span(), storage);
  }
}
