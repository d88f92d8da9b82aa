package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import java.util.List;
import java.util.Optional;

/**
 * What a topology will cost and how often it will err, before anything runs. Immutable.
 *
 * @param fpp the budget: the rate of the whole tree at design load (P4)
 * @param shares how the budget is split; one share if all filters are alike
 * @param nodes each before its children; the root first
 * @param paths from each edge to the root, in the order of the file
 * @param sketches what they cost beside the filters; empty if there are none
 * @param hosts those of the root and the regions; none if the whole tree runs in one process
 */
public record Plan(
    String tree,
    double fpp,
    List<Share> shares,
    List<NodePlan> nodes,
    List<PathPlan> paths,
    Optional<SketchPlan> sketches,
    List<HostPlan> hosts) {
  public Plan {
    shares = List.copyOf(shares);
    nodes = List.copyOf(nodes);
    paths = List.copyOf(paths);
    requireNonNull(sketches, "sketches");
    hosts = List.copyOf(hosts);
  }

  /**
   * The part of the budget that filters of one shape have together. Immutable.
   *
   * @param built how they are, in a few words
   * @param horizontalSlices 1 unless they are cut horizontally
   * @param fpp what they are sized for
   * @param falsePositives what they have at design load; at most fpp
   * @param nodes those that have such a filter
   * @param why they are built like this and have this share, in two sentences
   */
  public record Share(
      FilterKind kind,
      long expected,
      String built,
      int probes,
      int horizontalSlices,
      double fpp,
      double falsePositives,
      List<NodeId> nodes,
      String why) {
    public Share {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * One way from an edge to the root. Immutable.
   *
   * @param nodes the edge first, the root last
   * @param falsePositives the sum over the different shapes on the way: what a producer at this
   *     edge observes at design load, at most
   */
  public record PathPlan(List<NodeId> nodes, double falsePositives) {
    public PathPlan {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * What one host will run. Immutable.
   *
   * @param address where it listens for other members
   * @param memoryBytes of the filters of its slices
   * @param diskBytes the most that their state takes; 0 if the topology has no {@code data}
   */
  public record HostPlan(
      String host, HostPort address, List<Endpoint> slices, long memoryBytes, long diskBytes) {
    public HostPlan {
      requireNonNull(host, "host");
      requireNonNull(address, "address");
      slices = List.copyOf(slices);
    }
  }

  /** The memory of all filters, in bytes. */
  public long memoryBytes() {
    return nodes.stream().mapToLong(NodePlan::memoryBytes).sum();
  }

  /** The path that errs most; never above {@link #fpp}. */
  public double worstFalsePositives() {
    return paths.stream().mapToDouble(PathPlan::falsePositives).max().orElse(0);
  }
}
