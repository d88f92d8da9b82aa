package io.bloomtree.tree;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.AskFrame;
import io.bloomtree.wire.ConfirmFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Frame;
import io.bloomtree.wire.HandoverFrame;
import io.bloomtree.wire.HelloFrame;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.PingFrame;
import io.bloomtree.wire.PongFrame;
import io.bloomtree.wire.ProbeFrame;
import io.bloomtree.wire.ReleaseFrame;
import io.bloomtree.wire.SetFrame;
import io.bloomtree.wire.TreeIdentity;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;

/**
 * One machine on a test bench: the test plays everybody that the machine talks to, and the clock.
 *
 * <p>A peer that was heard, and owes the machine nothing, answers heartbeats by itself; pings to
 * any other are the test's to answer or not.
 */
class Bench<M extends Machine> {
  static final Identity IDENTITY = new Identity(new TreeIdentity("bench", "none", 0), 7, 0);

  private static final Set<Class<? extends Frame>> WANTING_AN_ANSWER =
      Set.of(
          AskFrame.class, ConfirmFrame.class, ReleaseFrame.class, HelloFrame.class,
          ProbeFrame.class, SetFrame.class, HandoverFrame.class);

  final M machine;
  final WatchLog watch = new WatchLog();
  private final List<Sent> sent = new ArrayList<>();
  private final Map<Endpoint, Packet> lastHeard = new HashMap<>();
  private final Set<Endpoint> owing = new HashSet<>();
  private final Set<Endpoint> silent = new HashSet<>();
  private final Queue<Packet> heartbeats = new ArrayDeque<>();
  private long now = 1_000;

  private record Sent(Endpoint to, Frame frame) {}

  /** Starts the machine that {@code build} makes of its transport; nobody has answered it yet. */
  Bench(Function<Transport, M> build) {
    this.machine =
        build.apply((to, packet) -> packet.frames().forEach(frame -> sent(to, frame)));
    machine.watch(watch);
    machine.start(now);
    settle();
  }

  private void sent(Endpoint to, Frame frame) {
    if (frame instanceof PingFrame ping) {
      Packet last = lastHeard.get(to);
      if (last != null && !owing.contains(to) && !silent.contains(to)) {
        heartbeats.add(
            new Packet(last.identity(), last.epoch(), to, last.incarnation(), last.born(),
                List.of(new PongFrame(ping.nonce()))));
        return;
      }
    } else if (WANTING_AN_ANSWER.contains(frame.getClass())) {
      owing.add(to);
    }
    sent.add(new Sent(to, frame));
  }

  /** From now on the peer does not even answer heartbeats. */
  void silence(Endpoint peer) {
    silent.add(peer);
  }

  static Bench<RootSlice> root(TreeShape shape, int slice, Settings settings) {
    return root(shape, slice, settings, store(shape.root(), slice, Birth.FIRST));
  }

  static Bench<RootSlice> root(TreeShape shape, int slice, Settings settings, SliceStore store) {
    return startedRoot(shape, slice, settings, store).greeted();
  }

  /** A slice of the root that has heard of nobody yet. */
  static Bench<RootSlice> startedRoot(
      TreeShape shape, int slice, Settings settings, SliceStore store) {
    return new Bench<>(transport ->
        new RootSlice(
            place(shape, "root"), slice, settings, IDENTITY, 1, store, new Random(1), transport));
  }

  static Bench<RegionSlice> region(TreeShape shape, int slice, Settings settings) {
    return region(shape, slice, settings, store(shape.regions(), slice, Birth.FIRST));
  }

  /** A slice of the first region of the level below the root. */
  static Bench<RegionSlice> region(
      TreeShape shape, int slice, Settings settings, SliceStore store) {
    return startedRegion(shape, slice, settings, store).greeted();
  }

  /** The same, when it has heard of nobody yet. */
  static Bench<RegionSlice> startedRegion(
      TreeShape shape, int slice, Settings settings, SliceStore store) {
    return new Bench<>(transport ->
        new RegionSlice(
            place(shape, "r1-0"), slice, settings, IDENTITY, 1, store, new Random(1), transport));
  }

  /** Answers the pings with which the machine made itself known, and forgets them. */
  Bench<M> greeted() {
    List<Sent> pings = sent.stream().filter(one -> one.frame instanceof PingFrame).toList();
    sent.removeAll(pings);
    pings.forEach(ping -> deliver(ping.to, new PongFrame(((PingFrame) ping.frame).nonce())));
    return this;
  }

  static SliceStore store(SlicePlan plan, int slice, Birth birth) {
    return new HeapSliceStore(1, birth, plan.newSlice(slice));
  }

  static Place place(TreeShape shape, String id) {
    return shape.places().stream()
        .filter(place -> place.self().id().value().equals(id)).findFirst().orElseThrow();
  }

  static Endpoint at(String node, int slice) {
    return new Endpoint(new NodeId(node), slice);
  }

  /** The first event whose positions are on these slices, in this order. */
  static long eventOn(SlicePlan plan, int... slices) {
    long fingerprint = 1;
    while (!Arrays.equals(plan.slicesOf(fingerprint), slices)) {
      fingerprint++;
    }
    return fingerprint;
  }

  long now() {
    return now;
  }

  /** Brings the machine a packet, from a peer whose state is as old as the tree. */
  void deliver(Endpoint from, Frame... frames) {
    deliver(from, 1, frames);
  }

  /** Brings the machine a packet, from a peer whose state was created in that incarnation. */
  void deliver(Endpoint from, long born, Frame... frames) {
    deliver(
        new Packet(IDENTITY.tree().digest(), IDENTITY.epoch(), from, born, born, List.of(frames)));
  }

  void deliver(Packet packet) {
    lastHeard.put(packet.from(), packet);
    owing.remove(packet.from());
    machine.receive(List.of(packet), now);
    settle();
  }

  /** Lets time pass; the machine does what is due on the way. */
  void advance(long millis) {
    long then = now + millis;
    while (machine.nextTick() <= then) {
      now = machine.nextTick();
      settle();
    }
    now = then;
  }

  final void settle() {
    while (machine.nextTick() <= now || !heartbeats.isEmpty()) {
      if (heartbeats.isEmpty()) {
        machine.tick(now);
      } else {
        machine.receive(List.of(heartbeats.remove()), now);
      }
    }
  }

  /** What was sent to a peer since the test last looked. */
  List<Frame> take(Endpoint to) {
    return take(to, Frame.class);
  }

  /** The frames of one kind that were sent to a peer since the test last looked for them. */
  <F extends Frame> List<F> take(Endpoint to, Class<F> kind) {
    List<F> taken = new ArrayList<>();
    for (Iterator<Sent> all = sent.iterator(); all.hasNext(); ) {
      Sent one = all.next();
      if (one.to.equals(to) && kind.isInstance(one.frame)) {
        taken.add(kind.cast(one.frame));
        all.remove();
      }
    }
    return taken;
  }

  /** The asks that were sent to a peer since the test last looked for them. */
  List<AskFrame.Ask> takeAsks(Endpoint to) {
    return take(to, AskFrame.class).stream().flatMap(frame -> frame.asks().stream()).toList();
  }

  void forgetSent() {
    sent.clear();
  }

  long count(Tally.Count count) {
    return machine.tally().get(count);
  }

  long occupied(String table) {
    return machine.occupancy().stream()
        .filter(occupancy -> occupancy.table().equals(table)).findFirst().orElseThrow().size();
  }
}
