package io.bloomtree.filter;

import static java.util.Objects.checkIndex;
import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** How a Bloom filter is cut into slices. Immutable. */
public final class BloomSlicePlan extends CutFilter {
  /*
   * Horizontal: S filters of m/S bits. Slices get n/S events only on average; those that get more
   * err more than the others save. So that the whole still keeps its rate (P4), a slice has m/S
   * bits plus what the uneven load costs: nothing to speak of for thousands of events a slice, a
   * few words for tens.
   *
   * Cache lines and vertical slices exclude each other: a line is on one slice, so there would be
   * nothing left of the fault tolerance that vertical slices are for.
   */

  private final BloomShape shape;
  private final BloomShape sliceShape;

  private BloomSlicePlan(Cut cut, BloomShape shape, BloomShape sliceShape) {
    super(cut);
    this.shape = requireNonNull(shape, "shape");
    this.sliceShape = sliceShape;
  }

  static BloomSlicePlan whole(BloomShape shape) {
    return new BloomSlicePlan(Cut.whole(), shape, shape);
  }

  static BloomSlicePlan horizontal(BloomShape shape, int count) {
    return new BloomSlicePlan(Cut.horizontal(count), shape, shape.share(count));
  }

  static BloomSlicePlan vertical(BloomShape shape, int count) {
    return new BloomSlicePlan(Cut.vertical(shape, count), shape, shape);
  }

  /** The shape of the filter before it is cut. */
  @Override public BloomShape shape() {
    return shape;
  }

  /** The shape of the filter that a slice is, or, if vertical, is a part of. */
  @Override public BloomShape sliceShape() {
    return sliceShape;
  }

  @Override public double falsePositiveRate() {
    return falsePositiveRate(shape.expected());
  }

  /** The rate of false positives over all slices once that many distinct events were added. */
  public double falsePositiveRate(long events) {
    return scheme() == Scheme.HORIZONTAL
        ? Occupancy.slicedRate(sliceShape, count(), events)
        : shape.falsePositiveRate(events);
  }

  @Override long wordsOf(long positions) {
    return (positions + 63) >>> 6;
  }

  @Override public BloomSlice newSlice(int index) {
    return newSlice(index, 0);
  }

  /** Nothing about it is random. */
  @Override public BloomSlice newSlice(int index, long seed) {
    checkIndex(index, count());
    if (scheme() == Scheme.VERTICAL) {
      long held = cut().held(index);
      return new VerticalSlice(shape, cut().bound(index), held, Cells.onHeap(wordsOf(held)));
    }
    return new WholeSlice(new BloomFilter(sliceShape));
  }

  @Override public BloomSlice openSlice(int index, long seed, Storage storage) {
    checkIndex(index, count());
    if (scheme() != Scheme.VERTICAL) {
      return sliceShape.open(seed, storage);
    }
    long held = cut().held(index);
    return new VerticalSlice(
        shape, cut().bound(index), held, BloomShape.openBits(held, storage));
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
    checkIndex(index, count());
    BloomSnapshot snapshot = BloomSnapshot.read(in, length);
    if (!snapshot.shape().equals(sliceShape)) {
      throw new IncompatibleFilterException(sliceShape, snapshot.shape());
    }
    if (scheme() != Scheme.VERTICAL) {
      return new WholeSlice(snapshot.toFilter());
    }
    if (snapshot.firstBit() != cut().bound(index)
        || snapshot.heldBits() != cut().held(index)) {
      throw new MalformedSnapshotException("snapshot must be of slice " + index + " of " + count()
          + ", has " + snapshot.heldBits() + " bits from " + snapshot.firstBit(), 32);
    }
    return new VerticalSlice(
        shape, snapshot.firstBit(), snapshot.heldBits(), snapshot.cells());
  }
}
