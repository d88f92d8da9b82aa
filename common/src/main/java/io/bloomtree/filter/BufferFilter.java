package io.bloomtree.filter;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.OptionalLong;

/**
 * An exact buffer: remembers the fingerprints that were added last, each with the time at which its
 * event was recorded, and claims nothing else. Adding an event again makes it the most recent one;
 * asking for it does not. Not thread-safe: one event loop owns it.
 *
 * <p>Times are numbers that grow, of whatever unit. They decide nothing here: a window is kept by
 * whoever compares {@link #recordedAt} with its beginning and removes what is older. An event added
 * without a time is recorded at the youngest one that was given so far, and before that at {@link
 * Long#MIN_VALUE}.
 */
public final class BufferFilter implements Filter {
  private static final double COLLISION = 0x1.0p-64;

  private static final long MARK = Registers.mark("BTEB", 1);
  private static final int YOUNGEST = 1;
  /** The first register that is not this buffer's: for those that are built on it. */
  static final int FREE_REGISTERS = 2;

  private final BufferShape shape;
  private final RecentEntries entries;
  private final Registers registers;
  private long youngest;

  public BufferFilter(BufferShape shape) {
    this(shape, Long.MIN_VALUE, new RecentEntries(shape.capacity()));
  }

  BufferFilter(BufferShape shape, long youngest, RecentEntries entries) {
    this(shape, youngest, entries, Registers.onHeap());
  }

  private BufferFilter(
      BufferShape shape, long youngest, RecentEntries entries, Registers registers) {
    this.shape = requireNonNull(shape, "shape");
    this.youngest = youngest;
    this.entries = requireNonNull(entries, "entries");
    this.registers = registers;
  }

  /** The buffer that is kept in some storage, or a new one. */
  static BufferFilter open(BufferShape shape, Storage storage) {
    Registers registers = Registers.open(storage, MARK);
    if (registers.isNew()) {
      begin(shape, registers);
      registers.commit();
    }
    return open(shape, registers, Long.MAX_VALUE, storage);
  }

  /** What is in registers that are new, but for what is kept by those who are built on it. */
  static void begin(BufferShape shape, Registers registers) {
    registers.area(StoredEntries.NAME, StoredEntries.words(shape.capacity()));
    registers.begin();
    registers.put(YOUNGEST, Long.MIN_VALUE);
  }

  /**
   * The same for those that are built on a buffer, and share its registers.
   *
   * @param mostTime how far from 0 a time may be
   */
  static BufferFilter open(
      BufferShape shape, Registers registers, long mostTime, Storage storage) {
    StoredEntries entries = StoredEntries.open(shape.capacity(), mostTime, storage);
    return new BufferFilter(shape, registers.get(YOUNGEST), entries, registers);
  }

  /**
   * The filter of a snapshot.
   *
   * @throws MalformedSnapshotException if the bytes are not exactly one undamaged snapshot
   */
  public static BufferFilter fromSnapshot(byte[] snapshot) {
    return BufferSnapshot.read(snapshot).toFilter();
  }

  /**
   * The filter of a snapshot of so many bytes; what follows it in the stream is left there.
   *
   * @throws MalformedSnapshotException if the bytes are not exactly one undamaged snapshot
   */
  public static BufferFilter readSnapshot(InputStream in, long length) throws IOException {
    return BufferSnapshot.read(in, length).toFilter();
  }

  public BufferShape shape() {
    return shape;
  }

  /** How many events it remembers. */
  public int size() {
    return entries.size();
  }

  @Override public boolean mightContain(long fingerprint) {
    return entries.find(fingerprint) != RecentEntries.NONE;
  }

  /** When the event was recorded; nothing if it is not remembered. */
  public OptionalLong recordedAt(long fingerprint) {
    int entry = entries.find(fingerprint);
    return entry == RecentEntries.NONE
        ? OptionalLong.empty()
        : OptionalLong.of(entries.time(entry));
  }

  /** When the event was recorded that makes room next. */
  OptionalLong oldest() {
    int entry = entries.leastRecent();
    return entry == RecentEntries.NONE
        ? OptionalLong.empty()
        : OptionalLong.of(entries.time(entry));
  }

  @Override public void add(long fingerprint) {
    addIfNew(fingerprint, youngest);
  }

  /** Adds the event, recorded at a time; one that is there keeps the younger of its two times. */
  public void add(long fingerprint, long at) {
    addIfNew(fingerprint, at);
  }

  @Override public boolean addIfNew(long fingerprint) {
    return addIfNew(fingerprint, youngest);
  }

  /** {@link #add(long, long)}, and says whether the event was new: not there, however old. */
  public boolean addIfNew(long fingerprint, long at) {
    boolean isNew = putIfNew(fingerprint, at);
    registers.commit();
    return isNew;
  }

  /** The same for those who have more to keep, and do so at once: as of the youngest time. */
  boolean putIfNew(long fingerprint) {
    return putIfNew(fingerprint, youngest);
  }

  private boolean putIfNew(long fingerprint, long at) {
    youngest = Math.max(youngest, at);
    registers.put(YOUNGEST, youngest);
    int entry = entries.find(fingerprint);
    if (entry == RecentEntries.NONE) {
      entries.insert(fingerprint, at);
      return true;
    }
    entries.use(entry, at);
    return false;
  }

  /**
   * Removes events recorded before a time, from the least recently added on, until one is young
   * enough; says how many. Where events were added in the order of their times nothing older is
   * left, unless it were more than the most. Otherwise an older one may stay behind a younger one,
   * for as long as that stays.
   *
   * @param most how many are removed at most: the work of one call
   */
  public int removeOlderThan(long time, int most) {
    if (most < 0) {
      throw new IllegalArgumentException("most must be >= 0: most=" + most);
    }
    int removed = 0;
    for (int entry = entries.leastRecent();
        removed < most && entry != RecentEntries.NONE && entries.time(entry) < time;
        entry = entries.leastRecent()) {
      entries.remove(entry);
      if (++removed % (Storage.MOST_PUTS / 2) == 0) {
        registers.commit();
      }
    }
    registers.commit();
    return removed;
  }

  /** All of its arrays, which have their full size from the beginning. */
  @Override public long memoryBytes() {
    return entries.memoryBytes();
  }

  /** The share of its capacity that is taken. */
  @Override public double fill() {
    return (double) entries.size() / shape.capacity();
  }

  /** Of those it remembers: exact. */
  @Override public double estimatedCardinality() {
    return entries.size();
  }

  /** Events whose fingerprint is that of another one. */
  @Override public double estimatedFalsePositiveRate() {
    return entries.size() * COLLISION;
  }

  /** Grows with its size. */
  @Override public long snapshotBytes() {
    return BufferSnapshot.length(entries.size());
  }

  @Override public void writeSnapshot(OutputStream out) throws IOException {
    new BufferSnapshot(shape, youngest, entries).write(out);
  }

  @Override public byte[] toSnapshot() {
    return new BufferSnapshot(shape, youngest, entries).toBytes();
  }

  @Override public String toString() {
    return "BufferFilter[shape=" + shape + ", size=" + size() + "]";
  }
}
