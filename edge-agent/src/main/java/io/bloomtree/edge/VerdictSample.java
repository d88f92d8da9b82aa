package io.bloomtree.edge;

import io.bloomtree.bus.RecentVerdicts;
import io.bloomtree.bus.RecentVerdicts.RecentVerdict;
import io.bloomtree.tree.Resolution.Verdict;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** A few verdicts of each second, and of those the last ones. Owned by the agent's event loop. */
final class VerdictSample {
  /*
   * Which ones are kept is drawn by how many there were in the second before: the gaps between
   * them are random and on average as long as it takes to spread so many over a second. All are kept while there are no more than a few.
   */
  static final int PER_SECOND = 20;
  static final int MOST_KEPT = 256;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private record Drawn(long fingerprint, Verdict verdict, long began, long at) {}

  private final LongSupplier wallMillis;
  private final RandomGenerator random;
  private final List<Drawn> drawn = new ArrayList<>();
  private final Deque<RecentVerdict> kept = new ArrayDeque<>();
  private long sequence;
  private long secondBegan;
  private long seen;
  private long usual;
  private int left = PER_SECOND;
  private long untilNext = 1;

  VerdictSample(LongSupplier wallMillis, RandomGenerator random, long nanos) {
    this.wallMillis = wallMillis;
    this.random = random;
    this.secondBegan = nanos;
  }

  /** Which one of the verdicts to come is kept next, counted from 1. */
  long untilNext() {
    return untilNext;
  }

  /** Some verdicts were told; the last of them may be the one that is kept next. */
  void told(int verdicts, long fingerprint, Verdict last, long began) {
    seen += verdicts;
    untilNext -= verdicts;
    if (untilNext == 0) {
      drawn.add(new Drawn(fingerprint, last, began, wallMillis.getAsLong()));
      left--;
      untilNext = left == 0 ? Long.MAX_VALUE : gap();
    }
  }

  private long gap() {
    return usual <= PER_SECOND ? 1 : 1 + random.nextLong(2 * usual / PER_SECOND);
  }

  /** The step is over in which verdicts were told. */
  void measure(long nanos) {
    for (Drawn one : drawn) {
      if (kept.size() == MOST_KEPT) {
        kept.remove();
      }
      Verdict verdict = one.verdict;
      kept.add(new RecentVerdict(
          ++sequence, one.at, String.format("%016x", one.fingerprint), verdict.decision(),
          verdict.decidedBy().value(), verdict.level(), verdict.degradation(),
          Latencies.micros(one.began, nanos)));
    }
    drawn.clear();
    if (nanos - secondBegan >= SECOND) {
      usual = (long) (seen * (double) SECOND / (nanos - secondBegan));
      secondBegan = nanos;
      seen = 0;
      left = PER_SECOND;
      untilNext = gap();
    }
  }

  /** Those after a sequence. */
  RecentVerdicts after(long known) {
    return new RecentVerdicts(
        sequence, kept.stream().filter(verdict -> verdict.sequence() > known).toList());
  }
}
