package io.bloomtree.edge;

import io.bloomtree.bus.AgentReport;
import io.bloomtree.bus.AgentReport.VerdictCount;
import io.bloomtree.bus.RecentVerdicts;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Decision;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.wire.Degradation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * How the offers of an agent end: counted, measured, and some of them kept for those who want to
 * see them. Owned by the agent's event loop, but for offers that are refused.
 */
final class Endings {
  /*
   * Neighbouring offers of a bulk mostly end in the same way, and an agent's own verdicts are one
   * object. So those that end alike are only counted until one ends otherwise, or is to be kept:
   * a comparison and a count are all that such an offer costs here.
   */
  private static final Decision[] DECISIONS = Decision.values();

  private final int levels;
  private final long[] verdicts;
  private final long[] failures = new long[Reason.values().length];
  private final long[] degraded = new long[Degradation.values().length];
  private final LongAdder refused = new LongAdder();
  private final Latencies latencies;
  private final VerdictSample sample;
  private long taken;
  /** How the last offers ended, when they began, and how many they are; null: none are. */
  private Resolution last;
  private long lastBegan;
  private int alike;
  /** How many may be alike: the last of so many is one to be kept. */
  private long mostAlike;

  /** Of an agent on that level. */
  Endings(int level, LongSupplier nanoTime, LongSupplier wallMillis, RandomGenerator random) {
    this.levels = level + 1;
    this.verdicts = new long[DECISIONS.length * levels];
    this.latencies = new Latencies(nanoTime);
    this.sample = new VerdictSample(wallMillis, random, nanoTime.getAsLong());
  }

  /** Some offers were made. */
  void taken(int offers) {
    taken += offers;
  }

  /** Some offers were made for which there is no room. May be called from any thread. */
  void refused(int offers) {
    refused.add(offers);
  }

  /** An offer ended that began at some time. */
  void ended(long fingerprint, Resolution resolution, long began) {
    if (resolution != last || began != lastBegan) {
      countAlike(0);
      last = resolution;
      lastBegan = began;
      mostAlike = sample.untilNext();
    }
    if (++alike == mostAlike) {
      countAlike(fingerprint);
      mostAlike = sample.untilNext();
    }
  }

  /** {@code fingerprint}: of the last of them, if it is to be kept. */
  private void countAlike(long fingerprint) {
    if (alike == 0) {
      return;
    }
    if (last instanceof Verdict verdict) {
      // nobody below this agent decides about its offers, whatever a packet says
      int level = Math.min(verdict.level(), levels - 1);
      verdicts[verdict.decision().ordinal() * levels + level] += alike;
      if (verdict.isDegraded()) {
        degraded[verdict.degradation().ordinal()] += alike;
      }
      sample.told(alike, fingerprint, verdict, lastBegan);
      latencies.note(lastBegan, alike);
    } else {
      failed((Failure) last, alike, lastBegan);
    }
    alike = 0;
  }

  /** Some offers failed that began at one time. */
  void failed(Failure failure, int offers, long began) {
    failures[failure.reason().ordinal()] += offers;
    latencies.note(began, offers);
  }

  /** The step is over in which offers may have ended. */
  void measure() {
    countAlike(0);
    last = null; // which verdict is kept next may be another from now on
    sample.measure(latencies.measure());
  }

  /** {@code open}: how many offers have not ended. */
  AgentReport report(long open) {
    long refusals = refused.sum();
    Map<Reason, Long> failed = new EnumMap<>(Reason.class);
    for (Reason reason : Reason.values()) {
      failed.put(reason, failures[reason.ordinal()]);
    }
    failed.merge(Reason.OVERLOADED, refusals, Long::sum);
    Map<Degradation, Long> byCause = new EnumMap<>(Degradation.class);
    for (Degradation cause : Degradation.values()) {
      if (cause != Degradation.NONE) {
        byCause.put(cause, degraded[cause.ordinal()]);
      }
    }
    return new AgentReport(
        taken + refusals, open, verdictCounts(), failed, byCause, latencies.histogram());
  }

  private List<VerdictCount> verdictCounts() {
    List<VerdictCount> counts = new ArrayList<>();
    for (int i = 0; i < verdicts.length; i++) {
      if (verdicts[i] > 0) {
        counts.add(new VerdictCount(DECISIONS[i / levels], i % levels, verdicts[i]));
      }
    }
    return counts;
  }

  /** Some of the verdicts that were told lately, after a sequence. */
  RecentVerdicts recent(long after) {
    return sample.after(after);
  }
}
