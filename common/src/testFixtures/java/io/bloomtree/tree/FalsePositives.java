package io.bloomtree.tree;

import io.bloomtree.wire.NodeId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Knows for which events a filter on the way of an agent's offers has erred. */
final class FalsePositives {
  /*
   * A filter that forgets may err and, a moment later, not do so any more; but a DUPLICATE that
   * came of it may have been recorded below, or be under way. So an event that was once claimed
   * wrongly on an agent's way is excused there from then on.
   */
  private final World world;

  FalsePositives(World world) {
    this.world = world;
  }

  /** Whether some filter on the agent's path has claimed an event that it did not have. */
  boolean concern(long fingerprint, SimAgent agent) {
    return agent.claims.hasClaimedFalsely(fingerprint)
        || above(agent.place).stream().anyMatch(node -> isFalseHit(fingerprint, slicesOf(node)));
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

  static List<NodeId> parents(Place place) {
    return Stream.concat(place.parent().stream(), place.fallbacks().stream())
        .map(NodeRef::id).toList();
  }

  private List<? extends SimNode> slicesOf(NodeId node) {
    return world.slicesOf(node);
  }

  /** All slices with cells of the event must claim it, and one of them wrongly. */
  private boolean isFalseHit(long fingerprint, List<? extends SimNode> slices) {
    if (world.scenario.epochs > 0) { // which slices have its cells has changed
      return slices.stream().anyMatch(slice -> slice.claims.hasClaimedFalsely(fingerprint));
    }
    boolean isFalse = false;
    for (int slice : slices.get(0).place.self().plan().slicesOf(fingerprint)) {
      ClaimLog claims = slices.get(slice).claims;
      if (!claims.hasClaimed(fingerprint)) {
        return false;
      }
      isFalse |= claims.hasClaimedFalsely(fingerprint);
    }
    return isFalse;
  }
}
