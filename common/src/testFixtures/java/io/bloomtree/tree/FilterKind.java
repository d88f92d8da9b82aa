package io.bloomtree.tree;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BufferShape;
import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.FpBufferShape;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.filter.ReservoirShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.StableShape;
import io.bloomtree.filter.TimedBufferShape;
import io.bloomtree.filter.Window;

/** The kinds of filter that the nodes of a simulated tree may have. */
enum FilterKind {
  BLOOM, GROWING, STABLE, RESERVOIR, IMPORTANCE, BUFFER, FP_BUFFER,
  SLIDING, GROWING_SLIDING, EQUAL_TIMERS, TIMED_BUFFER;

  private static final int MOST_PARTS = 3;
  private static final long MOST_BYTES = 1 << 20;

  /**
   * How large a filter is.
   *
   * @param expected for how many events those are sized that can be
   * @param fpp their rate of false positives
   * @param room how many events a buffer holds, and in proportion the cells of kinds that forget;
   *     it says which variant of these there is, too
   */
  record Size(int expected, double fpp, int room, GrowingShape.Trigger growth) {
    BloomShape bloom() {
      return BloomShape.sizedFor(expected, fpp);
    }

    BloomShape plain() {
      return BloomShape.sizedFor(BloomShape.Layout.PLAIN, expected, fpp);
    }

    /** Parts, and slices of them, have small shares of a rate that must not become too small. */
    Size forGrowth() {
      return new Size(Math.max(expected, 8), Math.max(fpp, 1e-6), room, growth);
    }

    /** A vertical slice has at least eight cells. */
    Size forVertical() {
      return new Size(Math.max(expected, 16), fpp, room, growth);
    }

    SlidingShape sliding(Window window) {
      return SlidingShape.sizedFor(expected, fpp, window);
    }

    GrowingShape growing() {
      return new GrowingShape(plain(), growth, MOST_PARTS, MOST_BYTES);
    }

    GrowingShape growing(Window window) {
      return new GrowingShape(sliding(window), growth, MOST_PARTS, MOST_BYTES);
    }
  }

  /** Whether its events end with a window of time. */
  boolean isTimed() {
    return compareTo(SLIDING) >= 0;
  }

  /** Whether what it remembers ends with its room. */
  boolean isBuffer() {
    return this == BUFFER || this == FP_BUFFER || this == TIMED_BUFFER;
  }

  /** Whether it may forget whatever comes, however large it is. */
  boolean isForgetful() {
    return this == STABLE || this == RESERVOIR || this == IMPORTANCE || this == EQUAL_TIMERS;
  }

  /** Slices see a part of an event's cells only, which makes sense of cells that stand alone. */
  boolean canBeVertical() {
    return this == BLOOM || this == SLIDING;
  }

  SlicePlan plan(SlicePlan.Scheme scheme, int count, Size size, Window window) {
    return switch (scheme) {
      case WHOLE -> SlicePlan.whole(shape(size, window));
      case HORIZONTAL -> SlicePlan.horizontal(shape(size, window), count);
      case VERTICAL -> SlicePlan.vertical(
          this == BLOOM ? size.forVertical().plain() : shape(size.forVertical(), window), count);
    };
  }

  private static ImportanceShape.Variant variant(int room) {
    return switch (room) {
      case 4 -> ImportanceShape.Variant.HYBRID;
      case 8 -> ImportanceShape.Variant.TWO_CLASSES;
      default -> ImportanceShape.Variant.MULTI_CLASS;
    };
  }

  private FilterShape shape(Size size, Window window) {
    return switch (this) {
      case BLOOM -> size.bloom();
      case GROWING -> size.forGrowth().growing();
      case STABLE -> StableShape.forRate(64L * size.room, 2, 3, Math.max(0.01, size.fpp));
      case RESERVOIR -> new ReservoirShape(
          3, 4L * size.room, ReservoirShape.DEFAULT_THRESHOLD,
          size.room == 8 ? ReservoirShape.Reset.SET_ONES : ReservoirShape.Reset.RANDOM);
      case IMPORTANCE -> new ImportanceShape(64L * size.room, 3, 3, 6, variant(size.room));
      case BUFFER -> new BufferShape(size.room);
      case FP_BUFFER -> new FpBufferShape(new BufferShape(size.room), size.fpp);
      case SLIDING -> size.sliding(window);
      case GROWING_SLIDING -> size.forGrowth().growing(window);
      case EQUAL_TIMERS -> {
        SlidingShape sliding = size.sliding(window);
        yield sliding.withEqualTimers(Math.max(1, sliding.probes() * 2 / 3));
      }
      case TIMED_BUFFER -> new TimedBufferShape(new BufferShape(size.room), window);
    };
  }
}
