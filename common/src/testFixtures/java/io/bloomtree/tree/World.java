package io.bloomtree.tree;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.ImageFrame;
import io.bloomtree.wire.ImageRequestFrame;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.PingFrame;
import io.bloomtree.wire.PongFrame;
import io.bloomtree.wire.TreeIdentity;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** One run of one scenario: virtual time, a faulty network, and the nodes of a tree. */
final class World {
  static final long MILLI = 1_000;

  /** When faults and offers begin to cease, in microseconds. */
  private static final long HEALED = 800 * MILLI;
  /** From when on it may become calm: what was lost has been repeated. */
  private static final long CALM = HEALED + 100 * MILLI;
  /** How long heartbeats take to find everybody there after time was passed over. */
  private static final long ROUND_TRIP = 20 * MILLI;
  /** The longest that a packet is under way, and how much longer a slow one, in milliseconds. */
  private static final int QUICK = 5;
  private static final int SLOW = 400;
  private static final long MAX_STEPS = 400_000;

  /** Where an event of a run comes from. */
  private enum Kind { OUTSIDE, PACKET, HEARTBEAT, TICK }

  final Scenario scenario;
  final Random random;
  final ExactModel model;
  final SketchTruth sketches;
  final List<String> trace = new ArrayList<>();
  final Map<Endpoint, SimNode> nodes = new LinkedHashMap<>();
  /** What each filter there is, or was, really has. */
  final Map<Former, ShadowedSlice> shadows = new HashMap<>();
  final List<SimAgent> agents = new ArrayList<>();
  final List<List<SimSlice>> regions = new ArrayList<>();
  final List<SimSlice> rootSlices = new ArrayList<>();
  private final Map<String, SimHost> hosts = new TreeMap<>();
  final long[] keys;
  private final boolean traced;
  final Identity identity;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Queue<Runnable> whenCalm = new ArrayDeque<>();
  private final Set<Cut> cuts = new HashSet<>();
  private long scheduled;
  private long now;
  private long steps;
  private int packets;
  private boolean healed;

  World(Scenario scenario, boolean traced) {
    this.scenario = scenario;
    this.traced = traced;
    this.random = new Random(Scenario.mix(~scenario.seed));
    this.keys = random.longs(scenario.keys).toArray();
    // keys are not hashed here, but shingles are
    String hash = scenario.sketches.pairs() ? "xxh3-64" : "none";
    this.identity = new Identity(new TreeIdentity("simulated", hash, 0), 0, 0);
    this.model = new ExactModel(this);
    this.sketches = new SketchTruth(this);
    model.count("trees with a root of " + scenario.rootKind);
    if (scenario.onDisk) {
      model.count("trees on disks, fsync " + scenario.forcing);
    }
    plantTree();
    makeNoise();
  }

  /** Sets positions that no event of this run has set: hits that need them are false. */
  private void makeNoise() {
    random.longs(scenario.noise).forEach(fingerprint -> {
      for (int slice : rootPlan().slicesOf(fingerprint)) {
        SimSlice node = rootSlices.get(slice);
        node.filter().makeNoise(fingerprint, node.clock());
      }
    });
  }

  Simulation.Report run() {
    trace("%s", scenario.summary());
    nodes.values().forEach(SimNode::start);
    new Workload(this).plan(HEALED);
    at(HEALED, () -> {
      healed = true;
      cuts.clear();
      nodes.values().forEach(node -> node.disk.ifPresent(SimState::heal));
      trace("HEALED");
    });
    do {
      Event event = events.remove();
      now = Math.max(now, event.time);
      packets -= event.kind == Kind.PACKET ? 1 : 0;
      event.action.run();
      if (steps > MAX_STEPS) {
        model.violation("P5: no rest after " + steps + " steps");
        break;
      }
    } while (!isCalm() || goOn());
    model.judge();
    if (scenario.sketches.areKept()) {
      sketches.judge();
    }
    return new Simulation.Report(
        scenario.seed, scenario.summary(), steps, model.violations(), trace, model.counts());
  }

  /** Whether there is nothing to do now, and nothing under way but heartbeats. */
  private boolean isCalm() {
    return now >= CALM && packets == 0 && (events.isEmpty() || events.peek().time > now)
        && nodes.values().stream().allMatch(World::isAtRest);
  }

