package io.bloomtree.tree;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.SlicePlan;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * One schedule's tree, workload and faults, drawn from a seed. Times are milliseconds of virtual
 * time. The fields are open so that a test can draw a scenario and then narrow it down.
 */
final class Scenario {
  final long seed;

  Mode mode;
  /** The level of the edges: 1 is a root with agents, 5 has four levels of regions between. */
  int depth;
  int fanOut;
  int agents;
  SlicePlan.Scheme rootScheme;
  int rootSlices;
  SlicePlan.Scheme regionScheme;
  int regionSlices;
  Probing probing;
  int verifyAbove;
  SlicePolicy slicePolicy;
  ParentPolicy agentPolicy;
  ParentPolicy regionPolicy;
  double fpp;
  int expected;

  int deadline;
  int timeout;
  int lease;
  int retry;
  int heldRetry;
  int batchEvents;
  int linger;
  int inFlight;
  int limit;

  int keys;
  int offers;
  boolean burst;
  /** How many of the offers are claims that the producer confirms or releases later. */
  double claimShare;
  double releaseShare;
  /** How many of the callbacks of plain offers throw. */
  double throwShare;

  double loss;
  double duplication;
  double slow;
  double drift;
  int agentCrashes;
  int regionCrashes;
  int rootCrashes;
  /** How many of the crashes lose the state. */
  double agentAmnesia;
  double regionAmnesia;
  double rootAmnesia;
  /** How many of the losses the node itself knows of. */
  double knownAmnesia;
  /** How many of the claims told DISTINCT kill their agent on the spot. */
  double deathBeforeConfirm;
  int cuts;

  private Scenario(long seed) {
    this.seed = seed;
  }

  static Scenario draw(long seed) {
    Random random = new Random(mix(seed));
    Scenario s = new Scenario(seed);
    s.mode = pick(random, Mode.SPARSE, Mode.DENSE);
    s.depth = pick(random, 1, 2, 2, 3, 3, 4, 5);
    s.fanOut = pick(random, 1, 2, 2);
    s.agents = pick(random, 2, 3, 4);
    s.rootScheme = pick(random, SlicePlan.Scheme.values());
    s.rootSlices = pick(random, 2, 3, 4);
    s.regionScheme =
        pick(random, SlicePlan.Scheme.WHOLE, SlicePlan.Scheme.WHOLE, SlicePlan.Scheme.HORIZONTAL,
            SlicePlan.Scheme.VERTICAL);
    s.regionSlices = pick(random, 2, 3);
    s.probing = pick(random, Probing.values());
    s.verifyAbove = pick(random, 0, 0, 1, 2, 3);
    s.agentPolicy =
        pick(random, ParentPolicy.FAIL, ParentPolicy.FAIL, ParentPolicy.FAIL, ParentPolicy.DELIVER,
            ParentPolicy.DROP);
    s.regionPolicy =
        pick(random, ParentPolicy.FAIL, ParentPolicy.FAIL, ParentPolicy.FAIL, ParentPolicy.DELIVER,
            ParentPolicy.DROP);
    s.fpp = pick(random, 1e-9, 1e-9, 1e-9, 1e-3, 0.05, 0.3);
    s.expected = pick(random, 4, 16, 64);
    s.slicePolicy =
        pick(random, new SlicePolicy.Distinct(), new SlicePolicy.Distinct(),
            new SlicePolicy.Duplicate(), new SlicePolicy.Quorum(1), new SlicePolicy.Quorum(2));

    s.deadline = pick(random, 120, 240);
    s.timeout = pick(random, 60, 100);
    s.lease = pick(random, 200, 500, 3_000, 3_000);
    s.retry = pick(random, 15, 30);
    s.heldRetry = pick(random, 6, 12);
    s.batchEvents = pick(random, 1, 2, 16);
    s.linger = pick(random, 0, 1, 3);
    s.inFlight = pick(random, 1, 2, 8);
    s.limit = pick(random, 2, 4, 64, 64, 64);

    s.keys = pick(random, 1, 2, 3, 8);
    s.offers = pick(random, 6, 12, 20, 40);
    s.burst = random.nextBoolean();
    s.claimShare = pick(random, 0.0, 0.6, 1.0);
    s.releaseShare = pick(random, 0.0, 0.3);
    s.throwShare = pick(random, 0.0, 0.2);

    s.loss = pick(random, 0.0, 0.05, 0.15);
    s.duplication = pick(random, 0.0, 0.1, 0.3);
    s.slow = pick(random, 0.0, 0.1, 0.3);
    s.drift = pick(random, 0.0, 0.0, 0.1);
    s.agentCrashes = pick(random, 0, 0, 1, 2);
    s.regionCrashes = pick(random, 0, 1, 2);
    s.rootCrashes = pick(random, 0, 0, 1, 2);
    s.agentAmnesia = pick(random, 0.0, 0.0, 0.5);
    s.regionAmnesia = pick(random, 0.0, 0.0, 0.5);
    s.rootAmnesia = pick(random, 0.0, 0.0, 0.0, 0.5);
    s.knownAmnesia = pick(random, 0.0, 1.0);
    s.deathBeforeConfirm = pick(random, 0.0, 0.0, 0.2);
    s.cuts = pick(random, 0, 0, 2);
    return s;
  }

