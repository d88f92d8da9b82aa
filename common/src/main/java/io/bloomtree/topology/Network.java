package io.bloomtree.topology;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.tree.NodeRef;
import io.bloomtree.tree.Place;
import io.bloomtree.tree.Settings;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** What the nodes of a topology need to run: where each stands, and how it behaves. Immutable. */
public final class Network {
  private static final Settings.Timing USUAL = Settings.Timing.defaults();

  private final Topology topology;
  private final Map<NodeId, TopologyNode> nodes = new HashMap<>();
  private final Map<NodeId, SlicePlan> plans = new HashMap<>();
  private final Map<NodeId, List<NodeRef>> guests = new HashMap<>();
  private final Map<NodeId, Place> places = new LinkedHashMap<>();
  private final Map<String, List<Endpoint>> hosted = new LinkedHashMap<>();

  Network(Topology topology) {
    this.topology = topology;
    var budget = new Budget(topology);
    topology.root().nodes().forEach(node -> {
      nodes.put(node.id(), node);
      plans.put(node.id(), budget.plan(node));
    });
    topology.root().nodes().forEach(node -> node.fallback().forEach(
        region -> guests.computeIfAbsent(region, first -> new ArrayList<>()).add(ref(node))));
    place(topology.root(), 0, Optional.empty());
    topology.root().nodes().forEach(this::host);
  }

  private void place(TopologyNode node, int level, Optional<NodeRef> parent) {
    NodeRef self = ref(node);
    List<NodeRef> children = node.children().stream().map(this::ref).toList();
    int rootSlices = plans.get(topology.root().id()).count();
    List<NodeRef> fallbacks = node.fallback().stream().map(id -> ref(nodes.get(id))).toList();
    List<NodeRef> guestsHere = guests.getOrDefault(node.id(), List.of());
    places.put(node.id(),
        new Place(self, level, parent, children, rootSlices, fallbacks, guestsHere));
    node.children().forEach(child -> place(child, level + 1, Optional.of(self)));
  }

  private void host(TopologyNode node) {
    List<String> hosts = node.hosts();
    hosts.forEach(host -> hosted.computeIfAbsent(host, it -> new ArrayList<>()));
    if (node.role() != Role.EDGE && !hosts.isEmpty()) {
      slicesOf(node.id()).forEach(
          slice -> hosted.get(hosts.get(slice.slice() % hosts.size())).add(slice));
    }
  }

  private NodeRef ref(TopologyNode node) {
    return new NodeRef(node.id(), plans.get(node.id()));
  }

  public Topology topology() {
    return topology;
  }

  /** Where each node stands, each before its children; the root first. */
  public List<Place> places() {
    return List.copyOf(places.values());
  }

  /**
   * Where a node stands.
   *
   * @throws IllegalArgumentException if the topology has no such node
   */
  public Place place(NodeId id) {
    return known(places, id);
  }

  /** What a node is, and what the topology says about it. */
  public TopologyNode node(NodeId id) {
    return known(nodes, id);
  }

  /** A node's filter, and how it is cut. */
  public SlicePlan plan(NodeId id) {
    return known(plans, id);
  }

  /** Of the random numbers of a node's filter. */
  public long seed(NodeId id) {
    // they are nobody's secret, but no two nodes should draw the same
    return 31 * topology.hash().seed() + id.value().hashCode();
  }

  /** Every slice of the root and of the regions: what processes run that are no producers. */
  public List<Endpoint> slices() {
    return topology.root().nodes()
        .filter(node -> node.role() != TopologyNode.Role.EDGE)
        .flatMap(node -> slicesOf(node.id()).stream())
        .toList();
  }

  /** All slices of a node. */
  public List<Endpoint> slicesOf(NodeId id) {
    return IntStream.range(0, plan(id).count()).mapToObj(i -> new Endpoint(id, i)).toList();
  }

  /**
   * The slices of root and regions that run on a host, in the order of {@link #places}. Edges run
   * where their producers do.
   *
   * @throws IllegalArgumentException if no node of the topology names such a host
   */
  public List<Endpoint> hostedBy(String host) {
    List<Endpoint> slices = hosted.get(host);
    if (slices == null) {
      throw new IllegalArgumentException("no such host in tree " + topology.tree() + ": host="
          + host + Nearest.hint(host, hosted.keySet()));
    }
    return List.copyOf(slices);
  }

  /** How a node behaves. */
  public Settings settings(NodeId id) {
    TopologyNode node = node(id);
    FailureSpec failure = node.failure();
    LimitSpec limits = topology.limits();
    return new Settings(
        topology.mode(),
        node.slices().probing(),
        topology.verifyAbove(),
        failure.slices(),
        failure.parent(),
        new Settings.Timing(
            limits.deadline(),
            failure.timeout(),
            failure.lease(),
            withinQuarter(USUAL.retry(), failure.timeout()),
            withinQuarter(USUAL.heldRetry(), failure.timeout())),
        topology.batch(),
        new Settings.Limits(
            limits.claims(), limits.relayed(), limits.offers(), limits.outstanding(),
            limits.agents()),
        Settings.Copying.within(limits.frame()),
        topology.sketches().map(sketches -> sketches.sketching(topology.hash().seed())));
  }

  /** A message must be repeated a few times before the timeout calls its receiver away. */
  private static Duration withinQuarter(Duration usual, Duration timeout) {
    Duration quarter = Duration.ofMillis(Math.max(1, timeout.toMillis() / 4));
    return usual.compareTo(quarter) < 0 ? usual : quarter;
  }

  private <T> T known(Map<NodeId, T> all, NodeId id) {
    T it = all.get(id);
    if (it == null) {
      throw new IllegalArgumentException(
          "no such node in tree " + topology.tree() + ": id=" + id
              + Nearest.hint(id.value(), nodes.keySet().stream().map(NodeId::value).toList()));
    }
    return it;
  }
}
