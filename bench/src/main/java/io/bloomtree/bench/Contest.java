package io.bloomtree.bench;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Measures contestants against each other, in one process. */
final class Contest {
  /*
   * Why not JMH: what is asked for is a ratio, and on a shared machine the noise lasts seconds. JMH
   * measures one contestant after the other, minutes apart, in forks; here they take turns of about
   * a second or less, so that whatever else the machine does strikes all alike. A turn is long
   * enough for a filter that fits in a cache to get there again. Each contestant has a loop of its
   * own, compiled for it alone, as in a fork. TestAndSetBenchmark is the same stream under JMH.
   *
   * A stream has twice as many events as a filter is sized for; half of them are copies, so that it
   * starts empty and ends at its design load.
   */

  private static final int OFFERS_A_TURN = 4_000_000;

  private Contest() {}

  /** Nanoseconds an event, for each: the median of rounds. */
  static Map<Contestant.Kind, Double> run(List<Contestant.Kind> kinds, int events, int rounds) {
    Map<Contestant.Kind, double[]> nanos = new EnumMap<>(Contestant.Kind.class);
    kinds.forEach(kind -> nanos.put(kind, new double[rounds]));
    for (int round = 0; round < rounds; round++) {
      Map<Contestant.Kind, Double> measured = round(kinds, events);
      for (Contestant.Kind kind : kinds) {
        nanos.get(kind)[round] = measured.get(kind);
      }
    }
    Map<Contestant.Kind, Double> medians = new EnumMap<>(Contestant.Kind.class);
    nanos.forEach((kind, all) -> {
      Arrays.sort(all);
      medians.put(kind, (all[(rounds - 1) / 2] + all[rounds / 2]) / 2);
    });
    return Collections.unmodifiableMap(medians);
  }

  private static Map<Contestant.Kind, Double> round(List<Contestant.Kind> kinds, int events) {
    Map<Contestant.Kind, Contestant> contestants = new EnumMap<>(Contestant.Kind.class);
    Map<Contestant.Kind, Double> nanos = new EnumMap<>(Contestant.Kind.class);
    Map<Contestant.Kind, Long> fresh = new EnumMap<>(Contestant.Kind.class);
    kinds.forEach(kind -> contestants.put(kind, kind.make(events)));
    long offers = 2L * events;
    for (long from = 0; from < offers; from += OFFERS_A_TURN) {
      long to = Math.min(offers, from + OFFERS_A_TURN);
      for (Contestant.Kind kind : kinds) {
        long start = System.nanoTime();
        long found = contestants.get(kind).offer(from, to);
        nanos.merge(kind, (double) (System.nanoTime() - start), Double::sum);
        fresh.merge(kind, found, Long::sum);
      }
    }
    fresh.forEach((kind, found) -> requireHonest(kind, found, events));
    nanos.replaceAll((kind, all) -> all / offers);
    return nanos;
  }

  /** Half of the offers were new; one that finds much fewer, or more, is fast for a reason. */
  private static void requireHonest(Contestant.Kind kind, long fresh, int events) {
    if (fresh > 1.001 * events || fresh < 0.95 * events) {
      throw new IllegalStateException(
          kind.label() + " found " + fresh + " new events of " + events);
    }
  }
}
