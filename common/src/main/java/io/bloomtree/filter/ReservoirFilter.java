package io.bloomtree.filter;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.ReservoirShape.Reset;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A reservoir filter: keeps a sample of the stream, and of late every event it does not know, while
 * as many bits go as come. Whoever uses it feeds it every event, copies too. Not thread-safe: one
 * event loop owns it.
 */
public final class ReservoirFilter implements Filter {
  private static final double UNIT = 0x1.0p-53;
  private static final long NONE = -1;

  private static final long MARK = Registers.mark("BTRF", 1);
  private static final int EVENTS = 1;
  private static final int RANDOM = 2;

  private final ReservoirShape shape;
  private final Cells words;
  private final int filters;
  private final long bits;
  private long events;
  private final RandomWords random;
  private final Registers registers;
  private final boolean readsAhead;
  private long setBits;
  private long touched;

  /** An empty filter on the heap; {@code seed} decides what is sampled and what makes room. */
  public ReservoirFilter(ReservoirShape shape, long seed) {
    this(shape, 0, seed, Cells.onHeap(shape.words()));
  }

  ReservoirFilter(ReservoirShape shape, long events, long random, Cells words) {
    this(shape, events, random, words, Registers.onHeap());
  }

  private ReservoirFilter(
      ReservoirShape shape, long events, long random, Cells words, Registers registers) {
    this.shape = requireNonNull(shape, "shape");
    this.words = requireNonNull(words, "words");
    if (words.words() != shape.words()) {
      throw new IllegalArgumentException(
          "storage must have " + shape.words() + " words: words=" + words.words());
    }
    this.filters = shape.filters();
    this.bits = shape.bits();
    this.events = events;
    this.random = new RandomWords(random);
    this.registers = registers;
    this.readsAhead = words.areReadAhead();
    this.setBits = words.countSetBits();
  }

  /** The filter that is kept in some storage, or a new one. */
  static ReservoirFilter open(ReservoirShape shape, long seed, Storage storage) {
    Registers registers = Registers.open(storage, MARK);
    Cells words = registers.cells(shape.filters() * shape.bits(), 1);
    if (registers.isNew()) {
      registers.begin();
      registers.put(RANDOM, seed);
      registers.commit();
    }
    long events = registers.get(EVENTS, 0, Long.MAX_VALUE >> 1, "events");
    return new ReservoirFilter(shape, events, registers.get(RANDOM), words, registers);
  }

  /**
   * The filter of a snapshot.
   *
   * @throws MalformedSnapshotException if the bytes are not exactly one undamaged snapshot
   */
  public static ReservoirFilter fromSnapshot(byte[] snapshot) {
    return ReservoirSnapshot.read(snapshot).toFilter();
  }

  /**
   * The filter of a snapshot of so many bytes; what follows it in the stream is left there.
   *
   * @throws MalformedSnapshotException if the bytes are not exactly one undamaged snapshot
   */
  public static ReservoirFilter readSnapshot(InputStream in, long length) throws IOException {
    return ReservoirSnapshot.read(in, length).toFilter();
  }

  public ReservoirShape shape() {
    return shape;
  }

  /** How many events it was fed. */
  public long events() {
    return events;
  }

  @Override public boolean mightContain(long fingerprint) {
    long h = Probes.mix(fingerprint);
    for (int i = 0; i < filters; i++, h = Probes.next(h)) {
      if (!isSet(position(i, h))) {
        return false;
      }
    }
    return true;
  }

  @Override public void add(long fingerprint) {
    addIfNew(fingerprint);
  }

  @Override public boolean addIfNew(long fingerprint) {
    boolean isNew = !mightContain(fingerprint);
    events++;
    if (events <= bits) {
      setAll(fingerprint);
    } else if (shape.reset() == Reset.RANDOM) {
      keepByText(fingerprint, isNew);
    } else {
      keepByAlgorithm(fingerprint, isNew);
    }
    registers.put(EVENTS, events);
    registers.put(RANDOM, random.state());
    registers.commit();
    return isNew;
  }

