package io.bloomtree.tree;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.wire.AckFrame;
import io.bloomtree.wire.AskFrame;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Frame;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Packet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Knows everything exactly, and says where the tree broke a promise. */
final class ExactModel {
  private static final String LOST = "root slice lost its state";
  private static final Set<String> MAY_REMAIN = Set.of("fences", "released", "routes");

  private final World world;
  private final List<String> violations = new ArrayList<>();
  private final Map<String, Long> counts = new TreeMap<>();
  private final List<SimOffer> offers = new ArrayList<>();
  private final Windows windows;
  private final FalsePositives falsePositives;
  /** When each event was confirmed at each agent. */
  private final Map<Confirm, Long> confirmedAt = new HashMap<>();
  /** The offers of each event told DISTINCT, neither released nor lost with their agent. */
  private final Map<Long, Set<SimOffer>> deliveries = new HashMap<>();
  /** Why an event may be delivered twice. */
  private final Map<Long, Set<String>> excuses = new HashMap<>();
  private final List<Acknowledged> acknowledged = new ArrayList<>();
  /** When a copy of each event was last confirmed, released, or lost with its agent. */
  private final Map<Long, Long> lastLetGo = new HashMap<>();
  /** When a computer ended that had changes to an event that were not forced. */
  private final Map<Long, Long> lostWithComputer = new HashMap<>();
  private final AskPace pace;
  /** Which nodes have acknowledged each confirm. */
  private final Map<Origin, Set<NodeId>> recorders = new HashMap<>();

  ExactModel(World world) {
    this.world = world;
    this.windows = new Windows(world);
    this.pace = new AskPace(world);
    this.falsePositives = new FalsePositives(world);
  }

  /** A confirm of an agent, by the agent's clock. */
  private record Confirm(SimAgent agent, long fingerprint, long clock) {}

  /** Counts the asks that agents send, and notes who acknowledges what. */
  void sent(Endpoint from, Endpoint to, Packet packet) {
    for (Frame frame : packet.frames()) {
      if (frame instanceof AskFrame asks) {
        countFallback(world.nodes.get(from).place, to);
        for (AskFrame.Ask ask : asks.asks()) {
          if (ask.origin().agent().equals(from.node())) {
            pace.asked(ask.origin());
          }
        }
      } else if (frame instanceof AckFrame acks) {
        for (int i = 0; i < acks.confirmed().size(); i++) {
          recorders.computeIfAbsent(acks.confirmed().get(i), o -> new HashSet<>())
              .add(from.node());
        }
      }
    }
  }

  private void countFallback(Place asker, Endpoint to) {
    if (asker.fallbacks().stream().anyMatch(fallback -> fallback.id().equals(to.node()))) {
      count("asks to fallbacks");
    }
  }

  private record Acknowledged(
      SimAgent agent, long fingerprint, Origin origin, long confirmedAt, long at) {}

  List<String> violations() {
    return violations;
  }

  Map<String, Long> counts() {
    return counts;
  }

  void count(String what) {
    counts.merge(what, 1L, Long::sum);
  }

  void violation(String what) {
    violations.add("%.3f ms: %s".formatted(world.now() / (double) World.MILLI, what));
    world.trace("VIOLATION %s", what);
  }

  SimOffer offered(SimAgent agent, long fingerprint, int wave, long clock) {
    SimOffer offer =
        new SimOffer(
            offers.size(), agent, fingerprint, wave, clock + world.scenario.deadline,
            world.now(), waitsSince(agent, fingerprint));
    offers.add(offer);
    count("offers");
    world.trace("OFFER %d %s at %s", offer.id, world.nameOf(fingerprint), agent.endpoint);
    return offer;
  }

  /** An offer that joins others may be told what was decided before it was made. */
  private long waitsSince(SimAgent agent, long fingerprint) {
    return offers.stream()
        .filter(other -> other.agent == agent && other.fingerprint == fingerprint
            && other.resolution == null && !other.died)
        .mapToLong(other -> other.waitsSince).min().orElse(world.now());
  }

  void told(SimOffer offer, Resolution resolution, long clock) {
    world.trace("TOLD %d %s: %s", offer.id, world.nameOf(offer.fingerprint), resolution);
    if (offer.resolution != null) {
      violation("P3: offer " + offer.id + " was answered twice");
    }
    offer.resolution = resolution;
    if (clock > offer.deadline) {
      violation("P3: offer " + offer.id + " ended after its deadline");
    }
    if (world.scenario.isFaultless() && blamesParent(resolution)
        || world.scenario.isPrompt() && isHeld(resolution)) {
      violation("P3: offer " + offer.id + " blames a fault that never was: " + resolution);
    }
    if (resolution instanceof Verdict verdict) {
      count(verdict.decision() + (verdict.isDegraded() ? " degraded" : ""));
      if (verdict.isDistinct()) {
        offer.leaseEnds = clock + world.scenario.lease;
        toldDistinct(offer, verdict);
      } else {
        toldDuplicate(offer, verdict);
      }
    } else if (resolution instanceof Failure failure) {
      count("FAILED " + failure.reason());
    }
    if (offer.wave == 3) {
      checkLastWave(offer, resolution);
    }
    if (offer.wave > 1 && world.scenario.zombieFree && isHeld(resolution)) {
      checkHeldBySomebody(offer);
    }
  }

