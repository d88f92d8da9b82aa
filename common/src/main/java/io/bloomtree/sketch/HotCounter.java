package io.bloomtree.sketch;

import static java.util.Objects.checkFromToIndex;
import static java.util.Objects.requireNonNull;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * Counts the elements of a stream in a {@link CountMin} and offers those to {@link TopKeys} that
 * may be among the most frequent: what {@link CountMin#add(long)} and {@link TopKeys#offer} do for
 * each, in less time. Of a bulk, bounds may contain elements that came soon after. Not
 * thread-safe: one event loop owns it, the sketch and the candidates, and adds to neither of them
 * in other ways. Whoever looks at them calls {@link #settle} first.
 */
public final class HotCounter {
  /*
   * Counters are many, and whatever an event loop does between two bulks of elements pushes them
   * out of its nearest cache. So each counter has a cell of one byte, and what is added goes there
   * first: all cells together have an eighth of the counters' cache lines.
   *
   * Only elements whose bound, the least of their counters, passes a threshold may become
   * candidates, and cells know how far that is: a cell starts as far below HOT as its counter is
   * below the threshold, or SPAN below it if that is further. So while a cell is below HOT its
   * counter is below the threshold. An element is looked at if all of its cells were hot already.
   * Of any other one a counter ends at the threshold at most, and it would be turned away.
   *
   * A counter does not change until its cell is settled. So what the cell started with follows from
   * the counter, and is not kept.
   *
   * The threshold rises, and cells hear of that when they are settled. Until then more of them are
   * hot than need to be, and elements are looked at in vain: that costs time and nothing else. So
   * does settling, which goes through all cells. It is done when what was in vain has cost as much,
   * but not all the time: elements that are nearly candidates are looked at whatever cells know.
   *
   * Row by row, a block of elements at a time: these loops have no branch that a processor could
   * expect wrongly, and the elements of a block do not wait for each other. For the same reason
   * those to be looked at are first put next to each other: in a skewed stream they are about half
   * of all, and nearly all of them are candidates already.
   */
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long ANY_HOT = 0x8080_8080_8080_8080L;
  private static final int HOT = 0x80;
  private static final int SPAN = 0x80;
  private static final int MOST = 0xFF;
  private static final int BLOCK = 256;
  /** What a look in vain is taken to cost, in cells to settle: it may file candidates anew. */
  private static final int CELLS_PER_LOOK = 64;
  private static final int LEAST_PER_CELL = 4;
  private static final int LEAST_SHARE = 16;

  private final CountMin counts;
  private final TopKeys top;
  private final long key;
  private final int depth;
  private final int width;
  private final long[] values;
  private final byte[] marks;
  private final byte[] cells;
  private final long[] words = new long[BLOCK];
  private final long[] places = new long[BLOCK];
  /** Negative: all cells of the element were hot so far. */
  private final byte[] areHot = new byte[BLOCK];
  private final long[] hot = new long[BLOCK];
  private final LongUnaryOperator bounds = this::atMost;
  private final long[] single = new long[1];
  private long threshold;
  /** What was not looked at has been seen at most so often, or as often as the threshold says. */
  private long passedOver;
  private long unsettled;
  /** How many elements were looked at in vain since cells were settled. */
  private int vain;

  public HotCounter(CountMin counts, TopKeys top) {
    this.counts = requireNonNull(counts, "counts");
    this.top = requireNonNull(top, "top");
    this.key = Mixing.key(counts.shape().seed());
    this.depth = counts.shape().depth();
    this.width = counts.shape().width();
    this.values = counts.counters().values;
    this.marks = counts.counters().marks;
    this.cells = new byte[values.length];
    Arrays.fill(cells, (byte) HOT);
  }

  /** What it takes beside the sketch and the candidates. */
  public static long memoryBytes(CountMinShape shape) {
    return Counters.lines(shape.counters()) * (long) Counters.LINE + BLOCK * (3L * Long.BYTES + 1);
  }

  /** One more of an element. */
  public void add(long fingerprint) {
    single[0] = fingerprint;
    add(single, 0, 1);
  }

  /** One more of each. */
  public void add(long[] fingerprints, int from, int to) {
    checkFromToIndex(from, to, fingerprints.length);
    for (int start = from; start < to; start += BLOCK) {
      addBlock(fingerprints, start, Math.min(to - start, BLOCK));
    }
    counts.addTotal(to - from);
    unsettled += to - from;
    if (vain >= cells.length / CELLS_PER_LOOK && unsettled >= leastUnsettled()) {
      settle();
    }
  }

  /** Few settle often only while they are a large share of all: then the threshold rises fast. */
  private long leastUnsettled() {
    return Math.min((long) LEAST_PER_CELL * cells.length, counts.total() / LEAST_SHARE);
  }

  private void addBlock(long[] fingerprints, int from, int size) {
    scramble(fingerprints, from, size, key, words);
    Arrays.fill(areHot, 0, size, (byte) -1);
    for (int row = 0; row < depth; row++) {
      locate(words, size, row * width, width, places);
      addRow(size);
    }
    int strangers = top.strangers(hot, gatherHot(fingerprints, from, size));
    for (int i = 0; i < strangers; i++) {
      vain += top.offer(hot[i], bounds) ? 0 : 1;
    }
  }

  private int gatherHot(long[] fingerprints, int from, int size) {
    int found = 0;
    for (int start = 0; start < size; start += Long.BYTES) {
      if (((long) LONGS.get(areHot, start) & ANY_HOT) != 0) {
        int end = Math.min(size, start + Long.BYTES); // what is beyond is of an earlier block
        for (int i = start; i < end; i++) {
          hot[found] = fingerprints[from + i];
          found += areHot[i] >>> Integer.SIZE - 1;
        }
      }
    }
    return found;
  }

  private static void scramble(long[] fingerprints, int from, int size, long key, long[] words) {
    for (int i = 0; i < size; i++) {
      words[i] = Mixing.scramble(fingerprints[from + i] ^ key);
    }
  }

  /** Where the counters of a row are; and the words of the next one. */
  private static void locate(long[] words, int size, long first, long width, long[] places) {
    for (int i = 0; i < size; i++) {
      long h = words[i];
      places[i] = first + Mixing.reduce(h, width);
      words[i] = Mixing.next(h);
    }
  }

  private void addRow(int size) {
    byte[] cells = this.cells;
    byte[] areHot = this.areHot;
    long[] places = this.places;
    for (int i = 0; i < size; i++) {
      int at = (int) places[i];
      byte cell = cells[at];
      areHot[i] &= cell;
      cells[at] = (byte) (cell + 1);
      if (cell == (byte) MOST) {
        overflowed(at);
      }
    }
  }

  /** A cell has counted all it can, and one more. */
  private void overflowed(int at) {
    int start = start(values[at], threshold);
    values[at] += MOST + 1 - start;
    passedOver = Math.max(passedOver, ifCold(start, values[at]));
    cells[at] = (byte) start(values[at], threshold);
    marks[at >>> Counters.LINE_BITS] = Counters.TOUCHED;
  }

  /** What a cell starts with. */
  private static int start(long value, long threshold) {
    // least and most without branches, which would often be expected wrongly
    long below = threshold - value;
    below &= ~(below >> Long.SIZE - 1);
    long beyond = below - SPAN;
    return HOT - SPAN - (int) (beyond & beyond >> Long.SIZE - 1);
  }

  private long atMost(long fingerprint) {
    long least = Long.MAX_VALUE;
    long h = Mixing.scramble(fingerprint ^ key);
    for (int row = 0, first = 0; row < depth; row++, first += width) {
      int at = first + Mixing.reduce(h, width);
      least = Math.min(least, values[at] + (cells[at] & MOST) - start(values[at], threshold));
      h = Mixing.next(h);
    }
    return least;
  }

  /** Brings the sketch and the candidates up to date with all that was added. */
  public void settle() {
    if (unsettled == 0) {
      return;
    }
    long risen = top.threshold();
    for (int line = 0; line < marks.length; line++) {
      settle(line, risen);
    }
    top.turnedAway(Math.min(passedOver, threshold));
    threshold = risen;
    passedOver = 0;
    unsettled = 0;
    vain = 0;
  }

  private void settle(int line, long risen) {
    int changed = 0;
    long most = passedOver;
    for (int at = line * Counters.LINE; at < (line + 1) * Counters.LINE; at++) {
      int start = start(values[at], threshold);
      int more = (cells[at] & MOST) - start;
      changed |= more;
      long value = values[at] + more;
      values[at] = value;
      cells[at] = (byte) start(value, risen);
      most = Math.max(most, ifCold(start, value));
    }
    passedOver = most;
    if (changed != 0) {
      marks[line] = Counters.TOUCHED;
    }
  }

  /** The value of a counter whose cell started below HOT; 0 of others. */
  private static long ifCold(int start, long value) {
    return value & start - HOT >> Integer.SIZE - 1;
  }
}
