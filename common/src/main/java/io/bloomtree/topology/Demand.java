package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.Window;
import io.bloomtree.filter.Window.Unit;
import java.util.Optional;

/**
 * What a filter is wanted for, before it is known of which kind it should be. Immutable.
 *
 * @param memoryBytes what it may take
 * @param fpp how many new events it may take for duplicates
 * @param expected how many distinct events there are, in each window if there is one; empty: the
 *     stream has no end, or the window says it
 * @param window how long an event is to be remembered; empty: no event is to be new again
 * @param gap how many events come between an event and its copy, at most; empty: as many as can
 */
public record Demand(
    long memoryBytes,
    double fpp,
    Optional<Long> expected,
    Optional<WindowSpec> window,
    Optional<Long> gap) {
  private static final long LEAST_MEMORY = 64;
  private static final long MOST_MEMORY = BloomShape.MAX_BITS / Byte.SIZE;

  public Demand {
    requireNonNull(expected, "expected");
    requireNonNull(window, "window");
    requireNonNull(gap, "gap");
    if (memoryBytes < LEAST_MEMORY || memoryBytes > MOST_MEMORY) {
      throw new IllegalArgumentException("memory must be " + LEAST_MEMORY + "B to "
          + Quantity.writtenSize(MOST_MEMORY) + ": memory=" + Quantity.writtenSize(memoryBytes));
    }
    if (!(fpp >= BloomShape.MIN_FPP && fpp < 1)) {
      throw new IllegalArgumentException(
          "fpp must be 1e-12 to below 1: fpp=" + fpp);
    }
    expected.ifPresent(it -> requireCount("expected", it));
    gap.ifPresent(it -> requireCount("gap", it));
    window.ifPresent(it -> requireWindow(it, expected, gap));
    if (expected.isEmpty() && window.isEmpty() && gap.isEmpty()) {
      throw new IllegalArgumentException("there must be a number of expected events, a window or "
          + "a gap: what is to be remembered?");
    }
  }

  private static void requireCount(String name, long count) {
    if (count < 1 || count > BloomShape.MAX_BITS) {
      throw new IllegalArgumentException(
          name + " must be 1 to " + BloomShape.MAX_BITS + ": " + name + "=" + count);
    }
  }

  private static void requireWindow(
      WindowSpec window, Optional<Long> expected, Optional<Long> gap) {
    if (gap.isPresent()) {
      throw new IllegalArgumentException("a window and a gap exclude each other, since a window "
          + "is to be remembered to its end: window=" + window + ", gap=" + gap.get());
    }
    if (window.span() < 1 || window.span() > Window.MAX_SPAN) {
      throw new IllegalArgumentException("window must be 1 to " + Window.MAX_SPAN
          + " ms or events: window=" + window);
    }
    if (window.unit() == Unit.MILLIS && expected.isEmpty()) {
      throw new IllegalArgumentException("a window of time must come with the distinct events "
          + "expected in it: window=" + window);
    }
    if (window.unit() == Unit.EVENTS && expected.isPresent()) {
      throw new IllegalArgumentException("a window of events says itself how many there are: "
          + "window=" + window + ", expected=" + expected.get());
    }
  }

  /** How many events are to be remembered at a time; with a gap only those within it. */
  public long remembered() {
    return gap.map(it -> it + 1).orElseGet(() ->
        window.filter(it -> it.unit() == Unit.EVENTS).map(WindowSpec::span)
            .orElseGet(expected::orElseThrow));
  }

  /** How many events come between an event and the latest copy that is to be recognised. */
  public long latest() {
    return remembered() - 1;
  }
}
