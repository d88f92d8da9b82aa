package io.bloomtree.cli;

import io.bloomtree.bus.SkewAnswer;
import io.bloomtree.topology.Network;
import io.bloomtree.wire.NodeId;
import java.util.List;

/**
 * How skewed a stream is, and what that means for a tree. Immutable.
 *
 * @param sameEvent how likely two offers are of the same event
 * @param slices that the node has; {@link #SUPPOSED_SLICES} if it is not cut
 * @param probes of an event, k
 * @param horizontalFairness of the load of slices if each event belongs to one; 1 is even
 * @param verticalFairness the same if an event's probes are spread over all
 * @param fittingScheme horizontal if that is even, else vertical
 * @param acrossEdges how many of the pairs of equal offers came at two edges; null if that is not
 *     known, or there are none
 * @param fittingMode dense if there are many such pairs, else sparse; null if that is not known
 * @param heardEdges how many of the offers came at edges that answered
 */
record SkewReport(
    SkewAnswer skew,
    double sameEvent,
    int slices,
    int probes,
    double horizontalFairness,
    double verticalFairness,
    String fittingScheme,
    Double acrossEdges,
    String fittingMode,
    double heardEdges) {
  /*
   * Slices: the load of a horizontal slice varies by the sum q of the squared shares of the events,
   * that of a vertical one by a k-th of it, so Jain's fairness of S slices is 1/(1 + (S - 1) q) and
   * 1/(1 + (S - 1) q/k): what experiment slice-load computes, and measures.
   *
   * Modes: the self-join size of a tree is those of its edges, and what edges have in common. Less
   * the pairs of each offer with itself, the latter's share says how many pairs of copies came at
   * two edges. Those of one edge die there in either mode; those of two die at their own edge in
   * dense mode only.
   */

  static final int SUPPOSED_SLICES = 4;
  /** The least fairness that is called even, as in experiment slice-load. */
  private static final double LEAST_EVEN = 0.95;
  /** From here on copies of other edges are worth the room that dense filters need for them. */
  private static final double MANY_ACROSS = 0.1;
  /** Of all offers: fewer copies than that do not say from where copies come. */
  private static final double FEW_COPIES = 0.01;
  /** Of all offers: an edge whose producer ended does not answer, and seldom matters. */
  private static final double ENOUGH_EDGES = 0.95;

  /**
   * What follows from an answer.
   *
   * @param edges the answers of edges below; none if the node is an edge
   */
  static SkewReport of(
      Network network, NodeId node, SkewAnswer skew, List<SkewAnswer> edges) {
    double pairs = Math.max(0, skew.selfJoinSize() - skew.total());
    double sameEvent = skew.total() < 2 ? 0
        : Math.min(1, pairs / ((double) skew.total() * (skew.total() - 1)));
    int slices = network.plan(node).count() > 1 ? network.plan(node).count() : SUPPOSED_SLICES;
    int probes = network.plan(node).probes();
    double horizontal = 1 / (1 + (slices - 1) * sameEvent);
    double heard = skew.total() == 0 ? 0
        : edges.stream().mapToDouble(SkewAnswer::total).sum() / skew.total();
    Double across = heard < ENOUGH_EDGES || pairs < FEW_COPIES * skew.total()
        ? null : across(pairs, edges);
    return new SkewReport(
        skew, sameEvent, slices, probes, horizontal,
        1 / (1 + (slices - 1) * sameEvent / probes),
        horizontal >= LEAST_EVEN ? "horizontal" : "vertical",
        across,
        across == null ? null : across >= MANY_ACROSS ? "dense" : "sparse",
        heard);
  }

  /** Whether too few of its edges answered to know where copies come. */
  boolean lacksEdges() {
    return heardEdges < ENOUGH_EDGES;
  }

  private static double across(double pairs, List<SkewAnswer> edges) {
    double within = edges.stream()
        .mapToDouble(edge -> Math.max(0, edge.selfJoinSize() - edge.total())).sum();
    return Math.max(0, Math.min(1, 1 - within / pairs));
  }
}
