package io.bloomtree.topology;

import io.bloomtree.filter.SlicePlan.Scheme;
import io.bloomtree.topology.Budget.Family;
import io.bloomtree.tree.SlicePolicy.Quorum;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** What must fit together in a topology whose every value is allowed by itself. Used once. */
final class Consistency {
  private final Topology topology;
  private final Origins origins;
  private final Findings findings;
  private final Set<Family> impossible = new HashSet<>();
  private final Set<Position> usedQuorums = new HashSet<>();

  Consistency(Topology topology, Origins origins, Findings findings) {
    this.topology = topology;
    this.origins = origins;
    this.findings = findings;
  }

  void check() {
    new ClusterConsistency(topology, origins, findings).check();
    new FallbackConsistency(topology, origins, findings).check();
    if (!findings.anyBroken(
        "failure", "timeout", "lease", "limits", "deadline", "batch", "linger")) {
      topology.root().nodes().forEach(this::checkTimes);
    }
    if (!findings.anyBroken("filter", "kind", "growth", "window")) {
      topology.root().nodes().forEach(this::checkKind);
      checkWindows(topology.root());
    }
    if (!findings.anyBroken("filter", "kind", "window", "regions", "edges", "id")) {
      checkVerification(topology.root(), 0);
    }
    if (!findings.anyBroken("filter", "expected", "fpp", "slices", "count", "scheme",
        "failure", "quorum", "root", "regions", "edges", "id")) {
      var budget = new Budget(topology);
      topology.root().nodes().forEach(node -> checkSizes(node, budget));
      topology.root().nodes().forEach(this::checkQuorumIsUsed);
    }
  }

  private void checkTimes(TopologyNode node) {
    Duration timeout = node.failure().timeout();
    Duration lease = node.failure().lease();
    Duration deadline = topology.limits().deadline();
    Duration linger = topology.batch().linger();
    if (lease.compareTo(timeout) <= 0) {
      problem(node, "/failure/lease", "lease is " + Quantity.written(lease)
          + ", must be longer than the timeout, " + Quantity.written(timeout));
    }
    if (timeout.compareTo(deadline) > 0) {
      problem(node, "/failure/timeout", "timeout is " + Quantity.written(timeout)
          + ", must not be longer than the deadline in limits, " + Quantity.written(deadline));
    }
    if (linger.compareTo(timeout) >= 0) {
      problem(topology.root(), "/batch/linger", "linger is " + Quantity.written(linger)
          + ", must be shorter than the timeout, " + Quantity.written(timeout));
    }
  }

  private void checkKind(TopologyNode node) {
    FilterSpec filter = node.filter();
    String kind = named(filter.kind());
    if (filter.growth() != Growth.NONE && filter.kind().forgets()) {
      problem(node, "/filter/growth", "growth is '" + named(filter.growth())
          + "', must be none with kind " + kind + ": a filter that forgets does not grow");
    }
    if (filter.kind() == FilterKind.SLIDING && node.window().isEmpty()) {
      problem(node, "/filter/kind", "kind is 'sliding', must have a window to slide");
    }
    if (filter.equalTimers().isPresent() && filter.kind() != FilterKind.SLIDING) {
      problem(node, "/filter/equal-timers",
          "equal-timers found with kind " + kind + ", must be with kind sliding");
    }
  }

  private void checkWindows(TopologyNode parent) {
    for (TopologyNode child : parent.children()) {
      if (child.window().isPresent() && parent.window().isPresent()
          && child.window().get().compareTo(parent.window().get()) > 0) {
        problem(child, "/window", "window of '" + child.id() + "' is "
            + Quantity.written(child.window().get()) + ", must not be longer than "
            + Quantity.written(parent.window().get()) + ", that of '" + parent.id() + "' above it");
      }
      checkWindows(child);
    }
  }

  private void checkVerification(TopologyNode parent, int level) {
    int above = topology.verifyAbove();
    if (level == 0 && above > depth(parent)) {
      problem(parent, "/verify/above", "above is " + above + ", must be at most "
          + depth(parent) + ", the lowest level of this tree");
    }
    for (TopologyNode child : parent.children()) {
      if (level < above && forgetsWhatIsKnownTo(parent, child)) {
        problem(topology.root(), "/verify/above", "verification found with '" + child.id()
            + "', which forgets what '" + parent.id()
            + "' above it remembers, must be left out: it would refute true hits");
      }
      checkVerification(child, level + 1);
    }
  }

  private static boolean forgetsWhatIsKnownTo(TopologyNode parent, TopologyNode child) {
    boolean forgetsEarlier = child.window().isPresent()
        && parent.window().map(it -> child.window().get().compareTo(it) < 0).orElse(true);
    return forgetsEarlier || child.filter().kind().forgets();
  }

  private static int depth(TopologyNode node) {
    return node.children().stream().mapToInt(child -> 1 + depth(child)).max().orElse(0);
  }

  private void checkSizes(TopologyNode node, Budget budget) {
    Family family = budget.family(node);
    if (impossible.contains(family)) {
      return;
    }
    int probes;
    try {
      probes = budget.shape(family).probes();
    } catch (IllegalArgumentException e) {
      impossible.add(family);
      problem(node, "/filter/expected", "expected is " + node.filter().expected()
          + ", must be possible with fpp " + topology.fpp() + ": " + e.getMessage());
      return;
    }
    try {
      budget.plan(node);
    } catch (IllegalArgumentException e) {
      problem(node, "/slices/count", "count is " + node.slices().count()
          + ", must fit the filter of '" + node.id() + "': " + e.getMessage());
    }
    checkProbes(node, probes);
  }

  private void checkProbes(TopologyNode node, int probes) {
    Scheme scheme = node.slices().scheme();
    if (node.failure().slices() instanceof Quorum quorum && scheme != Scheme.WHOLE) {
      usedQuorums.add(origins.of(node.id(), "/failure/slices/quorum"));
      if (scheme == Scheme.HORIZONTAL) {
        problem(node, "/failure/slices/quorum", "quorum found with horizontal slices of '"
            + node.id() + "', must be duplicate or distinct: an event has one such slice, not "
            + "several");
      } else if (quorum.least() > probes) {
        problem(node, "/failure/slices/quorum", "quorum is " + quorum.least() + ", must be at most "
            + probes + ", the probes (k) of '" + node.id() + "'");
      }
    }
    node.filter().equalTimers().filter(timers -> timers > probes).ifPresent(timers ->
        problem(node, "/filter/equal-timers", "equal-timers is " + timers + ", must be at most "
            + probes + ", the probes (k) of the filter"));
  }

  private void checkQuorumIsUsed(TopologyNode node) {
    if (node.failure().slices() instanceof Quorum
        && !usedQuorums.contains(origins.of(node.id(), "/failure/slices/quorum"))) {
      problem(node, "/failure/slices/quorum",
          "quorum found where no node has slices, must be with vertical slices");
    }
  }

  private void problem(TopologyNode node, String path, String message) {
    findings.problem(origins.of(node.id(), path), message);
  }

  private static String named(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
