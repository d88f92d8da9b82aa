package io.bloomtree.filter;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.BloomShape.Layout;
import java.util.Optional;

/**
 * How a sliding Bloom filter is built ("One is enough", Section 4): a timer for each cell of a
 * plain Bloom filter, which says in which slot of time the cell was last set. Immutable.
 *
 * @param cells a Bloom filter with a cell for each bit, sized for all that can be alive at once
 * @param equalTimers how many timers of an event must be equal for a duplicate, k'; 1: any
 */
public record SlidingShape(BloomShape cells, Window window, int equalTimers)
    implements FilterShape {
  /*
   * A timer holds the number of its slot modulo a few more values than slots can be alive at once:
   * those of a whole window and the one that has begun. What is left over is the time within which
   * every cell must have been looked at, so that the number of a dead slot is not taken for that of
   * the next one which has it. One slot in LEAST_SLACK is enough for the sweep to be cheap; more
   * comes with the rounding to whole bits: 100 slots have 7 bits, of whose 127 values 26 are spare.
   */
  private static final int LEAST_SLACK = 16;
  /** To look at a timer costs more than to look at a bit. */
  private static final double WORTH_A_PROBE = 1.05;

  public SlidingShape {
    requireNonNull(cells, "cells");
    requireNonNull(window, "window");
    if (cells.layout() != Layout.PLAIN) {
      throw new IllegalArgumentException(
          "a sliding filter must have the plain layout: layout=" + cells.layout());
    }
    if (equalTimers < 1 || equalTimers > cells.probes()) {
      throw new IllegalArgumentException("equalTimers must be 1 to " + cells.probes()
          + ", the probes: equalTimers=" + equalTimers);
    }
  }

  /** For so many distinct events in each window, and a rate of false positives. */
  public static SlidingShape sizedFor(long expected, double fpp, Window window) {
    return new SlidingShape(plain(window.mostAlive(expected), fpp), window, 1);
  }

  /** The cells for so many events that are alive at once. */
  static BloomShape plain(long alive, double fpp) {
    return BloomShape.plainWith(WORTH_A_PROBE, alive, fpp);
  }

  /** The same filter with the equal-timers heuristic. */
  public SlidingShape withEqualTimers(int least) {
    return new SlidingShape(cells, window, least);
  }

  /** Bits of a timer. */
  public int timerBits() {
    int most = window.slots() + 1 + Math.max(1, window.slots() / LEAST_SLACK);
    return Integer.SIZE - Integer.numberOfLeadingZeros(most);
  }

  /** How many different slots a timer can tell apart; one value more says that it is not set. */
  int values() {
    return (1 << timerBits()) - 1;
  }

  /** Within so many slots every cell must have been looked at. */
  int slack() {
    return values() - window.slots() - 1;
  }

  int perWord() {
    return Long.SIZE / timerBits();
  }

  /** Words that so many cells take; a timer does not cross from one into the next. */
  long words(long heldCells) {
    return (heldCells + perWord() - 1) / perWord();
  }

  @Override public Optional<Window> remembers() {
    return Optional.of(window);
  }

  @Override public int probes() {
    return cells.probes();
  }

  @Override public long memoryBytes() {
    return words(cells.bits()) * Long.BYTES;
  }

  @Override public double falsePositiveRate() {
    double all = cells.falsePositiveRate();
    if (equalTimers == 1) {
      return all;
    }
    double[] shares = timerShares(window.slots() + 1);
    double fill = 0;
    for (double share : shares) {
      fill += share;
    }
    double unequal = EqualTimers.none(shares, probes(), equalTimers);
    // the spread of the fill, which the Bloom filter's rate knows of, counts here too; what is
    // next to nothing is less than nothing when it is rounded
    return Math.max(0, all * (1 - unequal / StrictMath.pow(fill, probes())));
  }

  /** Of a copy a whole window later, which misses most: some of its timers were set anew. */
  @Override public double falseNegativeRate(long gap) {
    double slots = window.unit() == Window.Unit.EVENTS
        ? (double) gap * window.slots() / window.span()
        : (double) gap * window.slots() / cells.expected();
    return falseNegativeRateAfter((int) Math.min(window.slots(), Math.ceil(slots)));
  }

  /** How often a copy is denied whose event was recorded so many slots ago, at design load. */
  public double falseNegativeRateAfter(int slots) {
    if (equalTimers == 1) {
      return 0;
    }
    double[] shares = timerShares(slots + 1);
    shares[slots] = StrictMath.pow(keptPerSlot(), slots); // its own: none was set since
    return EqualTimers.none(shares, probes(), equalTimers);
  }

  /** How likely a cell was last set in each of the youngest slots, at design load. */
  private double[] timerShares(int slots) {
    double[] shares = new double[slots];
    double keptPerSlot = keptPerSlot();
    double kept = 1;
    for (int age = 0; age < slots; age++) {
      shares[age] = kept * (1 - keptPerSlot);
      kept *= keptPerSlot;
    }
    return shares;
  }

  /** How likely a cell is not set within a slot. */
  private double keptPerSlot() {
    double events = (double) cells.expected() / (window.slots() + 1);
    return 1 - Occupancy.plainFill(cells.bits(), probes(), events);
  }

  @Override public SlidingShape share(int count) {
    return new SlidingShape(cells.share(count), window, equalTimers);
  }

  @Override public FilterSlice newFilter(long seed) {
    return new SlidingFilter(this);
  }

  /** Nothing about it is random. */
  @Override public FilterSlice open(long seed, Storage storage) {
    return openPart(0, cells.bits(), storage);
  }

  /** Counts of events that different nodes recorded are no common clock. */
  @Override public boolean unites() {
    return window.unit() == Window.Unit.MILLIS;
  }

  /** Some of its cells, from one on. */
  FilterSlice openPart(long firstCell, long heldCells, Storage storage) {
    return SlidingFilter.open(this, firstCell, heldCells, storage);
  }
}
