package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import io.bloomtree.sketch.CountMinShape;
import io.bloomtree.sketch.PairShape;
import io.bloomtree.sketch.PairSketchShape;
import io.bloomtree.tree.Sketching;
import java.time.Duration;
import java.util.Optional;

/**
 * Which sketches the nodes of a tree keep of what is offered. Immutable.
 *
 * @param every how often a node reports to its parent what changed
 * @param bytes that it reports at a time, at most, of all its sketches together
 * @param frequency how often is what offered; empty: nobody counts
 * @param similarity how much of what passed is nearly alike; empty: nobody compares
 */
public record SketchSpec(
    Duration every, int bytes, Optional<Frequency> frequency, Optional<Similarity> similarity) {
  public SketchSpec {
    requireNonNull(every, "every");
    requireNonNull(frequency, "frequency");
    requireNonNull(similarity, "similarity");
  }

  /** What the machines are told; the same seed for all nodes, whose sketches are added up. */
  Sketching sketching(long seed) {
    return new Sketching(every, bytes,
        frequency.map(it -> new Sketching.Frequency(it.shape(seed), it.hot(), it.keepKeys())),
        similarity.map(it -> new Sketching.Similarity(
            it.shape(seed), it.shingle().unit(), it.shingle().length(), it.sample())));
  }

  /**
   * A count-min sketch of the offers. Immutable.
   *
   * @param memory of one sketch, at most; a node has one for itself, one for each
   *     region below and up to two for each edge
   * @param hot how many of the most frequent keys are known
   * @param keepKeys whether their text is kept, or only their fingerprints
   */
  public record Frequency(long memory, int depth, int hot, boolean keepKeys) {

    /**
     * How the sketch is built.
     *
     * @throws IllegalArgumentException if the memory is too small for so many rows
     */
    public CountMinShape shape(long seed) {
      return CountMinShape.forMemory(memory, depth, seed);
    }
  }

  /**
   * A sketch of pairs of the events that passed as distinct. Immutable.
   *
   * @param memory of one sketch, at most; a node has one for itself, one for each
   *     region below and up to two for each edge
   * @param fields of a record, into which an event's shingles are hashed
   * @param alike from how many equal fields on two events count as similar
   * @param shingle of what an event's shingles are runs
   * @param sample the share of the events that is looked at
   */
  public record Similarity(
      long memory, int fields, int alike, ShingleSpec shingle, double sample) {
    /** Rows of each stream of combinations: a median of three. */
    private static final int ROWS = 3;

    public Similarity {
      requireNonNull(shingle, "shingle");
    }

    /**
     * How the sketch is built.
     *
     * @throws IllegalArgumentException if alike is more than fields
     */
    public PairSketchShape shape(long seed) {
      return PairSketchShape.forMemory(memory, pairs(), ROWS, seed);
    }

    /** What is asked of the sketch; of an event all combinations of fields are looked at. */
    PairShape pairs() {
      return new PairShape(fields, alike, 1);
    }
  }
}