  private void keepByText(long fingerprint, boolean isNew) {
    double chance = (double) bits / events;
    boolean isSampled = draw() < chance;
    if (isSampled || isNew && chance < shape.threshold()) {
      if (readsAhead) {
        touch(fingerprint);
      }
      for (int i = 0; i < filters; i++) {
        clear(position(i, random.next()));
      }
      setAll(fingerprint);
    }
  }

  /** Reads what an event will change that is about to be kept. */
  private void touch(long fingerprint) {
    long read = 0;
    long h = Probes.mix(fingerprint);
    for (int i = 0; i < filters; i++, h = Probes.next(h)) {
      read ^= words.get(position(i, h) >>> 6);
      read ^= words.get(position(i, random.ahead(1 + i)) >>> 6);
    }
    touched = read; // or the compiler would see that nobody wants it
  }

  private void keepByAlgorithm(long fingerprint, boolean isNew) {
    double drawn = draw();
    if (drawn <= (double) bits / events) {
      setAll(fingerprint);
    } else if (isNew && drawn > shape.threshold()) {
      long h = Probes.mix(fingerprint);
      for (int i = 0; i < filters; i++, h = Probes.next(h)) {
        long own = position(i, h);
        if (!isSet(own)) {
          clearSome(i);
          set(own);
        }
      }
    }
  }

  /** Clears the first bit that is set, from a random one on; nothing if none is. */
  private void clearSome(int filter) {
    long first = filter * bits;
    long from = position(filter, random.next());
    long found = firstSet(from, first + bits);
    if (found == NONE) {
      found = firstSet(first, from);
    }
    if (found != NONE) {
      clear(found);
    }
  }

  /** A word at a time: after a stream of few different events hardly any is. */
  private long firstSet(long from, long to) {
    for (long at = from; at < to; at = (at | Long.SIZE - 1) + 1) {
      long rest = words.get(at >>> 6) >>> at;
      if (rest != 0) {
        long found = at + Long.numberOfTrailingZeros(rest);
        return found < to ? found : NONE;
      }
    }
    return NONE;
  }

  private long position(int filter, long h) {
    return filter * bits + Probes.reduce(h, bits);
  }

  private boolean isSet(long position) {
    return (words.get(position >>> 6) >>> position & 1) != 0;
  }

  private void setAll(long fingerprint) {
    long h = Probes.mix(fingerprint);
    for (int i = 0; i < filters; i++, h = Probes.next(h)) {
      set(position(i, h));
    }
  }

  private void set(long position) {
    long old = words.get(position >>> 6);
    setBits += 1 - (old >>> position & 1);
    words.put(position >>> 6, old | 1L << position);
  }

  private void clear(long position) {
    long old = words.get(position >>> 6);
    setBits -= old >>> position & 1;
    words.put(position >>> 6, old & ~(1L << position));
  }

  /** A random number from 0 to 1. */
  private double draw() {
    return (random.next() >>> 11) * UNIT;
  }

  @Override public long memoryBytes() {
    return words.words() * Long.BYTES;
  }

  @Override public double fill() {
    return (double) setBits / (filters * bits);
  }

  /** Of those it remembers. */
  @Override public double estimatedCardinality() {
    return -bits * Math.log1p(-Math.min(fill(), 1 - 0.5 / bits));
  }

  @Override public double estimatedFalsePositiveRate() {
    return Math.pow(fill(), filters);
  }

  @Override public long snapshotBytes() {
    return ReservoirSnapshot.length(shape);
  }

  @Override public void writeSnapshot(OutputStream out) throws IOException {
    new ReservoirSnapshot(shape, events, random.state(), words).write(out);
  }

  @Override public byte[] toSnapshot() {
    return new ReservoirSnapshot(shape, events, random.state(), words).toBytes();
  }

  @Override public String toString() {
    return "ReservoirFilter[shape=" + shape + ", events=" + events + ", fill=" + fill() + "]";
  }
}
