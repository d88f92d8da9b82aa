package io.bloomtree.experiments.beyond;

import io.bloomtree.filter.Window;
import io.bloomtree.tree.Resolution.Verdict;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** How old events were when copies of them were dropped, or delivered. Owned by one thread. */
final class Memories {
  /** The most milliseconds that pass between a decision and when everybody has heard of it. */
  static final long TRANSIT = 200;

  private static final int BINS = 40;
  private static final double MOST = 4;
  /** Fewer copies make no share. */
  private static final int FEW = 10;

  private final Window window;
  private final int leafLevel;
  private final Map<Long, Long> delivered = new HashMap<>();
  private final long[] droppedByAge = new long[BINS];
  private final long[] byAge = new long[BINS];
  private long within;
  private long early;
  private long after;
  private long late;
  private long duplicates;
  private long atLeaf;
  private long longest;

  /**
   * @param leafLevel the level of the agents
   */
  Memories(Window window, int leafLevel) {
    this.window = window;
    this.leafLevel = leafLevel;
  }

  /** A copy was judged; the first one of an event, and later ones that are distinct, are its. */
  void told(long fingerprint, Verdict verdict, long now) {
    Long last = delivered.get(fingerprint);
    if (verdict.isDistinct()) {
      delivered.put(fingerprint, now);
    } else {
      duplicates++;
      atLeaf += verdict.level() == leafLevel ? 1 : 0;
    }
    if (last != null) {
      judge(now - last, verdict.isDistinct());
    }
  }

  private void judge(long age, boolean isDistinct) {
    int bin = (int) Math.min(BINS - 1, age / (double) window.span() / MOST * BINS);
    byAge[bin]++;
    if (!isDistinct) {
      droppedByAge[bin]++;
      longest = Math.max(longest, age);
    }
    if (age <= window.span()) {
      within++;
      early += isDistinct ? 1 : 0;
    } else if (age > window.span() + window.span() / window.slots() + TRANSIT) {
      after++;
      late += isDistinct ? 0 : 1;
    }
  }

  /** Copies that came within the window of the event. */
  long within() {
    return within;
  }

  /** The share of them that were delivered. */
  double early() {
    return (double) early / within;
  }

  /** Copies that came when the window was over. */
  long after() {
    return after;
  }

  /** The share of them that were dropped; not a number if there are none. */
  double late() {
    return (double) late / after;
  }

  /** How old, in windows, an event was at most of which a copy was dropped. */
  double longest() {
    return (double) longest / window.span();
  }

  /** The share of duplicates that no message was sent for. */
  double atLeaf() {
    return (double) atLeaf / duplicates;
  }

  /** The ages, in windows, in the middles of bins. */
  static double[] bins() {
    return IntStream.range(0, BINS).mapToDouble(bin -> (bin + 0.5) * MOST / BINS).toArray();
  }

  /** The share of copies that were dropped, for each bin; not a number where there are few. */
  double[] dropped() {
    return IntStream.range(0, BINS)
        .mapToDouble(bin -> byAge[bin] < FEW
            ? Double.NaN : (double) droppedByAge[bin] / byAge[bin])
        .toArray();
  }
}
