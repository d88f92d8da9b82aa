package io.bloomtree.filter;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * An exact buffer that claims a share of the events it does not know, so that it can be compared
 * with filters that err both ways. Not thread-safe: one event loop owns it.
 */
public final class FpBufferFilter implements Filter {
  /*
   * Whether an unknown event is claimed follows from the seed, its fingerprint and how many events
   * were fed so far. So an answer stays the same until something is fed, whoever asks and however
   * often, and adding an event gives the answer that asking for it just gave; yet an event that is
   * always forgotten is not always claimed or always denied.
   */
  private static final int UNIT_BITS = 53;

  private static final long MARK = Registers.mark("BTFB", 1);
  private static final int SEED = BufferFilter.FREE_REGISTERS;
  private static final int EVENTS = SEED + 1;

  private final FpBufferShape shape;
  private final BufferFilter buffer;
  private final long seed;
  private final double claimed;
  private final Registers registers;
  private long events;

  /** An empty filter; {@code seed} decides which events are claimed. */
  public FpBufferFilter(FpBufferShape shape, long seed) {
    this(shape, seed, 0, new BufferFilter(shape.buffer()));
  }

  FpBufferFilter(FpBufferShape shape, long seed, long events, BufferFilter buffer) {
    this(shape, seed, events, buffer, Registers.onHeap());
  }

  private FpBufferFilter(
      FpBufferShape shape, long seed, long events, BufferFilter buffer, Registers registers) {
    this.shape = requireNonNull(shape, "shape");
    this.buffer = requireNonNull(buffer, "buffer");
    this.seed = seed;
    this.events = events;
    this.claimed = Math.scalb(shape.fpp(), UNIT_BITS);
    this.registers = registers;
  }

  /** The filter that is kept in some storage, or a new one. */
  static FpBufferFilter open(FpBufferShape shape, long seed, Storage storage) {
    Registers registers = Registers.open(storage, MARK);
    if (registers.isNew()) {
      BufferFilter.begin(shape.buffer(), registers);
      registers.put(SEED, seed);
      registers.commit();
    }
    BufferFilter buffer =
        BufferFilter.open(shape.buffer(), registers, Long.MAX_VALUE, storage);
    long events = registers.get(EVENTS, 0, Long.MAX_VALUE >> 1, "events");
    return new FpBufferFilter(shape, registers.get(SEED), events, buffer, registers);
  }

  /**
   * The filter of a snapshot.
   *
   * @throws MalformedSnapshotException if the bytes are not exactly one undamaged snapshot
   */
  public static FpBufferFilter fromSnapshot(byte[] snapshot) {
    return FpBufferSnapshot.read(snapshot).toFilter();
  }

  /**
   * The filter of a snapshot of so many bytes; what follows it in the stream is left there.
   *
   * @throws MalformedSnapshotException if the bytes are not exactly one undamaged snapshot
   */
  public static FpBufferFilter readSnapshot(InputStream in, long length) throws IOException {
    return FpBufferSnapshot.read(in, length).toFilter();
  }

  public FpBufferShape shape() {
    return shape;
  }

  /** How many events it was fed. */
  public long events() {
    return events;
  }

  /** Whether the event is in the buffer, and not claimed by chance. */
  boolean remembers(long fingerprint) {
    return buffer.mightContain(fingerprint);
  }

  @Override public boolean mightContain(long fingerprint) {
    return remembers(fingerprint) || isClaimedUnknown(fingerprint);
  }

  @Override public void add(long fingerprint) {
    addIfNew(fingerprint);
  }

  @Override public boolean addIfNew(long fingerprint) {
    boolean isNew = buffer.putIfNew(fingerprint) && !isClaimedUnknown(fingerprint);
    events++;
    registers.put(EVENTS, events);
    registers.commit();
    return isNew;
  }

  private boolean isClaimedUnknown(long fingerprint) {
    long word = new RandomWords(Probes.scramble(seed ^ fingerprint)).ahead(events);
    return word >>> Long.SIZE - UNIT_BITS < claimed;
  }

  @Override public long memoryBytes() {
    return buffer.memoryBytes();
  }

  @Override public double fill() {
    return buffer.fill();
  }

  /** Of those it remembers: exact. */
  @Override public double estimatedCardinality() {
    return buffer.estimatedCardinality();
  }

  /** The same from the first event on. */
  @Override public double estimatedFalsePositiveRate() {
    return shape.falsePositiveRate();
  }

  /** Grows with its size. */
  @Override public long snapshotBytes() {
    return FpBufferSnapshot.length(buffer);
  }

  @Override public void writeSnapshot(OutputStream out) throws IOException {
    new FpBufferSnapshot(shape, seed, events, buffer).write(out);
  }

  @Override public byte[] toSnapshot() {
    return new FpBufferSnapshot(shape, seed, events, buffer).toBytes();
  }

  @Override public String toString() {
    return "FpBufferFilter[shape=" + shape + ", size=" + buffer.size() + "]";
  }
}
