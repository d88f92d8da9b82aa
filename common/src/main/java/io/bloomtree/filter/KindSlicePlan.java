package io.bloomtree.filter;

import static java.util.Objects.checkIndex;
import static java.util.Objects.requireNonNull;

/** How a filter of any kind is cut into slices. Immutable. */
final class KindSlicePlan extends CutFilter {
  private final FilterShape shape;
  private final FilterShape sliceShape;

  private KindSlicePlan(Cut cut, FilterShape shape, FilterShape sliceShape) {
    super(cut);
    this.shape = requireNonNull(shape, "shape");
    this.sliceShape = requireNonNull(sliceShape, "sliceShape");
  }

  static KindSlicePlan whole(FilterShape shape) {
    return new KindSlicePlan(Cut.whole(), shape, shape);
  }

  static KindSlicePlan horizontal(FilterShape shape, int count) {
    return new KindSlicePlan(Cut.horizontal(count), shape, shape.share(count));
  }

  static KindSlicePlan vertical(SlidingShape shape, int count) {
    if (shape.equalTimers() > 1) {
      throw new IllegalArgumentException("equal timers and vertical slices exclude each other: no "
          + "slice sees all timers of an event: equalTimers=" + shape.equalTimers());
    }
    return new KindSlicePlan(Cut.vertical(shape.cells(), count), shape, shape);
  }

  @Override public FilterShape shape() {
    return shape;
  }

  @Override public FilterShape sliceShape() {
    return sliceShape;
  }

  @Override public double falsePositiveRate() {
    return shape.falsePositiveRate();
  }

  @Override long wordsOf(long positions) {
    return ((SlidingShape) shape).words(positions);
  }

  @Override public FilterSlice newSlice(int index, long seed) {
    checkIndex(index, count());
    return scheme() == Scheme.VERTICAL
        ? new SlidingFilter((SlidingShape) shape, cut().bound(index), cut().held(index))
        : sliceShape.newFilter(Probes.scramble(seed + index));
  }

  @Override public FilterSlice openSlice(int index, long seed, Storage storage) {
    checkIndex(index, count());
    return scheme() == Scheme.VERTICAL
        ? ((SlidingShape) shape).openPart(cut().bound(index), cut().held(index), storage)
        : sliceShape.open(Probes.scramble(seed + index), storage);
  }
}
