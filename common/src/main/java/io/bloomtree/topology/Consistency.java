package io.bloomtree.topology;

import io.bloomtree.filter.SlicePlan.Scheme;
import io.bloomtree.filter.Window.Unit;
import io.bloomtree.topology.Budget.Family;
import io.bloomtree.tree.SlicePolicy.Quorum;
import java.time.Duration;
import java.util.HashSet;
import java.util.OptionalLong;
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
    if (findings.isWritten("/fsync") && !findings.isWritten("/data")) {
      findings.problem(findings.position("/fsync"),
          "fsync found without data, must be left out: nothing is kept that could be forced to "
              + "disk");
    }
    new ClusterConsistency(topology, origins, findings).check();
    new HttpConsistency(topology, origins, findings).check();
    new FallbackConsistency(topology, origins, findings).check();
    new SketchConsistency(topology, findings).check();
    if (!findings.anyBroken(
        "failure", "timeout", "lease", "limits", "deadline", "batch", "linger")) {
      topology.root().nodes().forEach(this::checkTimes);
    }
    boolean isSound =
        !findings.anyBroken("filter", "kind", "growth", "window", "slots", "mode", "slices")
            && new FilterConsistency(topology, origins, findings).check();
    if (!findings.anyBroken("filter", "kind", "window", "regions", "edges", "id")) {
      checkVerification(topology.root(), 0);
    }
    if (isSound && !findings.anyBroken("filter", "expected", "fpp", "slices", "count", "scheme",
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
        && (child.window().get().unit() == Unit.EVENTS
            || parent.window().map(it -> child.window().get().span() < it.span()).orElse(true));
    // with equal timers an event is denied that was recorded
    return forgetsEarlier || child.filter().kind().forgets()
        || child.filter().equalTimers().orElse(1) > 1;
  }

  private static int depth(TopologyNode node) {
    return node.children().stream().mapToInt(child -> 1 + depth(child)).max().orElse(0);
  }

  private void checkSizes(TopologyNode node, Budget budget) {
    Family family = budget.family(node);
    if (impossible.contains(family)) {
      return;
    }
    Design design = budget.design(node);
    int probes;
    try {
      OptionalLong least = design.leastFilterMemory(budget.share(family));
      if (least.isPresent() && topology.limits().filterMemory() < least.getAsLong()) {
        impossible.add(family);
        problem(topology.root(), "/limits/filter-memory", "filter-memory is "
            + topology.limits().filterMemory() + " bytes, must be at least " + least.getAsLong()
            + ", the first part of the filter of '" + node.id() + "'");
        return;
      }
      probes = budget.shape(node).probes();
    } catch (IllegalArgumentException e) {
      impossible.add(family);
      problem(node, "/filter/" + sizedBy(node.filter()).key(), sizedBy(node.filter()).said()
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

  /** The key that says most about how large a filter is, or how often it errs. */
  private record Sizing(String key, String said) {}

  private static Sizing sizedBy(FilterSpec filter) {
    if (filter.profile().isPresent()) {
      return new Sizing("profile", "profile is '" + Words.of(filter.profile().get()) + "'");
    }
    return filter.memory()
        .map(bytes -> new Sizing("memory", "memory is " + bytes + " bytes"))
        .orElseGet(() -> new Sizing("expected", "expected is " + filter.expected()));
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
}
