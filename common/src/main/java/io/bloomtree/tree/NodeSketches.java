package io.bloomtree.tree;

import io.bloomtree.sketch.CountMin;
import io.bloomtree.sketch.PairSketch;
import io.bloomtree.wire.NodeId;
import java.util.List;
import java.util.Optional;

/**
 * The sketches of a node: of what it was offered itself, or what was offered below. Owned by the
 * machine's event loop; others look at them there, and change nothing.
 */
public interface NodeSketches {

  Sketching sketching();

  /** How often events were offered. */
  Optional<HotSketch> frequency();

  /** How many pairs of delivered events are similar. */
  Optional<PairSketch> similarity();

  /** When the first of those began to count that are in it. */
  long since();

  /** What the children have reported. */
  List<Child> children();

  /** What one child has reported. */
  interface Child {
    NodeId id();

    /** What it counted, in parts that add up; none if it has not reported. */
    List<CountMin> counts();

    /** When it began to count. */
    long since();

    /** When it last reported. */
    long heardAt();
  }
}
