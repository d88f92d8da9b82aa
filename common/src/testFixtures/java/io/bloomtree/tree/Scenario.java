package io.bloomtree.tree;

import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.Window;
import io.bloomtree.state.Fsync;
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
  /** How many other events the root knows from the start: they make its filter err. */
  int noise;

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
  /** How many of the claims are held longer than their lease. */
  double slowShare;
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
  /** Only packets with a frame of this kind are lost; empty: any packet. */
  String lostFrames = "";
  /** By how much an agent's incarnation grows when it restarts: 0 breaks a rule. */
  int incarnationStep = 1;
  /** How many regions may take a parent's place; none where hits are verified. */
  int fallbacks;
  /** Every claim is somebody's: the last wave need not wait until leases have run out. */
  boolean zombieFree;

  FilterKind rootKind;
  FilterKind regionKind;
  FilterKind leafKind;
  /** How long filters with a window remember: none longer than one above it. */
  int rootWindow;
  int regionWindow;
  int leafWindow;
  int slots;
  /** How many events a buffer remembers. */
  int room;
  GrowingShape.Trigger growth;

  /** How many times the topology changes; then the root, the regions and the sizes are others. */
  int epochs;
  SlicePlan.Scheme nextRootScheme;
  int nextRootSlices;
  SlicePlan.Scheme nextRegionScheme;
  int nextRegionSlices;
  int nextExpected;
  /** How many words of a filter are copied at a time. */
  int chunk;

  /** Whether nodes keep their state on simulated disks, through the stores of production. */
  boolean onDisk;
  Fsync.When forcing;
  /** How often all is forced, if that is done by the clock. */
  int forceEvery;
  /** How many computers there are; 0: one for each node. */
  int hosts;
  /** How many processes are killed in the middle of a step. */
  int kills;
  /** How many computers crash. */
  int outages;
  /** How many disks fail, and how many of these are lost with all that is on them. */
  int diskFaults;
  double diskLoss;
  /** Processes that start again propose old incarnations. */
  boolean clocksSetBack;

  /** Which sketches nodes keep, and how often they tell their parents. */
  Sketched sketches;
  int sketchEvery;

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
    s.noise = pick(random, 0, 0, 4, 16);
    s.slicePolicy =
        pick(random, new SlicePolicy.Distinct(), new SlicePolicy.Distinct(),
            new SlicePolicy.Duplicate(), new SlicePolicy.Quorum(1), new SlicePolicy.Quorum(2));

    s.deadline = pick(random, 120, 240) * (s.verifyAbove == 0 ? 1 : 2); // verifying takes its time
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
    s.slowShare = pick(random, 0.0, 0.0, 0.1);
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
    // what was lost or forgotten may have been the answer that told an agent of its claim; and a
    // slow slice may make a policy claim an event for a repetition of what was long confirmed
    s.zombieFree = s.loss == 0 && s.cuts == 0 && s.regionCrashes == 0 && s.rootCrashes == 0
        && s.limit >= 64 && s.slowShare == 0
        && (s.slow == 0 || s.rootScheme == SlicePlan.Scheme.WHOLE);
    s.fallbacks = pick(random, 0, 0, 1, 2);
    s.drawKinds(random);
    s.drawChanges(random);
    s.drawDisks(random);
    s.drawSketches(new Random(mix(mix(seed))));
    return s;
  }

  /** With a generator of their own: other schedules are what they were without them. */
  private void drawSketches(Random random) {
    boolean areKept = pick(random, true, false, false, false);
    sketchEvery = pick(random, 10, 40);
    sketches = areKept ? Sketched.draw(random) : Sketched.NONE;
  }

  private void drawDisks(Random random) {
    onDisk = pick(random, true, false, false, false);
    forcing = pick(random, Fsync.When.EACH, Fsync.When.EACH, Fsync.When.INTERVAL,
        Fsync.When.NEVER);
    forceEvery = pick(random, 20, 60);
    hosts = pick(random, 0, 0, 1, 2);
    kills = pick(random, 0, 1, 3);
    outages = pick(random, 0, 1, 2);
    diskFaults = pick(random, 0, 0, 1, 2);
    diskLoss = pick(random, 0.0, 0.0, 0.5);
    clocksSetBack = random.nextBoolean();
    becomeLegal();
  }

  Fsync fsync() {
    return forcing == Fsync.When.INTERVAL ? Fsync.every(Duration.ofMillis(forceEvery))
        : new Fsync(forcing, Duration.ZERO);
  }

  private boolean hasDiskFaults() {
    return onDisk && kills + outages + diskFaults > 0;
  }

  private void drawChanges(Random random) {
    epochs = pick(random, 0, 0, 0, 1);
    nextRootScheme = pick(random, SlicePlan.Scheme.values());
    nextRootSlices = pick(random, 2, 3, 4);
    nextRegionScheme =
        pick(random, regionScheme, regionScheme, SlicePlan.Scheme.WHOLE,
            SlicePlan.Scheme.HORIZONTAL);
    nextRegionSlices = pick(random, regionSlices, 2, 3);
    nextExpected = expected * pick(random, 1, 1, 4);
    chunk = pick(random, 64, 8_192);
    becomeLegal();
  }

  private void drawKinds(Random random) {
    boolean isUsual = random.nextBoolean();
    boolean isSliding = random.nextInt(5) < 2;
    FilterKind unusual = pick(random, FilterKind.values());
    rootKind = isUsual ? FilterKind.BLOOM : isSliding ? FilterKind.SLIDING : unusual;
    // a window that a whole run never outlives would show nothing
    rootWindow = pick(random, 400, 400, 1_500, 5_000);
    slots = pick(random, 4, 20, 100);
    regionKind = drawBelow(rootKind, random);
    regionWindow = drawBelow(rootKind, rootWindow, random);
    leafKind = drawBelow(regionKind, random);
    leafWindow = drawBelow(regionKind, regionWindow, random);
    room = pick(random, 4, 8, 64);
    growth = pick(random, GrowingShape.Trigger.values());
    if (verifyAbove > 0 && random.nextBoolean()) {
      // or hardly a tree with a window would verify
      regionKind = rootKind.isTimed() ? FilterKind.SLIDING : FilterKind.BLOOM;
      leafKind = regionKind;
      regionWindow = rootWindow;
      leafWindow = rootWindow;
    }
    becomeLegal();
  }

  private static FilterKind drawBelow(FilterKind above, Random random) {
    boolean isUsual = random.nextBoolean();
    if (above.isTimed()) {
      return isUsual
          ? FilterKind.SLIDING
          : pick(random, FilterKind.SLIDING, FilterKind.GROWING_SLIDING, FilterKind.EQUAL_TIMERS,
              FilterKind.TIMED_BUFFER);
    }
    return isUsual ? FilterKind.BLOOM : pick(random, FilterKind.values());
  }

  private static int drawBelow(FilterKind above, int window, Random random) {
    int drawn = pick(random, 400, 1_500, 5_000);
    boolean isSame = random.nextBoolean();
    return !above.isTimed() ? drawn : isSame ? window : Math.min(window, drawn);
  }

  /** Leaves out what a topology would refuse. */
  private void becomeLegal() {
    if (rootScheme == SlicePlan.Scheme.VERTICAL && !rootKind.canBeVertical()) {
      rootScheme = SlicePlan.Scheme.HORIZONTAL;
    }
    if (regionScheme == SlicePlan.Scheme.VERTICAL && !regionKind.canBeVertical()) {
      regionScheme = SlicePlan.Scheme.HORIZONTAL;
    }
    for (int level = 0; level < Math.min(verifyAbove, depth); level++) {
      if (forgetsMoreThan(level, level + 1)) {
        verifyAbove = 0;
      }
    }
    if (nextRootScheme == SlicePlan.Scheme.VERTICAL && !rootKind.canBeVertical()) {
      nextRootScheme = SlicePlan.Scheme.HORIZONTAL;
    }
    if (nextRegionScheme == SlicePlan.Scheme.VERTICAL && !regionKind.canBeVertical()) {
      nextRegionScheme = SlicePlan.Scheme.HORIZONTAL;
    }
    boolean copiesTimers = epochs > 0 || rootAmnesia > 0 || regionAmnesia > 0
        || onDisk && diskFaults > 0 && diskLoss > 0;
    if (copiesTimers && (kind(0).isTimed() || kind(1).isTimed() || kind(depth).isTimed())) {
      drift = 0; // a copied timer means what the clock of its machine means
    }
    if (epochs > 0) {
      limit = Math.max(limit, 64); // a slice may have to keep what several had
    }
    // a repetition of an ask that comes when the event was forgotten claims it for nobody
    zombieFree &= !forgets(0) && epochs == 0 && !hasDiskFaults();
  }

  private boolean forgetsMoreThan(int upper, int lower) {
    return forgetsByDesign(lower)
        || kind(lower).isTimed()
            && (!kind(upper).isTimed() || windowMillis(lower) < windowMillis(upper));
  }

  FilterKind kind(int level) {
    return level == 0 ? rootKind : level < depth ? regionKind : leafKind;
  }

  /** The window of a level whose kind has one. */
  int windowMillis(int level) {
    return level == 0 ? rootWindow : level < depth ? regionWindow : leafWindow;
  }

  /** How long an event may outlive the window of a level, by the filter's own clock. */
  int slotMillis(int level) {
    return kind(level) == FilterKind.TIMED_BUFFER ? 0 : (windowMillis(level) + slots - 1) / slots;
  }

  /** Whether the filters of a level may forget an event before its window has passed. */
  boolean forgetsByDesign(int level) {
    int most = keys + (level == 0 ? noise : 0);
    return kind(level).isForgetful() || kind(level).isBuffer() && room / slices(level) < most;
  }

  /** How many slices a node of a level has, before or after the topology changes. */
  private int slices(int level) {
    if (level == depth) {
      return 1;
    }
    int before = level == 0 ? cut(rootScheme, rootSlices) : cut(regionScheme, regionSlices);
    int after = epochs == 0 ? 1 : level == 0 ? cut(nextRootScheme, nextRootSlices)
        : cut(nextRegionScheme, nextRegionSlices);
    return Math.max(before, after);
  }

  private static int cut(SlicePlan.Scheme scheme, int slices) {
    return scheme == SlicePlan.Scheme.WHOLE ? 1 : slices;
  }

  private boolean forgets(int level) {
    return kind(level).isTimed() || forgetsByDesign(level);
  }

  /**
   * Sets fields by name: {@code "depth=1 mode=DENSE loss=0.15"}. Filters are Bloom filters then and
   * not on disks, and there are no sketches, unless that is among the fields.
   */
  void narrow(String assignments) {
    if (assignments.isBlank()) {
      return;
    }
    rootKind = FilterKind.BLOOM;
    regionKind = FilterKind.BLOOM;
    leafKind = FilterKind.BLOOM;
    onDisk = false;
    sketches = Sketched.NONE;
    Narrowing.apply(this, assignments);
    becomeLegal();
  }

  /** Nothing goes wrong but that messages are doubled and clocks drift. */
  boolean isFaultless() {
    return loss == 0 && slow == 0 && cuts == 0 && agentCrashes == 0 && regionCrashes == 0
        && rootCrashes == 0 && deathBeforeConfirm == 0 && epochs == 0 && !hasDiskFaults();
  }

  /** Every claim is confirmed at once, and soon enough for those who wait. */
  boolean isPrompt() {
    return isFaultless() && claimShare == 0 && throwShare == 0 && depth <= 2 && limit >= 64
        && !forgets(0);
  }

  /** The most asks of one origin that an agent may send in that time. */
  long mostAsks(long millis) {
    // a clock may be fast, and asks may have waited for their budget
    return (long) (millis * (1 + drift)) / Math.min(retry, heldRetry) + 4;
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

  TreeShape shape() {
    return shape(rootScheme, rootSlices, regionScheme, regionSlices, expected);
  }

  /** The tree when its topology has changed. */
  TreeShape nextShape() {
    return shape(nextRootScheme, nextRootSlices, nextRegionScheme, nextRegionSlices, nextExpected);
  }

  private TreeShape shape(
      SlicePlan.Scheme atRoot, int rootCount, SlicePlan.Scheme inRegions, int regionCount,
      int events) {
    FilterKind.Size size = new FilterKind.Size(events, fpp, room, growth);
    return new TreeShape(
        depth, fanOut, agents,
        rootKind.plan(atRoot, rootCount, size, window(rootWindow)),
        regionKind.plan(inRegions, regionCount, size, window(regionWindow)),
        leafKind.plan(SlicePlan.Scheme.WHOLE, 1, size, window(leafWindow)),
        verifyAbove == 0 ? fallbacks : 0);
  }

  private Window window(int millis) {
    return new Window(Window.Unit.MILLIS, millis, slots);
  }

  Settings settings(ParentPolicy parentPolicy) {
    // a quorum makes sense on vertical slices only
    boolean quorum = slicePolicy instanceof SlicePolicy.Quorum;
    SlicePolicy slices =
        quorum && rootScheme != SlicePlan.Scheme.VERTICAL ? new SlicePolicy.Distinct()
            : slicePolicy;
    var settings = new Settings(
        mode, probing, Math.min(verifyAbove, depth), slices, parentPolicy,
        new Settings.Timing(
            Duration.ofMillis(deadline), Duration.ofMillis(timeout), Duration.ofMillis(lease),
            Duration.ofMillis(retry), Duration.ofMillis(heldRetry)),
        new Settings.Batching(batchEvents, Duration.ofMillis(linger), inFlight),
        new Settings.Limits(limit, limit, limit, limit, agents),
        new Settings.Copying(chunk, Duration.ofMillis(1)));
    return sketches.areKept() ? settings.with(sketches.sketching(this)) : settings;
  }

  String summary() {
    return String.join(", ",
        List.of(
            mode.name().toLowerCase(),
            "edges at level " + depth,
            "fan-out " + fanOut,
            agents + " agents",
            "root " + describe(rootScheme, rootSlices),
            "regions " + describe(regionScheme, regionSlices),
            "filters " + describe(0) + "/" + describe(1) + "/" + describe(depth),
            probing.name().toLowerCase(),
            "verify above " + Math.min(verifyAbove, depth),
            shape().fallbacks() + " fallbacks",
            "slices " + slicePolicy,
            "agents " + agentPolicy,
            "regions " + regionPolicy,
            "fpp " + fpp + " for " + expected + ", noise " + noise,
            "deadline " + deadline + " timeout " + timeout + " lease " + lease + " retry " + retry
                + " held " + heldRetry,
            "batch " + batchEvents + "/" + linger + "ms/" + inFlight,
            "limit " + limit,
            keys + " keys, " + offers + " offers" + (burst ? " and a burst" : ""),
            "claims " + claimShare + " released " + releaseShare + " slow " + slowShare + " thrown "
                + throwShare,
            "loss " + loss + " duplication " + duplication + " slow " + slow + " drift " + drift,
            "crashes " + agentCrashes + "/" + regionCrashes + "/" + rootCrashes + " amnesia "
                + agentAmnesia + "/" + regionAmnesia + "/" + rootAmnesia + " known "
                + knownAmnesia,
            "deaths " + deathBeforeConfirm,
            cuts + " cuts",
            "sketches of " + sketches + " every " + sketchEvery + "ms",
            !onDisk ? "no disks" : "fsync " + forcing + ", " + hosts + " hosts, " + kills
                + " kills, " + outages + " outages, " + diskFaults + " disk faults",
            epochs == 0 ? "one topology" : "then root " + describe(nextRootScheme, nextRootSlices)
                + " regions " + describe(nextRegionScheme, nextRegionSlices) + " for "
                + nextExpected));
  }

  private String describe(int level) {
    FilterKind kind = kind(level);
    String size = kind.isTimed() ? " " + windowMillis(level) + "ms/" + slots : "";
    return kind.name().toLowerCase() + size + (kind.isBuffer() ? " of " + room : "");
  }

  private static String describe(SlicePlan.Scheme scheme, int count) {
    return scheme == SlicePlan.Scheme.WHOLE ? "whole" : scheme.name().toLowerCase() + " " + count;
  }
}