  /** HELD means that another copy is being delivered, or was until a moment ago. */
  private void checkHeldBySomebody(SimOffer offer) {
    boolean isHeld = deliveries.getOrDefault(offer.fingerprint, Set.of()).stream()
        .anyMatch(SimOffer::isHolding);
    long moment = 100 * World.MILLI;
    if (!isHeld && lastLetGo.getOrDefault(offer.fingerprint, 0L) + moment < offer.madeAt) {
      violation("P3: offer " + offer.id + " of " + world.nameOf(offer.fingerprint)
          + " was held by nobody");
    }
  }

  private static boolean blamesParent(Resolution resolution) {
    return resolution instanceof Failure failure && failure.reason() == Reason.PARENT_AWAY
        || resolution instanceof Verdict verdict && verdict.isDegraded();
  }

  private static boolean isHeld(Resolution resolution) {
    return resolution instanceof Failure failure && failure.reason() == Reason.HELD;
  }

  private void toldDistinct(SimOffer offer, Verdict verdict) {
    offer.hold();
    if (verdict.isDegraded()) {
      excuse(offer.fingerprint, "degraded DISTINCT");
    } else {
      checkNotSettledBefore(offer);
    }
    for (SimOffer twin : deliveries.getOrDefault(offer.fingerprint, Set.of())) {
      if (twin.hasOutlivedLease || twin.isHolding() && twin.agent.clock() >= twin.leaseEnds) {
        excuse(offer.fingerprint, "lease ran out");
      }
    }
    Set<SimOffer> twins = deliveries.computeIfAbsent(offer.fingerprint, f -> new HashSet<>());
    if (twins.removeIf(twin -> windows.hasPassed(0, twin.confirmedAt))) {
      count("delivered again, its window had passed");
    }
    if (!twins.isEmpty()) {
      toldDistinctTwice(offer, twins);
    }
    twins.add(offer);
  }

  /*
   * Only the root decides that an event is distinct: what the others forget is asked for
   * above. And only its filter may forget by design; its claims are exact, and so a copy
   * that nobody has confirmed yet is forgotten by nobody.
   */
  private void toldDistinctTwice(SimOffer offer, Set<SimOffer> twins) {
    boolean areConfirmed = twins.stream().noneMatch(SimOffer::isHolding);
    Set<String> excused = excuses.getOrDefault(offer.fingerprint, Set.of());
    if (!excused.isEmpty()) {
      count("delivered twice, excused: " + excused.iterator().next());
    } else if (areConfirmed && world.scenario.forgetsByDesign(0)) {
      count("delivered twice, excused: the root's filter forgets");
    } else {
      violation("P2: " + world.nameOf(offer.fingerprint) + " was told DISTINCT twice, offer "
          + offer.id);
    }
  }

  /**
   * Whatever came before: an event that was acknowledged, and not lost since, is a duplicate until
   * its window has passed.
   */
  private void checkNotSettledBefore(SimOffer offer) {
    for (Acknowledged event : acknowledged) {
      if (event.fingerprint == offer.fingerprint && event.at <= offer.waitsSince
          && windows.mustRemember(0, event.confirmedAt)
          && !hasRootLost(offer.fingerprint, event.confirmedAt)) {
        violation("P2: " + world.nameOf(offer.fingerprint) + " was told DISTINCT after its confirm"
            + " had been acknowledged, offer " + offer.id);
        return;
      }
    }
  }

  private boolean hasRootLost(long fingerprint, long since) {
    if (lostWithComputer.getOrDefault(fingerprint, -1L) >= since) {
      return true;
    }
    int[] deciders = world.rootPlan().deciders(fingerprint);
    return world.rootSlicesNow().stream().anyMatch(slice -> slice.lastLoss >= since
        && (world.scenario.epochs > 0 || contains(deciders, slice.endpoint.slice())));
  }

  /** Whether some slice of the root does without what it lost, and knows it. */
  private boolean isRootLost() {
    return world.rootSlicesNow().stream().anyMatch(slice -> slice.store().birth() == Birth.LOST);
  }

