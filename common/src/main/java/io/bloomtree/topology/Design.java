package io.bloomtree.topology;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.BufferShape;
import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.FpBufferShape;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.GrowingShape.Trigger;
import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.filter.ReservoirShape;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.StableShape;
import io.bloomtree.filter.TimedBufferShape;
import io.bloomtree.filter.Window;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * From what a topology asks of a filter to its shape. Immutable.
 *
 * @param window how long it remembers; empty: for ever, or the kind decides
 * @param plain whether cache lines will not do
 * @param mostFilters of one that grows
 * @param mostBytes of one that grows
 */
record Design(
    FilterSpec spec, Optional<Window> window, boolean plain, int mostFilters, long mostBytes) {

  static Design of(TopologyNode node, boolean plain, LimitSpec limits) {
    return new Design(
        node.filter(), node.window().map(it -> it.cut(node.filter().slots())), plain,
        limits.subFilters(), limits.filterMemory());
  }

  /** Of a whole filter that does not grow. */
  static Design of(FilterSpec spec, Optional<WindowSpec> window) {
    return new Design(spec, window.map(it -> it.cut(spec.slots())), false, 1, Long.MAX_VALUE);
  }

  /** The kind it is: a Bloom filter with a window slides. */
  FilterKind kind() {
    return spec.kind() == FilterKind.BLOOM && window.isPresent()
        ? FilterKind.SLIDING
        : spec.kind();
  }

  /** Whether what a node with such a filter has set, one with such a filter above it has too. */
  boolean isRepeatable() {
    return kind().holdsAll() && spec.growth() == Growth.NONE && !countsEvents();
  }

  private boolean countsEvents() {
    return window.filter(it -> it.unit() == Window.Unit.EVENTS).isPresent();
  }

  /** Whether it claims events that it was never fed. */
  boolean errs() {
    return kind() != FilterKind.BUFFER;
  }

  /** The least that {@code limits.filter-memory} may be; empty if it does not grow. */
  OptionalLong leastFilterMemory(double fpp) {
    if (spec.growth() == Growth.NONE) {
      return OptionalLong.empty();
    }
    FilterShape first = kind() == FilterKind.BLOOM ? bloom(fpp) : sliding(fpp);
    return OptionalLong.of(GrowingShape.leastBytes(first, mostFilters));
  }

  /**
   * The shape with at most a rate of false positives.
   *
   * @throws IllegalArgumentException if no filter can be that good or that large
   */
  FilterShape shape(double fpp) {
    return switch (kind()) {
      case BLOOM -> grown(bloom(fpp));
      case SLIDING -> grown(sliding(fpp));
      case STABLE -> spec.gap()
          .map(gap -> StableShape.forGaps(bits(fpp), fpp, Map.of(gap, 1.0)))
          .orElseGet(() -> StableShape.forMemory(bits(fpp), fpp));
      case RESERVOIR -> reservoir(fpp);
      case IMPORTANCE -> ImportanceShape.boundedForMemory(
          bits(fpp), fpp, spec.variant().orElse(ImportanceShape.Variant.MULTI_CLASS));
      case BUFFER -> window.<FilterShape>map(it -> new TimedBufferShape(buffer(), it))
          .orElseGet(this::buffer);
      case FP_BUFFER -> new FpBufferShape(buffer(), fpp);
    };
  }

  private BloomShape bloom(double fpp) {
    return plain
        ? BloomShape.sizedFor(Layout.PLAIN, spec.expected(), fpp)
        : BloomShape.sizedFor(spec.expected(), fpp);
  }

  private SlidingShape sliding(double fpp) {
    SlidingShape shape = SlidingShape.sizedFor(spec.expected(), fpp, window.orElseThrow());
    // more than its probes are refused where it can be said in which line they are
    return shape.withEqualTimers(Math.min(shape.probes(), spec.equalTimers().orElse(1)));
  }

  private FilterShape grown(FilterShape first) {
    return switch (spec.growth()) {
      case NONE -> first;
      case DENSITY -> grown(first, Trigger.DENSITY);
      case CARDINALITY -> grown(first, Trigger.CARDINALITY);
    };
  }

  private FilterShape grown(FilterShape first, Trigger trigger) {
    return new GrowingShape(first, trigger, mostFilters, mostBytes);
  }

  private FilterShape reservoir(double fpp) {
    ReservoirShape.Profile profile =
        spec.profile().orElse(ReservoirShape.Profile.FEW_FALSE_POSITIVES);
    ReservoirShape shape = ReservoirShape.forMemory(bits(fpp), fpp, profile);
    if (shape.falsePositiveRate() > fpp) {
      throw new IllegalArgumentException(
          "its rate is " + shape.falsePositiveRate() + ", its share of fpp " + fpp
              + "; profile few-false-positives keeps to it");
    }
    boolean fillsUp = spec.reset().orElse(shape.reset()) == ReservoirShape.Reset.SET_ONES;
    if (fillsUp && spec.memory().isEmpty()) {
      long least = Math.multiplyExact(shape.filters(), spec.expected());
      shape = ReservoirShape.forMemory(Math.max(bits(fpp), least), fpp, profile);
    }
    if (fillsUp && shape.bits() < spec.expected()) {
      throw new IllegalArgumentException(
          "with reset set-ones it fills up, and keeps to its rate up to " + shape.bits()
              + " events, expected are " + spec.expected());
    }
    return new ReservoirShape(
        shape.filters(), shape.bits(), spec.threshold().orElse(shape.threshold()),
        spec.reset().orElse(shape.reset()));
  }

  /** What it may take: what it is told, or what a Bloom filter for its design load would. */
  private long bits(double fpp) {
    return Byte.SIZE * spec.memory().orElseGet(
        () -> BloomShape.sizedFor(spec.expected(), fpp).memoryBytes());
  }

  private BufferShape buffer() {
    return spec.memory().map(BufferShape::forMemory).orElseGet(
        () -> new BufferShape((int) Math.min(spec.expected(), Integer.MAX_VALUE)));
  }
}
