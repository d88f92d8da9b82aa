package io.bloomtree.cli;

import io.bloomtree.topology.FailureSpec;
import io.bloomtree.topology.LimitSpec;
import io.bloomtree.topology.Topology;
import io.bloomtree.topology.TopologyNode;
import java.time.Duration;

/** Gives a tree that runs in one process the time it needs. */
final class Patience {
  /*
   * Timeouts tell a node that is away from one that is slow. Within one process nobody is away,
   * but a busy or suspended machine is slow enough for any timeout that makes sense in a network;
   * verdicts would be degraded, and be about the machine, not about the tree.
   */

  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final Duration LEASE = Duration.ofMinutes(10);

  private Patience() {}

  /** The same tree with timeouts, leases and a deadline that are not reached by being slow. */
  static Topology with(Topology hasty) {
    return new Topology(
        hasty.tree(), hasty.epoch(), hasty.mode(), hasty.verifyAbove(), hasty.fpp(), hasty.batch(),
        hasty.hash(), with(hasty.limits()), hasty.sketches(), hasty.data(), hasty.cluster(),
        hasty.http(), hasty.digest(), with(hasty.root()), hasty.text());
  }

  private static LimitSpec with(LimitSpec limits) {
    return new LimitSpec(
        limits.key(), limits.frame(), limits.claims(), limits.offers(), limits.outstanding(),
        limits.relayed(), limits.agents(), limits.inbox(), limits.subFilters(),
        limits.filterMemory(),
        longer(limits.deadline(), LEASE));
  }

  private static TopologyNode with(TopologyNode node) {
    FailureSpec failure = node.failure();
    return new TopologyNode(
        node.id(), node.role(), node.filter(),
        new FailureSpec(
            failure.slices(), failure.parent(), longer(failure.timeout(), TIMEOUT),
            longer(failure.lease(), LEASE)),
        node.slices(), node.window(), node.hosts(), node.http(), node.fallback(),
        node.children().stream().map(Patience::with).toList());
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
