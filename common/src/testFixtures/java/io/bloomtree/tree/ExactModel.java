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
import java.util.stream.Stream;

/** Knows everything exactly, and says where the tree broke a promise. */
final class ExactModel {
  private static final Set<String> MAY_REMAIN = Set.of("fences", "released", "routes");

  private final World world;
  private final List<String> violations = new ArrayList<>();
  private final Map<String, Long> counts = new TreeMap<>();
  private final List<SimOffer> offers = new ArrayList<>();
  private final Set<Long> confirmed = new HashSet<>();
  /** When each event was last confirmed at each agent. */
  private final Map<Path, Long> confirmedAt = new HashMap<>();
  /** The offers of each event told DISTINCT, neither released nor lost with their agent. */
  private final Map<Long, Set<SimOffer>> deliveries = new HashMap<>();
  /** Why an event may be delivered twice. */
  private final Map<Long, String> excuses = new HashMap<>();
  /** Events that some filter wrongly claimed before it lost its state. */
  private final Set<Path> onceFalse = new HashSet<>();
  private final List<Acknowledged> acknowledged = new ArrayList<>();
  /** When a copy of each event was last confirmed, released, or lost with its agent. */
  private final Map<Long, Long> lastLetGo = new HashMap<>();
  private final Map<Origin, Pace> asked = new HashMap<>();
  /** Which nodes have acknowledged each confirm. */
  private final Map<Origin, Set<NodeId>> recorders = new HashMap<>();

  ExactModel(World world) {
    this.world = world;
  }