  private void toldDuplicate(SimOffer offer, Verdict verdict) {
    if (verdict.isDegraded()) {
      return;
    }
    boolean isFalse = falsePositives.concern(offer.fingerprint, offer.agent);
    if (!windows.isConfirmed(offer.fingerprint)) {
      if (isFalse) {
        count("false positives");
      } else {
        violation("P1: " + world.nameOf(offer.fingerprint)
            + " was told DUPLICATE and nobody has confirmed it, offer " + offer.id);
      }
    } else if (windows.areKept()) {
      checkWindow(offer, verdict.level(), isFalse);
    }
  }

  /*
   * The verdict may have taken its time: what counts is that the event was known when the
   * offer was made. How long a node remembers is up to its own window, and not to the root's,
   * only where the root has one: what is never forgotten above, a node below it may hear of
   * for ever and begin to remember anew.
   */
  private void checkWindow(SimOffer offer, int level, boolean isFalse) {
    long late = windows.lateness(level, offer.fingerprint, offer.waitsSince);
    long outlived = windows.outlived(level, offer.fingerprint, offer.waitsSince);
    if (late > 0 && isFalse) {
      count("false positives, of what was forgotten");
    } else if (late > 0) {
      violation("P1: " + world.nameOf(offer.fingerprint) + " was told DUPLICATE " + outlived
          + " ms after its window had passed, " + late / World.MILLI
          + " ms later than that can be, offer " + offer.id);
    } else if (outlived > 0) {
      count("DUPLICATE after the window, by a slot, drift or transit");
      counts.merge("DUPLICATE after the window, milliseconds in all", outlived, Long::sum);
    }
  }

  /** All is healed and nobody else asks: there must be a verdict, and a good one. */
  private void checkLastWave(SimOffer offer, Resolution resolution) {
    boolean good = resolution instanceof Verdict verdict
        && (!verdict.isDegraded()
            || verdict.degradation() == Degradation.STATE_LOST && isRootLost()
            || hasRootLost(offer.fingerprint, 0));
    if (!good) {
      violation("P3: offer " + offer.id + " of " + world.nameOf(offer.fingerprint)
          + " after everything was healed: " + resolution);
    }
  }

  void confirmed(SimOffer offer) {
    world.trace("CONFIRMED %d %s", offer.id, world.nameOf(offer.fingerprint));
    letGo(offer);
    offer.hasOutlivedLease = offer.agent.clock() >= offer.leaseEnds;
    offer.confirmedAt = world.now();
    windows.confirmed(offer.fingerprint);
    confirmedAt.put(
        new Confirm(offer.agent, offer.fingerprint, offer.agent.clock()), world.now());
  }

  void released(SimOffer offer) {
    world.trace("RELEASED %d %s", offer.id, world.nameOf(offer.fingerprint));
    letGo(offer);
    deliveries.get(offer.fingerprint).remove(offer);
  }

  private void letGo(SimOffer offer) {
    offer.letGo();
    lastLetGo.put(offer.fingerprint, world.now());
  }

  void acknowledged(SimAgent agent, AgentStore.Unacknowledged confirm) {
    long fingerprint = confirm.fingerprint();
    lastLetGo.put(fingerprint, world.now()); // until now the root may not have known
    Long at = confirmedAt.get(new Confirm(agent, fingerprint, confirm.confirmedAt()));
    if (at == null) {
      violation("P1: " + world.nameOf(fingerprint) + " is recorded and nobody has delivered it");
    } else {
      acknowledged.add(
          new Acknowledged(agent, fingerprint, confirm.origin(), at, world.now()));
    }
  }

  /** Some filter of a level has copies of others now, and claims events for so long at most. */
  void remembersFor(int level, long millis) {
    windows.remembersFor(level, millis);
  }

  void excuse(long fingerprint, String why) {
    excuses.computeIfAbsent(fingerprint, f -> new LinkedHashSet<>()).add(why);
  }

  /** Slices of the root have all that they had lost again, but for claims: those ran out. */
  void rootHealed(long lostAt) {
    long shortest = (long) (world.scenario.lease * World.MILLI / (1 + world.scenario.drift));
    boolean haveRunOut = world.now() - lostAt >= shortest;
    for (long key : world.keys) {
      excuses.getOrDefault(key, new HashSet<>()).remove(LOST);
      for (SimOffer twin : deliveries.getOrDefault(key, Set.of())) {
        if (haveRunOut && twin.madeAt <= lostAt) {
          excuse(key, "lease ran out");
        }
      }
    }
  }

  void agentDied(SimAgent agent) {
    for (SimOffer offer : offers) {
      if (offer.agent == agent) {
        offer.died |= offer.resolution == null;
        if (offer.isHolding()) {
          letGo(offer);
          deliveries.get(offer.fingerprint).remove(offer);
        }
      }
    }
  }

