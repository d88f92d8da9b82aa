package io.bloomtree.tree;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.TreeIdentity;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.function.Consumer;

/** A tree in which nothing goes wrong: packets arrive at once and in order. Used by one thread. */
public final class QuietTree {
  private static final Identity IDENTITY = new Identity(new TreeIdentity("quiet", "xxh3-64", 0), 0, 0);

  private final Map<Endpoint, Machine> machines = new LinkedHashMap<>();
  private final Map<Endpoint, FilterSlice> filters = new LinkedHashMap<>();
  private final List<EdgeNode> agents = new ArrayList<>();
  private final Queue<Runnable> deliveries = new ArrayDeque<>();
  private final List<String> growthRefused = new ArrayList<>();
  private Consumer<Packet> tap = packet -> {};
  private long now;

  QuietTree(TreeShape shape, Settings settings) {
    this(shape.places(), settings);
  }

  /** The nodes of its lowest level are its agents, in the order in which they are given. */
  public QuietTree(List<Place> places, Settings settings) {
    int depth = places.stream().mapToInt(Place::level).max().orElseThrow();
    for (Place place : places) {
      for (int i = 0; i < place.self().plan().count(); i++) {
        Endpoint endpoint = new Endpoint(place.self().id(), i);
        FilterSlice filter = place.self().plan().newSlice(i);
        filters.put(endpoint, filter);
        Machine machine = machine(place, i, settings, filter, depth);
        machine.watch(new Watch() {
          @Override public void growthRefused(int subFilters, long memoryBytes) {
            growthRefused.add(endpoint.node().value());
          }
        });
        machines.put(endpoint, machine);
      }
    }
    machines.values().forEach(machine -> machine.start(now));
    settle();
  }

  private Machine machine(
      Place place, int index, Settings settings, FilterSlice filter, int depth) {
    Transport transport =
        (to, packet) -> {
          tap.accept(packet);
          deliveries.add(() -> machines.get(to).receive(List.of(packet), now));
        };
    if (place.level() == depth) {
      EdgeNode agent =
          new EdgeNode(place, settings, IDENTITY, 1, new HeapAgentStore(1, Birth.FIRST, filter),
              transport);
      agents.add(agent);
      return agent;
    }
    SliceStore store = new HeapSliceStore(1, Birth.FIRST, filter);
    Random random = new Random(index);
    return place.level() == 0
        ? new RootSlice(place, index, settings, IDENTITY, 1, store, random, transport)
        : new RegionSlice(place, index, settings, IDENTITY, 1, store, random, transport);
  }

  /** Offers an event, and confirms it if it is DISTINCT. */
  public Verdict offer(int agent, long fingerprint) {
    return offer(agent, fingerprint, (offer, verdict) -> {});
  }

  /** Offers an event that matters so much, and confirms it if it is DISTINCT. */
  Verdict offer(int agent, long fingerprint, int importance) {
    return offer(agent, fingerprint, importance, (offer, verdict) -> {});
  }

  /** Offers an event whose key is known, and confirms it if it is DISTINCT. */
  void offer(int agent, long fingerprint, String key) {
    agents.get(agent).offer(fingerprint, 0, new Offer.Listener() {
      @Override public void ended(Offer offer, Resolution resolution) {}

      @Override public Optional<String> key(Offer offer) {
        return Optional.of(key);
      }
    }, now);
    settle();
  }

  /** Shows every packet that is sent from now on. */
  void tap(Consumer<Packet> packets) {
    tap = packets;
  }

  NodeSketches sketchesOf(String node) {
    return machines.get(new Endpoint(new NodeId(node), 0)).sketches().orElseThrow();
  }

  /** Offers an event, and leaves the tree as it was. */
  Verdict test(int agent, long fingerprint) {
    return offer(agent, fingerprint, (offer, verdict) -> {
      throw new IllegalStateException("released, so that nothing is recorded");
    });
  }

  private Verdict offer(int agent, long fingerprint, Offer.Listener then) {
    return offer(agent, fingerprint, 0, then);
  }

  private Verdict offer(int agent, long fingerprint, int importance, Offer.Listener then) {
    List<Resolution> told = new ArrayList<>();
    agents.get(agent).offer(fingerprint, importance, (offer, resolution) -> {
      told.add(resolution);
      if (((Verdict) resolution).isDistinct()) {
        then.ended(offer, resolution);
      }
    }, now);
    settle();
    return (Verdict) told.get(0);
  }

  /** Lets time pass until nobody waits for anything. */
  private void settle() {
    deliver();
    while (!isIdle()) {
      long next = Long.MAX_VALUE;
      for (Machine machine : machines.values()) {
        next = Math.min(next, machine.nextTick());
      }
      now = next;
      for (Machine machine : machines.values()) {
        if (machine.nextTick() <= now) { // of many, one or two
          machine.tick(now);
        }
      }
      deliver();
    }
  }

  private boolean isIdle() {
    for (Machine machine : machines.values()) {
      if (!machine.isIdle()) {
        return false;
      }
    }
    return true;
  }

  /** Lets time pass in which nobody offers anything. */
  void pass(long millis) {
    now += millis;
    machines.values().forEach(machine -> machine.tick(now));
    settle();
  }

  private void deliver() {
    while (!deliveries.isEmpty()) {
      deliveries.remove().run();
    }
  }

  List<FilterSlice> filtersOf(String node) {
    return filters.entrySet().stream()
        .filter(entry -> entry.getKey().node().value().equals(node))
        .map(Map.Entry::getValue).toList();
  }

  /** The nodes whose filters could not grow, each as often as that began. */
  List<String> growthRefused() {
    return growthRefused;
  }

  public long count(String node, Tally.Count count) {
    return machines.entrySet().stream()
        .filter(entry -> entry.getKey().node().value().equals(node))
        .mapToLong(entry -> entry.getValue().tally().get(count)).sum();
  }
}
