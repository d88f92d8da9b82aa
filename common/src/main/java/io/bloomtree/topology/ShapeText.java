package io.bloomtree.topology;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.FpBufferShape;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.filter.ReservoirShape;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.StableShape;

/** How a filter is built, in a few words, with the letters of its paper. */
final class ShapeText {
  private ShapeText() {}

  static String of(FilterShape shape) {
    if (shape instanceof BloomShape bloom) {
      return Words.of(bloom.layout());
    }
    if (shape instanceof SlidingShape sliding) {
      return "timers of " + sliding.timerBits() + " bits"
          + (sliding.equalTimers() > 1 ? ", k' " + sliding.equalTimers() : "");
    }
    if (shape instanceof GrowingShape growing) {
      return of(growing.first()) + ", grows by " + Words.of(growing.trigger());
    }
    if (shape instanceof StableShape stable) {
      return "Max " + stable.most() + ", P " + stable.decrements();
    }
    if (shape instanceof ReservoirShape reservoir) {
      return "p* " + reservoir.threshold() + ", " + reservoir.bits() + " bits each";
    }
    if (shape instanceof ImportanceShape importance) {
      return Words.of(importance.variant()) + ", Max " + importance.most() + ", P "
          + importance.decrements();
    }
    return shape instanceof FpBufferShape ? "q " + shape.falsePositiveRate() : "exact";
  }
}
