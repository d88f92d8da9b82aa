package io.bloomtree.topology;

import io.bloomtree.filter.BufferShape;
import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.Window.Unit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A kind of filter as it would be configured to meet a demand. Immutable.
 *
 * <p>Shapes come from {@link Design}, as those of topologies do, so that what is recommended is
 * what its YAML gives.
 */
record Candidate(FilterKind kind, Demand demand) {
  /** Larger than any filter of a topology. */
  private static final long TOO_MUCH = 1L << 38;
  /** What a topology takes if nothing is said, for kinds whose shape does not depend on it. */
  private static final long ANY_NUMBER = 1_000_000;

  /** Why no memory would do. */
  static Optional<String> obstacle(FilterKind kind, Demand demand) {
    boolean windowed = demand.window().isPresent();
    return Optional.ofNullable(switch (kind) {
      case BLOOM -> windowed
          ? "Remembers for ever: with a window it is a sliding filter."
          : demand.expected().isEmpty()
              ? "Remembers for ever: a stream without an end fills it."
              : null;
      case SLIDING -> windowed || demand.gap().isPresent()
          ? null
          : "Forgets what is older than a window or a gap, and there is none.";
      case BUFFER -> windowed && demand.window().get().unit() == Unit.EVENTS
          ? "Keeps an event as long as copies come, so that it outlives its window."
          : null;
      case STABLE, RESERVOIR, IMPORTANCE, FP_BUFFER -> windowed
          ? "Keeps no time: it would go on claiming events after their window."
          : null;
    });
  }

  private boolean isBuffer() {
    return kind == FilterKind.BUFFER || kind == FilterKind.FP_BUFFER;
  }

  /** A gap is a window too: nothing needs to be remembered longer. */
  private Optional<WindowSpec> window() {
    return kind == FilterKind.SLIDING
        ? demand.window().or(() -> demand.gap().map(gap -> new WindowSpec(Unit.EVENTS, gap)))
        : demand.window();
  }

  /** A buffer large enough needs no more; other kinds that forget make use of all they get. */
  private Optional<Long> memory() {
    boolean takesAll = kind.forgets()
        && !(isBuffer() && bufferBytes(demand.remembered()) <= demand.memoryBytes());
    return takesAll ? Optional.of(demand.memoryBytes()) : Optional.empty();
  }

  private static long bufferBytes(long events) {
    return events > BufferShape.MAX_CAPACITY
        ? TOO_MUCH
        : new BufferShape((int) events).memoryBytes();
  }

  FilterSpec spec() {
    return spec(memory());
  }

  private FilterSpec spec(Optional<Long> memory) {
    long expected = switch (kind) {
      case BLOOM -> demand.expected().orElseThrow();
      case SLIDING -> demand.gap().orElseGet(demand::remembered);
      case BUFFER, FP_BUFFER -> demand.remembered();
      case STABLE, RESERVOIR, IMPORTANCE -> demand.expected().orElse(ANY_NUMBER);
    };
    return new FilterSpec(
        kind, expected, Growth.NONE, Optional.empty(), Optional.empty(), memory,
        kind == FilterKind.STABLE ? Optional.of(designGap()) : Optional.empty(), Optional.empty(),
        Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** As a user would say it: a number of events is as good as one less. */
  private long designGap() {
    return demand.gap().orElseGet(demand::remembered);
  }

  /**
   * How it is built.
   *
   * @throws IllegalArgumentException if its memory is too small, or it cannot be that good
   */
  FilterShape shape() {
    return shape(memory());
  }

  private FilterShape shape(Optional<Long> memory) {
    return Design.of(spec(memory), window()).shape(demand.fpp());
  }

  /** The least memory, not below what there is if it takes all, that it can be built with. */
  OptionalLong neededBytes() {
    if (memory().isEmpty()) {
      return bytesOf(Optional.empty());
    }
    // a last word that is not whole does not count; an eighth more or less is near enough
    for (long bytes = demand.memoryBytes(); bytes < TOO_MUCH; bytes += bytes / 64 * 8) {
      if (bytesOf(Optional.of(bytes)).isPresent()) {
        return OptionalLong.of(bytes);
      }
    }
    return OptionalLong.empty();
  }

  private OptionalLong bytesOf(Optional<Long> memory) {
    try {
      return OptionalLong.of(shape(memory).memoryBytes());
    } catch (IllegalArgumentException e) {
      return OptionalLong.empty();
    }
  }

  /** What speaks for or against it, in a sentence. */
  String why() {
    return switch (kind) {
      case BLOOM -> "Forgets nothing, but never makes room: past the expected events it errs more.";
      case SLIDING -> demand.window().isPresent()
          ? "Forgets nothing before its window has passed, and everything after it."
          : "Forgets nothing within the gap; in sparse trees only, on nodes without slices.";
      case STABLE -> "Forgets at random, the older an event the likelier, and never fills up.";
      case RESERVOIR -> "Forgets at random, and bit by bit also what is recent.";
      case IMPORTANCE -> "Keeps what matters most; worth it if events differ in importance.";
      case BUFFER -> memory().isEmpty()
          ? "Exact: holds every event that is to be remembered, at many bytes each."
          : "Exact, but holds too few: knows the last events, and none that is older.";
      case FP_BUFFER -> "A buffer that also claims new events: for comparisons only.";
    };
  }

  /** What a topology says to have it. */
  String yaml() {
    List<String> keys = new ArrayList<>();
    keys.add("kind: " + kind);
    boolean sized = !kind.forgets() || memory().isEmpty();
    if (sized || demand.expected().isPresent() && !isBuffer()) {
      keys.add("expected: " + Quantity.written(spec().expected()));
    }
    memory().ifPresent(bytes -> keys.add("memory: " + Quantity.writtenSize(bytes)));
    spec().gap().ifPresent(gap -> keys.add("gap: " + Quantity.written(gap)));
    keys.add("fpp: " + BigDecimal.valueOf(demand.fpp()).stripTrailingZeros().toPlainString());
    String filter = "filter: { " + String.join(", ", keys) + " }";
    return window()
        .map(it -> (it.unit() == Unit.EVENTS ? "mode: sparse\n" : "")
            + "window: " + it.brief() + "\n" + filter)
        .orElse(filter);
  }
}
