package io.bloomtree.filter;

import java.io.IOException;
import java.io.OutputStream;

/** The bits of a plain filter from one position up to another. */
final class VerticalSlice implements BloomSlice {
  private final BloomShape shape;
  private final long firstBit;
  private final long heldBits;
  private final Cells cells;
  private long setBits;

  VerticalSlice(BloomShape shape, long firstBit, long heldBits, Cells cells) {
    this.shape = shape;
    this.firstBit = firstBit;
    this.heldBits = heldBits;
    this.cells = cells;
    this.setBits = cells.countSetBits();
  }

  @Override public BloomShape shape() {
    return shape;
  }

  @Override public int probes(long fingerprint) {
    int here = 0;
    long h = Probes.mix(fingerprint);
    for (int i = 0; i < shape.probes(); i++, h = Probes.next(h)) {
      if (isHere(offset(h))) {
        here++;
      }
    }
    return here;
  }

  @Override public int setProbes(long fingerprint) {
    int set = 0;
    long h = Probes.mix(fingerprint);
    for (int i = 0; i < shape.probes(); i++, h = Probes.next(h)) {
      long offset = offset(h);
      if (isHere(offset)) {
        set += (int) (cells.get(offset >>> 6) >>> offset) & 1;
      }
    }
    return set;
  }

  @Override public void record(long fingerprint, long ageMillis, int importance) {
    long h = Probes.mix(fingerprint);
    for (int i = 0; i < shape.probes(); i++, h = Probes.next(h)) {
      long offset = offset(h);
      if (isHere(offset)) {
        long old = cells.get(offset >>> 6);
        cells.put(offset >>> 6, old | 1L << offset);
        setBits += ~old >>> offset & 1;
      }
    }
  }

  @Override public boolean holds(long fingerprint) {
    long h = Probes.mix(fingerprint);
    for (int i = 0; i < shape.probes(); i++, h = Probes.next(h)) {
      long offset = offset(h);
      if (isHere(offset) && (cells.get(offset >>> 6) >>> offset & 1) == 0) {
        return false;
      }
    }
    return true;
  }

  @Override public boolean unite(FilterSlice other) {
    if (!(other instanceof VerticalSlice that) || !shape.equals(that.shape)
        || firstBit != that.firstBit || heldBits != that.heldBits) {
      return false;
    }
    setBits = cells.uniteWith(that.cells);
    return true;
  }

  /** Whether a bit of the whole filter is here and set. */
  boolean bit(long position) {
    long offset = position - firstBit;
    return isHere(offset) && (cells.get(offset >>> 6) >>> offset & 1) != 0;
  }

  @Override public long memoryBytes() {
    return cells.words() * Long.BYTES;
  }

  @Override public double fill() {
    return (double) setBits / heldBits;
  }

  @Override public double estimatedCardinality() {
    return shape.eventsAt(fill());
  }

  @Override public double estimatedFalsePositiveRate() {
    return StrictMath.pow(fill(), shape.probes());
  }

  @Override public long snapshotBytes() {
    return BloomSnapshot.length(heldBits);
  }

  @Override public void writeSnapshot(OutputStream out) throws IOException {
    snapshot().write(out);
  }

  @Override public byte[] toSnapshot() {
    return snapshot().toBytes();
  }

  @Override public boolean equals(Object other) {
    return other instanceof VerticalSlice that
        && shape.equals(that.shape)
        && firstBit == that.firstBit
        && heldBits == that.heldBits
        && cells.sameWords(that.cells);
  }

  @Override public int hashCode() {
    return 31 * shape.hashCode() + Long.hashCode(firstBit + setBits);
  }

  @Override public String toString() {
    return "VerticalSlice[shape=" + shape + ", firstBit=" + firstBit + ", heldBits=" + heldBits
        + ", fill=" + fill() + "]";
  }

  private BloomSnapshot snapshot() {
    return new BloomSnapshot(shape, firstBit, heldBits, cells);
  }

  private long offset(long h) {
    return Probes.reduce(h, shape.bits()) - firstBit;
  }

  private boolean isHere(long offset) {
    return offset >= 0 && offset < heldBits;
  }
}
