package io.bloomtree.topology;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.ReservoirShape;
import io.bloomtree.filter.ReservoirShape.Reset;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlicePlan.Scheme;
import io.bloomtree.state.StateSize;
import io.bloomtree.topology.Budget.Family;
import io.bloomtree.topology.Plan.HostPlan;
import io.bloomtree.topology.Plan.PathPlan;
import io.bloomtree.topology.Plan.Share;
import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Computes a {@link Plan}. Used once. */
final class Planner {
  private record Fed(SlicePlan plan, long expected, Optional<Long> gap) {}

  private final Topology topology;
  private final Budget budget;
  private final Map<Family, List<TopologyNode>> members = new LinkedHashMap<>();
  private final Map<Family, Double> rates = new HashMap<>();
  private final Map<SlicePlan, SliceFailures> failures = new HashMap<>();
  private final Map<Fed, Optional<Forgetting>> forgettings = new HashMap<>();
  private final List<NodePlan> nodes = new ArrayList<>();
  private final List<PathPlan> paths = new ArrayList<>();

  Planner(Topology topology) {
    this.topology = topology;
    this.budget = new Budget(topology);
  }

  Plan plan() {
    topology.root().nodes().forEach(
        node -> members.computeIfAbsent(budget.family(node), it -> new ArrayList<>()).add(node));
    Map<SlicePlan, Double> ratesOfPlans = new HashMap<>();
    members.forEach((family, alike) -> rates.put(family, ratesOfPlans.computeIfAbsent(
        budget.plan(alike.get(0)), SlicePlan::falsePositiveRate)));
    visit(topology.root(), List.of(), Set.of());
    List<Share> shares = members.keySet().stream().map(this::share).toList();
    return new Plan(
        topology.tree(), topology.fpp(), shares, nodes, paths,
        topology.sketches().map(spec -> SketchPlan.of(spec, topology.root())), hosts());
  }

  private List<HostPlan> hosts() {
    if (topology.cluster().isEmpty() || topology.hosts().isEmpty()) {
      return List.of();
    }
    ClusterSpec cluster = topology.cluster().get();
    Network network = topology.network();
    return topology.hosts().stream().map(host -> {
      List<Endpoint> slices = network.hostedBy(host);
      long memory = slices.stream()
          .mapToLong(slice -> network.plan(slice.node()).memoryBytes(slice.slice()))
          .sum();
      long disk = topology.data().isEmpty() ? 0
          : slices.stream().mapToLong(slice -> mostOnDisk(network, slice)).sum();
      return new HostPlan(host, cluster.address(host), slices, memory, disk);
    }).toList();
  }

  /** With every table at its limit. */
  private long mostOnDisk(Network network, Endpoint slice) {
    SlicePlan plan = network.plan(slice.node());
    long filter = plan.sliceShape() instanceof GrowingShape growing
        ? growing.grownBytes() : plan.memoryBytes(slice.slice());
    LimitSpec limits = topology.limits();
    long claims = network.node(slice.node()).role() == Role.ROOT ? limits.claims() : 0;
    long unspread = plan.scheme() == Scheme.VERTICAL ? limits.relayed() : 0;
    return StateSize.most(filter, claims + unspread);
  }

  private void visit(TopologyNode node, List<NodeId> above, Set<Family> familiesAbove) {
    Family family = budget.family(node);
    nodes.add(nodePlan(node, family, above.size()));
    List<NodeId> path = new ArrayList<>();
    path.add(node.id());
    path.addAll(above);
    Set<Family> families = new LinkedHashSet<>(familiesAbove);
    families.add(family);
    if (node.children().isEmpty()) {
      paths.add(new PathPlan(path, families.stream().mapToDouble(rates::get).sum()));
    }
    node.children().forEach(child -> visit(child, path, families));
  }

  private NodePlan nodePlan(TopologyNode node, Family family, int level) {
    SlicePlan plan = budget.plan(node);
    double falsePositives = rates.get(family);
    return new NodePlan(
        node.id(),
        node.role(),
        level,
        family.kind(),
        node.filter().expected(),
        node.window(),
        plan,
        plan.memoryBytes(),
        budget.share(family),
        falsePositives,
        forgettings.computeIfAbsent(
            new Fed(plan, node.filter().expected(), node.filter().gap()),
            it -> Forgetting.of(family.kind(), plan, it.expected(), it.gap())),
        plan.count() > 1
            ? Optional.of(failures.computeIfAbsent(
                plan, it -> SliceFailures.of(it, falsePositives)))
            : Optional.empty());
  }

  private Share share(Family family) {
    SlicePlan plan = budget.plan(members.get(family).get(0));
    return new Share(
        family.kind(),
        family.expected(),
        ShapeText.of(plan.shape()),
        plan.probes(),
        family.horizontalSlices(),
        budget.share(family),
        rates.get(family),
        members.get(family).stream().map(TopologyNode::id).toList(),
        kindReason(family, plan) + " " + shareReason(family));
  }

  private static String kindReason(Family family, SlicePlan plan) {
    return switch (family.kind()) {
      case BLOOM -> layoutReason(family, plan);
      case SLIDING -> "Plain layout: a line has room for too few timers. Sized for what can be "
          + "alive at once, a slot more than the window.";
      case STABLE -> "K, Max and P forget least of those that keep to the rate in this memory.";
      case RESERVOIR -> "As many filters as keep to the rate when the reservoir is full."
          + (fillsUp(plan.shape()) ? " It fills up: past the expected events it errs more." : "");
      case IMPORTANCE -> "The least P that keeps to the rate even if every event is important.";
      case BUFFER -> "Exact: what it has it knows, what it has not it forgot or never saw.";
      case FP_BUFFER -> "Claims this share of what it does not have.";
    };
  }

  private static boolean fillsUp(FilterShape shape) {
    return shape instanceof ReservoirShape reservoir && reservoir.reset() == Reset.SET_ONES;
  }

  private static String layoutReason(Family family, SlicePlan plan) {
    if (family.vertical() && plan.scheme() != Scheme.HORIZONTAL) {
      return "Plain layout: vertical slices need it, and whole filters of the same design load "
          + "have it too, so that they share one rate.";
    }
    if (!(plan.shape() instanceof BloomShape bloom)) {
      return "Grows: each part has a share of the rate, which all of them together keep.";
    }
    return bloom.layout() == Layout.CACHE_LINE
        ? "Cache lines: one cache miss an event."
        : "Plain layout: cache lines would need too much memory for so low a rate or so few "
            + "events.";
  }

  private String shareReason(Family family) {
    int parts = budget.mostOnAPath(family);
    if (parts == 0) {
      return "It needs no part of the budget.";
    }
    if (family.alone().isPresent() && parts > 1) {
      return "No other filter errs on the same events: each of up to " + parts
          + " on a path has 1/" + parts + " of the budget.";
    }
    return parts == 1
        ? "All filters on a path are alike, so they err together and have the whole budget."
        : "Up to " + parts + " shapes on a path, whose rates add up: each has 1/" + parts
            + " of the budget.";
  }
}