  /** A producer ended with its agent before it was written down that it had delivered. */
  void diedConfirming(SimOffer offer) {
    count("delivered, and ended before that was written down");
    deliveries.get(offer.fingerprint).remove(offer);
  }

  /** A computer ended before these events, or claims to them, were forced to its disk. */
  void lostWithComputer(Set<Long> fingerprints) {
    for (long fingerprint : fingerprints) {
      lostWithComputer.put(fingerprint, world.now());
      excuse(fingerprint, "not forced when its computer crashed, as fsync says");
    }
  }

  void sliceLost(SimSlice slice) {
    if (slice.isRoot()) {
      for (long key : world.keys) {
        if (world.scenario.epochs > 0
            || contains(world.rootPlan().deciders(key), slice.endpoint.slice())) {
          excuse(key, LOST);
        }
      }
    }
  }

  private List<SimSlice> slicesOf(NodeId node) {
    return world.slicesOf(node).stream().map(SimSlice.class::cast).toList();
  }

  private static boolean contains(int[] slices, int slice) {
    for (int candidate : slices) {
      if (candidate == slice) {
        return true;
      }
    }
    return false;
  }

  void checkLimits(SimNode node) {
    for (Occupancy table : node.machine().occupancy()) {
      if (!table.withinLimit()) {
        violation("P5: " + node.endpoint + " " + table);
      }
    }
  }

  /** Judges the world after everything has come to rest. */
  void judge() {
    for (SimOffer offer : offers) {
      if (offer.resolution == null && !offer.died) {
        violation("P3: offer " + offer.id + " never ended");
      }
    }
    checkRemembered();
    for (SimNode node : world.nodes.values()) {
      for (Occupancy table : node.machine().occupancy()) {
        boolean mayRemain = MAY_REMAIN.contains(table.table());
        if (table.size() > 0 && !mayRemain) {
          violation("P5: " + node.endpoint + " left behind: " + table);
        }
      }
      if (!node.away().isEmpty()) {
        violation("P6: " + node.endpoint + " has not noticed who is back: " + node.away());
      }
      node.machine().tally().counts().forEach(
          (what, times) -> counts.merge("node " + what, times, Long::sum));
    }
  }

  /**
   * P7: what was acknowledged is at the root and at every node that acknowledged it, but where
   * state was lost since, or a window has passed; and none of these acknowledged it before one
   * above it did.
   */
  void checkRemembered() {
    acknowledged.forEach(this::checkRemembered);
  }

  private void checkRemembered(Acknowledged event) {
    if (event.agent.lastLoss < event.confirmedAt
        && windows.mustRemember(world.scenario.depth, event.confirmedAt)
        && !event.agent.leaf().remembers(event.fingerprint)
        && !isExcusedLoss(event.agent, event.fingerprint)) {
      violation("P7: " + event.agent.endpoint + " forgot " + world.nameOf(event.fingerprint));
    }
    Set<NodeId> nodes = recorders.get(event.origin);
    for (NodeId node : nodes) {
      List<SimSlice> slices = slicesOf(node);
      Place place = slices.get(0).place;
      if (windows.mustRemember(place.level(), event.confirmedAt)) {
        checkRemembered(event, slices);
      }
      List<NodeId> parents = FalsePositives.parents(place);
      if (!parents.isEmpty() && parents.stream().noneMatch(nodes::contains)) {
        violation("P7: " + node + " acknowledged " + world.nameOf(event.fingerprint)
            + ", which nobody above it has");
      }
    }
  }

  private boolean isExcusedLoss(SimNode node, long fingerprint) {
    boolean isExcused = node.events.mayBeLost(fingerprint);
    if (isExcused) {
      count("forgotten, excused: not forced when its computer crashed");
    }
    return isExcused;
  }

  private void checkRemembered(Acknowledged event, List<SimSlice> slices) {
    SlicePlan plan = slices.get(0).place.self().plan();
    boolean kept = true;
    for (int slice : plan.deciders(event.fingerprint)) {
      // one that was rebuilt has the whole event, also if it only stood in for the owner
      kept &= slices.get(slice).lastLoss < event.confirmedAt
          && !slices.get(slice).filter().inherits(event.fingerprint);
    }
    for (int slice : plan.slicesOf(event.fingerprint)) {
      if (kept && !slices.get(slice).filter().remembers(event.fingerprint)
          && !isExcusedLoss(slices.get(slice), event.fingerprint)) {
        violation("P7: " + slices.get(slice).endpoint + " forgot "
            + world.nameOf(event.fingerprint));
      }
    }
  }
}
