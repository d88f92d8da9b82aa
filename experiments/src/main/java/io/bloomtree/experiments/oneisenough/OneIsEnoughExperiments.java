package io.bloomtree.experiments.oneisenough;

import io.bloomtree.experiments.Experiment;
import java.util.List;

/** The experiments of "One is Enough" (Koloniari et al., 2011). */
public final class OneIsEnoughExperiments {

  private OneIsEnoughExperiments() {}

  /** In the order of the figures. */
  public static List<Experiment> all() {
    return List.of(
        new FaultTolerance(),
        new EventPopularity(),
        new SlicedFalsePositives(),
        new SliceLoad(),
        new FaultToleranceHeuristic(),
        new Pipelining(),
        new EqualTimersHeuristic(),
        new DynamicSize(),
        new LocalFilters(),
        new BloomTrees());
  }
}