  /** Neighbouring seeds must not give neighbouring random sequences. */
  static long mix(long seed) {
    long z = seed + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  @SafeVarargs
  private static <T> T pick(Random random, T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  SlicePlan rootPlan() {
    return plan(rootScheme, rootSlices);
  }

  SlicePlan regionPlan() {
    return plan(regionScheme, regionSlices);
  }

  SlicePlan leafPlan() {
    return SlicePlan.whole(BloomShape.sizedFor(expected, fpp));
  }

  private SlicePlan plan(SlicePlan.Scheme scheme, int count) {
    return switch (scheme) {
      case WHOLE -> SlicePlan.whole(BloomShape.sizedFor(expected, fpp));
      case HORIZONTAL -> SlicePlan.horizontal(BloomShape.sizedFor(expected, fpp), count);
      // a vertical slice has at least eight bits
      case VERTICAL ->
          SlicePlan.vertical(
              BloomShape.sizedFor(BloomShape.Layout.PLAIN, Math.max(expected, 16), fpp), count);
    };
  }

  Settings settings(ParentPolicy parentPolicy) {
    // a quorum makes sense on vertical slices only
    boolean quorum = slicePolicy instanceof SlicePolicy.Quorum;
    SlicePolicy slices =
        quorum && rootScheme != SlicePlan.Scheme.VERTICAL ? new SlicePolicy.Distinct()
            : slicePolicy;
    return new Settings(
        mode, probing, Math.min(verifyAbove, depth), slices, parentPolicy,
        new Settings.Timing(
            Duration.ofMillis(deadline), Duration.ofMillis(timeout), Duration.ofMillis(lease),
            Duration.ofMillis(retry), Duration.ofMillis(heldRetry)),
        new Settings.Batching(batchEvents, Duration.ofMillis(linger), inFlight),
        new Settings.Limits(limit, limit, limit, limit, agents));
  }

  String summary() {
    return String.join(
        ", ",
        List.of(
            mode.name().toLowerCase(),
            "edges at level " + depth,
            "fan-out " + fanOut,
            agents + " agents",
            "root " + describe(rootScheme, rootSlices),
            "regions " + describe(regionScheme, regionSlices),
            probing.name().toLowerCase(),
            "verify above " + Math.min(verifyAbove, depth),
            "slices " + slicePolicy,
            "agents " + agentPolicy,
            "regions " + regionPolicy,
            "fpp " + fpp + " for " + expected,
            "deadline " + deadline + " timeout " + timeout + " lease " + lease + " retry " + retry
                + " held " + heldRetry,
            "batch " + batchEvents + "/" + linger + "ms/" + inFlight,
            "limit " + limit,
            keys + " keys, " + offers + " offers" + (burst ? " and a burst" : ""),
            "claims " + claimShare + " released " + releaseShare + " thrown " + throwShare,
            "loss " + loss + " duplication " + duplication + " slow " + slow + " drift " + drift,
            "crashes " + agentCrashes + "/" + regionCrashes + "/" + rootCrashes + " amnesia "
                + agentAmnesia + "/" + regionAmnesia + "/" + rootAmnesia + " known "
                + knownAmnesia,
            "deaths " + deathBeforeConfirm,
            cuts + " cuts"));
  }

  private static String describe(SlicePlan.Scheme scheme, int count) {
    return scheme == SlicePlan.Scheme.WHOLE ? "whole" : scheme.name().toLowerCase() + " " + count;
  }
}
