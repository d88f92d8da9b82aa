package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import io.bloomtree.sketch.CountMinShape;
import io.bloomtree.sketch.HotCounter;
import io.bloomtree.sketch.PairBounds;
import io.bloomtree.sketch.PairSketchShape;
import io.bloomtree.wire.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the sketches of a topology will cost, and how far they will err. Immutable.
 *
 * @param spec what the topology says
 * @param nodes each before its children; the root first
 */
public record SketchPlan(
    SketchSpec spec,
    Optional<Frequency> frequency,
    Optional<Similarity> similarity,
    List<NodeSketches> nodes) {
  /** So many records that a single pair among them does not matter. */
  private static final long MANY = 1_000_000_000L;

  public SketchPlan {
    requireNonNull(spec, "spec");
    requireNonNull(frequency, "frequency");
    requireNonNull(similarity, "similarity");
    nodes = List.copyOf(nodes);
  }

  static SketchPlan of(SketchSpec spec, TopologyNode root) {
    Optional<Frequency> frequency = spec.frequency().map(it -> new Frequency(it.shape(0)));
    Optional<Similarity> similarity =
        spec.similarity().map(it -> new Similarity(it.shape(0), it.sample()));
    long memory = frequency.map(it -> it.shape().memoryBytes()).orElse(0L)
        + similarity.map(it -> it.shape().memoryBytes()).orElse(0L);
    long counting = frequency.map(it -> HotCounter.memoryBytes(it.shape())).orElse(0L);
    return new SketchPlan(spec, frequency, similarity, root.nodes()
        .map(node -> {
          int copies = 1 + node.children().stream().mapToInt(SketchPlan::copies).sum();
          long cells = isEdge(node) ? counting : 0;
          return new NodeSketches(node.id(), copies, copies * memory + cells);
        })
        .toList());
  }

  /** Of a child: what an agent counted that was started again since is kept beside the new. */
  private static int copies(TopologyNode child) {
    return isEdge(child) ? 2 : 1;
  }

  private static boolean isEdge(TopologyNode node) {
    return node.role() == TopologyNode.Role.EDGE;
  }

  /** What goes over a link between a node and its parent in a second, at most. */
  public double bytesPerSecond() {
    return spec.bytes() * (double) Duration.ofSeconds(1).toMillis() / spec.every().toMillis();
  }

  /** All sketches of all nodes. */
  public long memoryBytes() {
    return nodes.stream().mapToLong(NodeSketches::memoryBytes).sum();
  }

  /** The sketches of a node. */
  public long memoryBytes(NodeId id) {
    return nodes.stream().filter(node -> node.id().equals(id))
        .mapToLong(NodeSketches::memoryBytes).sum();
  }

  /**
   * What one node keeps.
   *
   * @param copies of each sketch, at most: that of what was offered here and below, one of each
   *     region's below, and two of each edge's, whose agent may start again
   * @param memoryBytes of all copies, and of what an agent counts offers with
   */
  public record NodeSketches(NodeId id, int copies, long memoryBytes) {}

  /** How often is what offered. Immutable. */
  public record Frequency(CountMinShape shape) {

    /**
     * By what share of all events an upper bound exceeds the truth at most: e/w (Cormode and
     * Muthukrishnan, "An improved data stream summary: the count-min sketch and its applications",
     * 2005).
     */
    public double error() {
      return Math.E / shape.width();
    }

    /** How many of the bounds do not exceed it by more. */
    public double confidence() {
      return 1 - Math.exp(-shape.depth());
    }

    /** The relative standard deviation of a row's self-join size, at most (Lemma 4). */
    public double selfJoinDeviation() {
      return Math.sqrt(2.0 / (shape.width() - 1));
    }
  }

  /** How much of what passed is nearly alike. Immutable. */
  public record Similarity(PairSketchShape shape, double sample) {

    /**
     * The standard deviation of a row's count of pairs, at most, for each event that passed
     * (Theorem 9): of pairs that are fewer, the count tells nothing.
     */
    public double deviation() {
      double ofARecord =
          PairBounds.onlineDeviation(shape.pairs(), 1, MANY, shape.rows().width()) / MANY;
      // pairs of events that are looked at stand for others, one for each two events
      return ofARecord / sample;
    }

    /**
     * About the standard deviation of a count of pairs: what Theorem 9 bounds that of a row by, and
     * what comes of looking at a sample only, if all events have about as many similar ones.
     *
     * @param pairs as counted
     * @param events that passed
     */
    public double deviation(double pairs, double events) {
      return deviationOf(pairs, events, squared(2 * pairs, events));
    }

    /**
     * The same for pairs of an event here and one there.
     *
     * @param events that passed here
     * @param others that passed there: where there are few, each has many pairs
     */
    public double deviation(double pairs, double events, double others) {
      return deviationOf(pairs, events + others, squared(pairs, events) + squared(pairs, others));
    }

    /** The sum over all events of the squares of how many similar ones each has. */
    private static double squared(double pairs, double events) {
      return Math.pow(Math.max(0, pairs), 2) / Math.max(1, events);
    }

    private double deviationOf(double pairs, double events, double squares) {
      double sampledPairs = Math.max(1, pairs * sample * sample);
      double ofSketch = sampledPairs / (sample * sample) * PairBounds.onlineDeviation(
          shape.pairs(), sampledPairs, Math.round(events * sample), shape.rows().width());
      // each event is there or not, and with it all its pairs; and then each pair by itself
      double odds = (1 - sample) / sample;
      double ofSample = odds * squares + odds * odds * Math.max(0, pairs);
      return Math.sqrt(ofSketch * ofSketch + ofSample);
    }
  }
}