  /** Counts the asks that agents send, and notes who acknowledges what. */
  void sent(Endpoint from, Endpoint to, Packet packet) {
    for (Frame frame : packet.frames()) {
      if (frame instanceof AskFrame asks) {
        countFallback(world.nodes.get(from).place, to);
        for (AskFrame.Ask ask : asks.asks()) {
          if (ask.origin().agent().equals(from.node())) {
            checkPace(ask.origin());
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

  /** An agent asks again after a while, not as often as it gets answers. */
  private void checkPace(Origin origin) {
    Pace pace = asked.computeIfAbsent(origin, o -> new Pace(world.now()));
    pace.asks++;
    long elapsed = (world.now() - pace.since) / World.MILLI;
    if (pace.asks == world.scenario.mostAsks(elapsed) + 1) {
      violation("P5: " + origin + " is asked for again and again");
    }
  }

  private static final class Pace {
    final long since;
    int asks;

    Pace(long since) {
      this.since = since;
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
    twins.add(offer);
    if (twins.size() > 1) {
      if (excuses.containsKey(offer.fingerprint)) {
        count("delivered twice, excused: " + excuses.get(offer.fingerprint));
      } else {
        violation("P2: " + world.nameOf(offer.fingerprint) + " was told DISTINCT twice, offer "
            + offer.id);
      }
    }
  }

  /** Whatever came before: an event that was acknowledged, and not lost since, is a duplicate. */
  private void checkNotSettledBefore(SimOffer offer) {
    for (Acknowledged event : acknowledged) {
      if (event.fingerprint == offer.fingerprint && event.at <= offer.waitsSince
          && !hasRootLost(offer.fingerprint, event.confirmedAt)) {
        violation("P2: " + world.nameOf(offer.fingerprint) + " was told DISTINCT after its confirm"
            + " had been acknowledged, offer " + offer.id);
        return;
      }
    }
  }

  private boolean hasRootLost(long fingerprint, long since) {
    for (int slice : world.rootPlan().deciders(fingerprint)) {
      if (world.rootSlices.get(slice).lastLoss >= since) {
        return true;
      }
    }
    return false;
  }

  private void toldDuplicate(SimOffer offer, Verdict verdict) {
    if (verdict.isDegraded() || confirmed.contains(offer.fingerprint)) {
      return;
    }
    if (isFalsePositive(offer.fingerprint, offer.agent)) {
      count("false positives");
    } else {
      violation("P1: " + world.nameOf(offer.fingerprint)
          + " was told DUPLICATE and nobody has confirmed it, offer " + offer.id);
    }
  }

  /** All is healed and nobody else asks: there must be a verdict, and a good one. */
  private void checkLastWave(SimOffer offer, Resolution resolution) {
    boolean good = resolution instanceof Verdict verdict
        && (!verdict.isDegraded() || verdict.degradation() == Degradation.STATE_LOST
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
    confirmed.add(offer.fingerprint);
    confirmedAt.put(new Path(offer.fingerprint, offer.agent), world.now());
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
    Long at = confirmedAt.get(new Path(fingerprint, agent));
    if (at == null) {
      violation("P1: " + world.nameOf(fingerprint) + " is recorded and nobody has delivered it");
    } else {
      acknowledged.add(
          new Acknowledged(agent, fingerprint, confirm.origin(), at, world.now()));
    }
  }

  void excuse(long fingerprint, String why) {
    excuses.putIfAbsent(fingerprint, why);
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

  void leafLost() {
    rememberFalsePositives();
  }

  void sliceLost(SimSlice slice) {
    rememberFalsePositives();
    if (slice.isRoot()) {
      for (long key : world.keys) {
        if (contains(world.rootPlan().deciders(key), slice.endpoint.slice())) {
          excuse(key, "root slice lost its state");
        }
      }
    }
  }

  private void rememberFalsePositives() {
    for (SimAgent agent : world.agents) {
      for (long key : world.keys) {
        if (isFalsePositive(key, agent)) {
          onceFalse.add(new Path(key, agent));
        }
      }
    }
  }

  /** Whether some filter on the agent's path claims an event that was never set there. */
  private boolean isFalsePositive(long fingerprint, SimAgent agent) {
    if (onceFalse.contains(new Path(fingerprint, agent))
        || isFalse(fingerprint, List.of(agent.leaf()))) {
      return true;
    }
    return above(agent.place).stream().anyMatch(node -> isFalseHit(fingerprint, slicesOf(node)));
  }

  /** The nodes to which an event may go from a place, on any way up to the root. */
  private Set<NodeId> above(Place place) {
    Set<NodeId> above = new LinkedHashSet<>();
    for (NodeId parent : parents(place)) {
      if (above.add(parent)) {
        above.addAll(above(slicesOf(parent).get(0).place));
      }
    }
    return above;
  }

  private static List<NodeId> parents(Place place) {
    return Stream.concat(place.parent().stream(), place.fallbacks().stream())
        .map(NodeRef::id).toList();
  }

  private List<SimSlice> slicesOf(NodeId node) {
    return world.slicesOf(node).stream().map(SimSlice.class::cast).toList();
  }

  private record Path(long fingerprint, SimAgent agent) {}

  private static boolean isFalseHit(long fingerprint, List<SimSlice> slices) {
    List<ShadowedSlice> concerned = new ArrayList<>();
    for (int slice : slices.get(0).place.self().plan().slicesOf(fingerprint)) {
      concerned.add(slices.get(slice).filter());
    }
    return isFalse(fingerprint, concerned);
  }

  private static boolean isFalse(long fingerprint, List<ShadowedSlice> slices) {
    return slices.stream().allMatch(slice -> slice.holds(fingerprint))
        && !slices.stream().allMatch(slice -> slice.wasSet(fingerprint));
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
    acknowledged.forEach(this::checkRemembered);
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
   * state was lost since; and none of these acknowledged it before one above it did.
   */
  private void checkRemembered(Acknowledged event) {
    if (event.agent.lastLoss < event.confirmedAt && !event.agent.leaf().holds(event.fingerprint)) {
      violation("P7: " + event.agent.endpoint + " forgot " + world.nameOf(event.fingerprint));
    }
    Set<NodeId> nodes = recorders.get(event.origin);
    for (NodeId node : nodes) {
      List<SimSlice> slices = slicesOf(node);
      checkRemembered(event, slices);
      List<NodeId> parents = parents(slices.get(0).place);
      if (!parents.isEmpty() && parents.stream().noneMatch(nodes::contains)) {
        violation("P7: " + node + " acknowledged " + world.nameOf(event.fingerprint)
            + ", which nobody above it has");
      }
    }
  }

  private void checkRemembered(Acknowledged event, List<SimSlice> slices) {
    SlicePlan plan = slices.get(0).place.self().plan();
    boolean kept = true;
    for (int slice : plan.deciders(event.fingerprint)) {
      kept &= slices.get(slice).lastLoss < event.confirmedAt;
    }
    for (int slice : plan.slicesOf(event.fingerprint)) {
      if (kept && !slices.get(slice).filter().holds(event.fingerprint)) {
        violation("P7: " + slices.get(slice).endpoint + " forgot "
            + world.nameOf(event.fingerprint));
      }
    }
  }
}
