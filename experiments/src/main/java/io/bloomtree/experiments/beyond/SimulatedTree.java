package io.bloomtree.experiments.beyond;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.tree.Birth;
import io.bloomtree.tree.EdgeNode;
import io.bloomtree.tree.HeapAgentStore;
import io.bloomtree.tree.HeapSliceStore;
import io.bloomtree.tree.Identity;
import io.bloomtree.tree.Machine;
import io.bloomtree.tree.Offer;
import io.bloomtree.tree.Place;
import io.bloomtree.tree.RegionSlice;
import io.bloomtree.tree.RootSlice;
import io.bloomtree.tree.Settings;
import io.bloomtree.tree.Tally;
import io.bloomtree.tree.Transport;
import io.bloomtree.tree.TreeShape;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.TreeIdentity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A tree of the machines that run in production, on virtual time and links that lose and delay.
 * Owned by one thread.
 */
final class SimulatedTree {
  /*
   * The simulator of the tests draws tree, workload and faults from a seed, and judges. Here they
   * are given, and what each offer was told is counted.
   */
  private static final Identity IDENTITY =
      new Identity(new TreeIdentity("experiment", "none", 0), 0, 0);

  /** Changes what the machines tell each other. */
  interface Interference {
    /** Changes nothing. */
    Interference NONE = new Interference() {};

    /** What is sent instead of a packet. */
    default Packet sent(Endpoint from, Endpoint to, Packet packet) {
      return packet;
    }

    /** A packet has come. */
    default void arrived(Endpoint from, Endpoint to, Packet packet) {}
  }

  private final VirtualTime time;
  private final Links links;
  private final Interference interference;
  private final Map<Endpoint, Node> nodes = new LinkedHashMap<>();
  private final List<Node> agents = new ArrayList<>();

  SimulatedTree(
      TreeShape shape, Settings settings, VirtualTime time, Links links,
      Interference interference) {
    this.time = time;
    this.links = links;
    this.interference = interference;
    for (Place place : shape.places()) {
      for (int slice = 0; slice < place.self().plan().count(); slice++) {
        Node node = new Node(place, slice, settings, place.level() == shape.depth());
        nodes.put(node.endpoint, node);
        if (node.machine instanceof EdgeNode) {
          agents.add(node);
        }
      }
    }
    nodes.values().forEach(node -> node.step(() -> node.machine.start(time.now())));
  }

  /** Offers an event that is delivered as soon as it is called distinct. */
  void offer(int agent, long fingerprint, Offer.Listener listener) {
    Node node = agents.get(agent);
    node.step(() -> node.edge().offer(fingerprint, 0, listener, time.now()));
  }

  /** Offers an event whose delivery takes a time. */
  void claim(int agent, long fingerprint, Offer.Listener listener) {
    Node node = agents.get(agent);
    node.step(() -> node.edge().claim(fingerprint, 0, listener, time.now()));
  }

  /** A claimed event was delivered. */
  void confirm(int agent, Offer offer) {
    Node node = agents.get(agent);
    node.step(() -> node.edge().confirm(offer, time.now()));
  }

  /** Whether nobody waits for anything. */
  boolean isIdle() {
    return nodes.values().stream().allMatch(node -> node.machine.isIdle());
  }

  /** A sum over all nodes. */
  long count(Tally.Count count) {
    return nodes.values().stream().mapToLong(node -> node.machine.tally().get(count)).sum();
  }

  /** The filter of the root, which must not be sliced. */
  FilterSlice rootFilter() {
    return nodes.values().iterator().next().filter;
  }

  private void send(Node from, Endpoint to, Packet packet) {
    Node receiver = nodes.get(to);
    Packet sent = interference.sent(from.endpoint, to, packet);
    boolean isDownwards = from.level < receiver.level;
    if (isDownwards && links.loses(from.endpoint, to, time.now())) {
      return;
    }
    time.after(links.delay(from.endpoint, to, time.now()), () -> {
      interference.arrived(from.endpoint, to, sent);
      receiver.step(() -> receiver.machine.receive(List.of(sent), time.now()));
    });
  }

  /** One slice of one node, and when it wants to be woken. */
  private final class Node {
    final Endpoint endpoint;
    final int level;
    final FilterSlice filter;
    final Machine machine;
    private long wakeAt = Long.MAX_VALUE;

    Node(Place place, int slice, Settings settings, boolean isAgent) {
      this.endpoint = new Endpoint(place.self().id(), slice);
      this.level = place.level();
      this.filter = place.self().plan().newSlice(slice);
      Transport transport = (to, packet) -> send(this, to, packet);
      this.machine = isAgent
          ? new EdgeNode(place, settings, IDENTITY, 1,
              new HeapAgentStore(1, Birth.FIRST, filter), transport)
          : machine(place, slice, settings, transport);
    }

    private Machine machine(Place place, int slice, Settings settings, Transport transport) {
      var store = new HeapSliceStore(1, Birth.FIRST, filter);
      var random = new Random(endpoint.slice());
      return level == 0
          ? new RootSlice(place, slice, settings, IDENTITY, 1, store, random, transport)
          : new RegionSlice(place, slice, settings, IDENTITY, 1, store, random, transport);
    }

    EdgeNode edge() {
      return (EdgeNode) machine;
    }

    /** Lets the machine do something, and plans its next tick. */
    void step(Runnable action) {
      action.run();
      long next = machine.nextTick();
      if (next < wakeAt) {
        wakeAt = next;
        time.at(next, () -> wake(next));
      }
    }

    /** A plan that was overtaken by an earlier one is none any more. */
    private void wake(long due) {
      if (due == wakeAt) {
        wakeAt = Long.MAX_VALUE;
        step(() -> machine.tick(time.now()));
      }
    }
  }
}
