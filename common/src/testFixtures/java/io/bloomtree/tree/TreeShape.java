package io.bloomtree.tree;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.NodeId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A regular tree: the root, levels of regions, and agents dealt to the lowest level in turn.
 *
 * @param depth the level of the agents
 * @param fanOut how many regions a node of the upper two levels has below it; lower ones have one
 * @param agents how many there are in all
 * @param fallbacks how many other regions a node that is not below the root itself may turn to, if
 *     there are so many beside its parent
 */
public record TreeShape(
    int depth, int fanOut, int agents, SlicePlan root, SlicePlan regions, SlicePlan leaves,
    int fallbacks) {

  public TreeShape(
      int depth, int fanOut, int agents, SlicePlan root, SlicePlan regions, SlicePlan leaves) {
    this(depth, fanOut, agents, root, regions, leaves, 0);
  }

  /** Where each node stands, the root first and the agents last. */
  public List<Place> places() {
    List<Site> sites = new ArrayList<>();
    sites.add(new Site(new NodeRef(new NodeId("root"), root), 0, null));
    List<Site> lowest = List.copyOf(sites);
    for (int level = 1; level < depth; level++) {
      List<Site> next = new ArrayList<>();
      for (Site parent : lowest) {
        for (int i = 0; i < (level <= 2 ? fanOut : 1); i++) {
          NodeId id = new NodeId("r" + level + "-" + next.size());
          next.add(new Site(new NodeRef(id, regions), level, parent));
        }
      }
      sites.addAll(next);
      lowest = next;
    }
    for (int i = 0; i < agents; i++) {
      NodeRef edge = new NodeRef(new NodeId("a" + i), leaves);
      sites.add(new Site(edge, depth, lowest.get(i % lowest.size())));
    }
    return sites.stream().map(site -> site.place(sites, fallbacks)).toList();
  }

  private record Site(NodeRef node, int level, Site parent) {
    Place place(List<Site> all, int fallbacks) {
      return new Place(
          node, level, Optional.ofNullable(parent).map(Site::node),
          nodes(all.stream().filter(site -> site.parent == this)), top().node.plan().count(),
          nodes(fallbacks(all, fallbacks).stream()),
          nodes(all.stream().filter(site -> site.fallbacks(all, fallbacks).contains(this))));
    }

    /** Those that come after the parent, in a ring. */
    private List<Site> fallbacks(List<Site> all, int limit) {
      if (level < 2) {
        return List.of();
      }
      List<Site> beside = new ArrayList<>(all.stream()
          .filter(site -> site.level == parent.level).toList());
      Collections.rotate(beside, -beside.indexOf(parent));
      return beside.subList(1, Math.min(beside.size(), 1 + limit));
    }

    private static List<NodeRef> nodes(Stream<Site> sites) {
      return sites.map(Site::node).toList();
    }

    private Site top() {
      return parent == null ? this : parent.top();
    }
  }
}
