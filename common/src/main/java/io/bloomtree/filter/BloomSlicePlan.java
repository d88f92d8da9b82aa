package io.bloomtree.filter;

import static java.util.Objects.checkIndex;
import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.BloomShape.Layout;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** How a Bloom filter is cut into slices. Immutable. */
public final class BloomSlicePlan implements SlicePlan {
  /*
   * Horizontal (Definition 1): S filters of m/S bits, and a hash H_S that picks one. Slices get n/S
   * events only on average; those that get more err more than the others save. So that the whole
   * still keeps its rate (P4), a slice has m/S bits plus what the uneven load costs: nothing to
   * speak of for thousands of events a slice, a few words for tens.
   *
   * Vertical (Definition 2): slice i has the bits [i·m/S, (i+1)·m/S) of one filter, bounds rounded
   * down. The slices put together are bit by bit the unsliced filter, whether S divides m or not
   * (Lemma 1 rests on it). Cache lines and vertical slices exclude each other: a line is on one
   * slice, so there would be nothing left of the fault tolerance that vertical slices are for.
   */

  private static final int MAX_SLICES = 1024;
  private static final long LEAST_VERTICAL_BITS = 8;

  private final Scheme scheme;
  private final int count;
  private final BloomShape shape;
  private final BloomShape sliceShape;
  private final long[] bounds;
  private final double slicesPerBit;

  private BloomSlicePlan(Scheme scheme, int count, BloomShape shape, BloomShape sliceShape) {
    this.scheme = scheme;
    this.count = count;
    this.shape = shape;
    this.sliceShape = sliceShape;
    this.bounds = new long[count + 1];
    Arrays.setAll(bounds, i -> lowerBound(shape.bits(), i, count));
    this.slicesPerBit = (double) count / shape.bits();
  }

  static BloomSlicePlan whole(BloomShape shape) {
    requireNonNull(shape, "shape");
    return new BloomSlicePlan(Scheme.WHOLE, 1, shape, shape);
  }

  static BloomSlicePlan horizontal(BloomShape shape, int count) {
    requireCount(count, Math.min(MAX_SLICES, shape.expected()));
    return new BloomSlicePlan(Scheme.HORIZONTAL, count, shape, horizontalShape(shape, count));
  }

  static BloomSlicePlan vertical(BloomShape shape, int count) {
    if (shape.layout() != Layout.PLAIN) {
      throw new IllegalArgumentException(
          "vertical slices must have the plain layout: layout=" + shape.layout());
    }
    requireCount(count, Math.min(MAX_SLICES, shape.bits() / LEAST_VERTICAL_BITS));
    return new BloomSlicePlan(Scheme.VERTICAL, count, shape, shape);
  }

  private static void requireCount(int count, long most) {
    if (count < 1 || count > most) {
      throw new IllegalArgumentException("slices must be 1 to " + most + ": count=" + count);
    }
  }

  @Override public Scheme scheme() {
    return scheme;
  }

  @Override public int count() {
    return count;
  }

  @Override public int probes() {
    return shape.probes();
  }

  /** The shape of the filter before it is cut. */
  public BloomShape shape() {
    return shape;
  }

  /** The shape of the filter that a slice is, or, if vertical, is a part of. */
  public BloomShape sliceShape() {
    return sliceShape;
  }

  /** The rate of false positives over all slices once that many distinct events were added. */
  public double falsePositiveRate(long events) {
    return scheme == Scheme.HORIZONTAL
        ? Occupancy.slicedRate(sliceShape, count, events)
        : shape.falsePositiveRate(events);
  }