  private static boolean isAtRest(SimNode node) {
    return node.isUp() && node.machine().isIdle()
        && (!(node instanceof SimSlice slice) || slice.isSettled() && !slice.isCopying());
  }

  /** Goes on when it is calm; false if nothing is left to happen. */
  private boolean goOn() {
    OptionalLong next =
        events.stream().filter(event -> event.kind == Kind.OUTSIDE).mapToLong(Event::time).min();
    if (next.isPresent()) {
      sleep(next.getAsLong() - ROUND_TRIP - now);
      return true;
    }
    if (whenCalm.isEmpty()) {
      return false;
    }
    whenCalm.remove().run();
    return true;
  }

  /*
   * Machines send heartbeats for ever, which would make up most of a run in which nothing
   * happens but leases running out. So everybody sleeps over that, and packets do too.
   */
  private void sleep(long time) {
    now += Math.max(0, time);
  }

  /** Plans something for when all before it has ended and was settled. */
  void whenCalm(Runnable action) {
    whenCalm.add(action);
  }

  /** Plans that a time passes when it is calm, and that everybody then sees who is there. */
  void sleepWhenCalm(long time) {
    whenCalm(() -> {
      sleep(time);
      after(ROUND_TRIP, () -> {});
    });
  }

  private void plantTree() {
    for (Place place : scenario.shape().places()) {
      if (place.level() == scenario.depth) {
        SimAgent agent = new SimAgent(this, place, identity);
        agents.add(agent);
        nodes.put(agent.endpoint, agent);
      } else {
        plantSlices(place);
      }
    }
  }

  /**
   * The computer of a node, if nodes have any. Slices of a node that will be cut in another way are
   * on one, so that there are heirs for those that will be no more.
   */
  Optional<SimHost> hostOf(Endpoint endpoint) {
    if (!scenario.onDisk) {
      return Optional.empty();
    }
    String name = scenario.epochs > 0 ? endpoint.node().value() : endpoint.toString();
    if (scenario.hosts > 0) {
      name = "host " + Math.floorMod(Scenario.mix(scenario.seed + name.hashCode()), scenario.hosts);
    }
    return Optional.of(hosts.computeIfAbsent(name, none -> new SimHost(this, none)));
  }

  Collection<SimHost> hosts() {
    return hosts.values();
  }

  /** A slice that there is only in the next topology. */
  void add(SimSlice slice) {
    nodes.put(slice.endpoint, slice);
  }

  /** A slice that there is not in the next topology. */
  void remove(SimSlice slice) {
    nodes.remove(slice.endpoint);
  }

  private void plantSlices(Place place) {
    List<SimSlice> slices = new ArrayList<>();
    for (int i = 0; i < place.self().plan().count(); i++) {
      SimSlice slice = new SimSlice(this, place, i, identity);
      slices.add(slice);
      nodes.put(slice.endpoint, slice);
    }
    if (place.level() == 0) {
      rootSlices.addAll(slices);
    } else {
      regions.add(slices);
    }
  }

  /** How the root is cut; while the topology changes, how its first slice knows it. */
  SlicePlan rootPlan() {
    return rootSlices.get(0).place.self().plan();
  }

  /** All slices of the nodes below a place. */
  Stream<SimNode> childrenOf(Place place) {
    return place.children().stream().flatMap(child -> slicesOf(child.id()).stream());
  }

  /** The root's slices that there are now. */
  List<SimSlice> rootSlicesNow() {
    return slicesOf(new NodeId("root")).stream().map(SimSlice.class::cast).toList();
  }

  /** The slices of a node, or the one agent. */
  List<? extends SimNode> slicesOf(NodeId id) {
    return nodes.values().stream().filter(node -> node.endpoint.node().equals(id))
        .sorted(Comparator.comparingInt((SimNode node) -> node.endpoint.slice())).toList();
  }

  long now() {
    return now;
  }

  boolean isHealed() {
    return healed;
  }

  void countStep() {
    steps++;
  }

  /** Plans something at a time; what is planned for the same time happens in this order. */
  void at(long time, Runnable action) {
    plan(time, Kind.OUTSIDE, action);
  }

  /** Plans a machine's tick. */
  void tickAt(long time, Runnable action) {
    plan(time, Kind.TICK, action);
  }

