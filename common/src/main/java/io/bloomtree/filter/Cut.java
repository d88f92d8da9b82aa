package io.bloomtree.filter;

import io.bloomtree.filter.SlicePlan.Scheme;
import java.util.Arrays;

/** Which slices of a filter an event belongs to. Immutable. */
final class Cut {
  /*
   * Horizontal (Definition 1): S filters, and a hash H_S that picks one.
   *
   * Vertical (Definition 2): slice i has the positions [i·m/S, (i+1)·m/S) of one filter, bounds
   * rounded down. The slices put together are position by position the unsliced filter, whether S
   * divides m or not (Lemma 1 rests on it).
   */
  private static final int MAX_SLICES = 1024;
  private static final long LEAST_VERTICAL_POSITIONS = 8;

  private final Scheme scheme;
  private final int count;
  private final long positions;
  private final int probes;
  private final long[] bounds;
  private final double slicesPerPosition;

  private Cut(Scheme scheme, int count, long positions, int probes) {
    this.scheme = scheme;
    this.count = count;
    this.positions = positions;
    this.probes = probes;
    this.bounds = new long[count + 1];
    Arrays.setAll(bounds, i -> lowerBound(positions, i, count));
    this.slicesPerPosition = (double) count / positions;
  }

  static Cut whole() {
    return new Cut(Scheme.WHOLE, 1, 1, 1);
  }

  static Cut horizontal(int count) {
    requireCount(count, MAX_SLICES);
    return new Cut(Scheme.HORIZONTAL, count, count, 1);
  }

  /** Of the cells of a filter. */
  static Cut vertical(BloomShape cells, int count) {
    if (cells.layout() != BloomShape.Layout.PLAIN) {
      throw new IllegalArgumentException(
          "vertical slices must have the plain layout: layout=" + cells.layout());
    }
    requireCount(count, Math.min(MAX_SLICES, cells.bits() / LEAST_VERTICAL_POSITIONS));
    return new Cut(Scheme.VERTICAL, count, cells.bits(), cells.probes());
  }

  private static void requireCount(int count, long most) {
    if (count < 1 || count > most) {
      throw new IllegalArgumentException("slices must be 1 to " + most + ": count=" + count);
    }
  }

  Scheme scheme() {
    return scheme;
  }

  int count() {
    return count;
  }

  /** The first position of a vertical slice; of the one past the last: the number of all. */
  long bound(int index) {
    return bounds[index];
  }

  /** How many positions a vertical slice holds. */
  long held(int index) {
    return bounds[index + 1] - bounds[index];
  }

  int owner(long fingerprint) {
    return switch (scheme) {
      case HORIZONTAL -> Probes.slice(fingerprint, count);
      case VERTICAL -> sliceAt(Probes.reduce(Probes.mix(fingerprint), positions));
      case WHOLE -> 0;
    };
  }

  int[] slicesOf(long fingerprint) {
    if (scheme != Scheme.VERTICAL) {
      return new int[] {owner(fingerprint)};
    }
    int[] slices = new int[Math.min(count, probes)];
    int found = 0;
    long h = Probes.mix(fingerprint);
    for (int i = 0; i < probes; i++, h = Probes.next(h)) {
      int slice = sliceAt(Probes.reduce(h, positions));
      int known = 0;
      while (known < found && slices[known] != slice) {
        known++;
      }
      if (known == found) {
        slices[found++] = slice;
      }
    }
    return found == slices.length ? slices : Arrays.copyOf(slices, found);
  }

  int[] deciders(long fingerprint) {
    if (scheme == Scheme.VERTICAL) {
      return slicesOf(fingerprint);
    }
    int[] ring = new int[count];
    int owner = owner(fingerprint);
    for (int i = 0; i < count; i++) {
      ring[i] = (owner + i) % count;
    }
    return ring;
  }

  /** The slice that holds a position: an estimate in floating point, one off at most, put right. */
  private int sliceAt(long position) {
    int slice = Math.min((int) (position * slicesPerPosition), count - 1);
    if (position < bounds[slice]) {
      return slice - 1;
    }
    return position < bounds[slice + 1] ? slice : slice + 1;
  }

  private static long lowerBound(long positions, int index, int count) {
    return positions / count * index + positions % count * index / count;
  }
}