  /** The memory of all slices together, in bytes. */
  public long memoryBytes() {
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes += memoryBytes(i);
    }
    return bytes;
  }

  /** The memory of one slice, in bytes. */
  public long memoryBytes(int index) {
    checkIndex(index, count);
    long words = scheme == Scheme.VERTICAL
        ? (bounds[index + 1] - bounds[index] + 63) >>> 6
        : sliceShape.words();
    return words * Long.BYTES;
  }

  @Override public int owner(long fingerprint) {
    switch (scheme) {
      case HORIZONTAL:
        return Probes.slice(fingerprint, count);
      case VERTICAL:
        return sliceAt(Probes.reduce(Probes.mix(fingerprint), shape.bits()));
      default:
        return 0;
    }
  }

  @Override public int[] slicesOf(long fingerprint) {
    if (scheme != Scheme.VERTICAL) {
      return new int[] {owner(fingerprint)};
    }
    int[] slices = new int[Math.min(count, shape.probes())];
    int found = 0;
    long h = Probes.mix(fingerprint);
    for (int i = 0; i < shape.probes(); i++, h = Probes.next(h)) {
      int slice = sliceAt(Probes.reduce(h, shape.bits()));
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

  @Override public int[] deciders(long fingerprint) {
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

  @Override public BloomSlice newSlice(int index) {
    checkIndex(index, count);
    if (scheme == Scheme.VERTICAL) {
      long held = bounds[index + 1] - bounds[index];
      return new VerticalSlice(shape, bounds[index], held, Cells.onHeap((held + 63) >>> 6));
    }
    return new WholeSlice(new BloomFilter(sliceShape));
  }

  /**
   * A slice as a snapshot has it.
   *
   * @throws MalformedSnapshotException if the bytes are not exactly one undamaged snapshot, or one
   *     of another slice
   * @throws IncompatibleFilterException if it is of a filter of another shape
   */
  public BloomSlice sliceFrom(int index, byte[] snapshot) {
    try {
      return readSlice(index, new ByteArrayInputStream(snapshot), snapshot.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A slice as a snapshot of so many bytes has it; what follows in the stream is left there. */
  public BloomSlice readSlice(int index, InputStream in, long length) throws IOException {
    checkIndex(index, count);
    BloomSnapshot snapshot = BloomSnapshot.read(in, length);
    if (!snapshot.shape().equals(sliceShape)) {
      throw new IncompatibleFilterException(sliceShape, snapshot.shape());
    }
    if (scheme != Scheme.VERTICAL) {
      return new WholeSlice(snapshot.toFilter());
    }
    if (snapshot.firstBit() != bounds[index]
        || snapshot.heldBits() != bounds[index + 1] - bounds[index]) {
      throw new MalformedSnapshotException("snapshot must be of slice " + index + " of " + count
          + ", has " + snapshot.heldBits() + " bits from " + snapshot.firstBit(), 32);
    }
    return new VerticalSlice(
        shape, snapshot.firstBit(), snapshot.heldBits(), snapshot.cells());
  }

  @Override public boolean equals(Object other) {
    return other instanceof BloomSlicePlan that
        && scheme == that.scheme
        && count == that.count
        && shape.equals(that.shape);
  }

  @Override public int hashCode() {
    return 31 * (31 * scheme.name().hashCode() + count) + shape.hashCode();
  }

  @Override public String toString() {
    return "BloomSlicePlan[scheme=" + scheme + ", count=" + count + ", shape=" + shape + "]";
  }

  /** The slice that holds a position: an estimate in floating point, one off at most, put right. */
  private int sliceAt(long position) {
    int slice = Math.min((int) (position * slicesPerBit), count - 1);
    if (position < bounds[slice]) {
      return slice - 1;
    }
    return position < bounds[slice + 1] ? slice : slice + 1;
  }

  private static long lowerBound(long bits, int index, int count) {
    return bits / count * index + bits % count * index / count;
  }

  private static BloomShape horizontalShape(BloomShape shape, int count) {
    long unit = shape.layout() == Layout.PLAIN ? Long.SIZE : BloomShape.LINE_BITS;
    long units = (shape.bits() + count * unit - 1) / (count * unit);
    long expected = (shape.expected() + count - 1) / count;
    while (true) {
      BloomShape slice = BloomShape.of(shape.layout(), units * unit, shape.probes(), expected);
      if (Occupancy.slicedRate(slice, count, shape.expected()) <= shape.fpp()) {
        return slice;
      }
      units += Math.max(1, units / 500);
    }
  }
}