  private void plan(long time, Kind kind, Runnable action) {
    events.add(new Event(Math.max(time, now), scheduled++, kind, action));
    packets += kind == Kind.PACKET ? 1 : 0;
  }

  void after(long delay, Runnable action) {
    at(now + delay, action);
  }

  /** A whole number of microseconds from the range given in milliseconds. */
  long between(double fromMillis, double toMillis) {
    return (long) ((fromMillis + random.nextDouble() * (toMillis - fromMillis)) * MILLI);
  }

  boolean chance(double probability) {
    return probability > 0 && random.nextDouble() < probability;
  }

  void send(Endpoint from, Endpoint to, Packet packet) {
    // what travels are bytes, so that every schedule tries the wire format too
    model.sent(from, to, packet);
    sketches.sent(nodes.get(from), to, packet);
    Kind kind = isHeartbeat(packet) ? Kind.HEARTBEAT : Kind.PACKET;
    for (byte[] bytes : packet.encodeWithin(Packet.DEFAULT_MAX_BYTES)) {
      if (isLost(from, to, packet)) {
        if (traced) {
          trace("%s > %s LOST %s", from, to, packet.frames());
        }
        continue;
      }
      int copies = !healed && chance(scenario.duplication) ? 2 : 1;
      for (int i = 0; i < copies; i++) {
        plan(now + delay(), kind, () -> deliver(from, to, bytes));
      }
    }
  }

  private static boolean isHeartbeat(Packet packet) {
    return packet.frames().stream()
        .allMatch(frame -> frame instanceof PingFrame || frame instanceof PongFrame
            || frame instanceof ImageRequestFrame || frame instanceof ImageFrame);
  }

  private boolean isLost(Endpoint from, Endpoint to, Packet packet) {
    if (healed) {
      return false;
    }
    boolean concerned = scenario.lostFrames.isEmpty()
        || packet.frames().stream()
            .anyMatch(frame -> frame.getClass().getSimpleName().equals(scenario.lostFrames));
    return cuts.contains(new Cut(from, to)) || concerned && chance(scenario.loss);
  }

  private long delay() {
    long delay = between(1, QUICK);
    if (!healed && chance(scenario.slow)) {
      delay += chance(0.8) ? between(0, 60) : between(0, SLOW);
    }
    return delay;
  }

  /** The longest that a packet may be under way that is sent at a time, or later. */
  long longestDelay(long time) {
    return (QUICK + (time < HEALED && scenario.slow > 0 ? SLOW : 0)) * MILLI;
  }

  private void deliver(Endpoint from, Endpoint to, byte[] bytes) {
    SimNode node = nodes.get(to);
    if (node == null && scenario.epochs > 0) {
      return; // in one of the topologies there is such a slice
    }
    if (node == null) {
      model.violation("P6: packet to a node that does not exist: " + to);
      return;
    }
    if (!node.isUp()) {
      return;
    }
    Packet packet = Packet.decode(bytes, Packet.DEFAULT_MAX_BYTES);
    if (traced) {
      trace("%s > %s %s", from, to, packet.frames());
    }
    node.receive(packet);
    sketches.took(node, packet);
  }

  void cut(Endpoint one, Endpoint other, boolean bothWays) {
    cuts.add(new Cut(one, other));
    if (bothWays) {
      cuts.add(new Cut(other, one));
    }
    trace("CUT %s %s %s", one, bothWays ? "<->" : "->", other);
  }

  void mend(Endpoint one, Endpoint other) {
    cuts.remove(new Cut(one, other));
    cuts.remove(new Cut(other, one));
    trace("MENDED %s %s", one, other);
  }

  void trace(String format, Object... arguments) {
    if (traced) {
      trace.add(
          "%9.3f  ".formatted(now / (double) MILLI) + format.formatted(arguments));
    }
  }

  /** The number of the key with the fingerprint, for traces. */
  String nameOf(long fingerprint) {
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] == fingerprint) {
        return "key " + i + " (" + fingerprint + ")";
      }
    }
    return Long.toString(fingerprint);
  }

  private record Cut(Endpoint from, Endpoint to) {}

  private record Event(long time, long order, Kind kind, Runnable action)
      implements Comparable<Event> {
    @Override public int compareTo(Event other) {
      int byTime = Long.compare(time, other.time);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }
}
