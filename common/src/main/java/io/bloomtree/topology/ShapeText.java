package io.bloomtree.topology;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BufferShape;
import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.FpBufferShape;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.filter.ReservoirShape;
import io.bloomtree.filter.ReservoirShape.Reset;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.StableShape;
import io.bloomtree.filter.TimedBufferShape;

/** How a filter is built, in a few words, with the letters of its paper. */
final class ShapeText {
  private ShapeText() {}

  static String of(FilterShape shape) {
    if (shape instanceof BloomShape bloom) {
      return Words.of(bloom.layout());
    }
    if (shape instanceof SlidingShape sliding) {
      return sliding.timerBits() + "-bit timers"
          + (sliding.equalTimers() > 1 ? ", k' " + sliding.equalTimers() : "");
    }
    if (shape instanceof GrowingShape growing) {
      return of(growing.first()) + ", growing";
    }
    if (shape instanceof StableShape stable) {
      return "Max " + stable.most() + ", P " + stable.decrements();
    }
    if (shape instanceof ReservoirShape reservoir) {
      return "p* " + reservoir.threshold()
          + (reservoir.reset() == Reset.RANDOM ? "" : ", " + Words.of(reservoir.reset()));
    }
    if (shape instanceof ImportanceShape importance) {
      return Words.of(importance.variant()) + ", P " + importance.decrements();
    }
    return "exact, last " + capacity(shape);
  }

  private static String capacity(FilterShape shape) {
    if (shape instanceof FpBufferShape claiming) {
      return capacity(claiming.buffer());
    }
    return shape instanceof TimedBufferShape timed
        ? capacity(timed.buffer())
        : Quantity.written(((BufferShape) shape).capacity());
  }
}
