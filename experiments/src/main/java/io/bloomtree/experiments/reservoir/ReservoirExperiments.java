package io.bloomtree.experiments.reservoir;

import io.bloomtree.experiments.Experiment;
import java.util.List;

/** The experiments of the reservoir sampling filter's paper (Dutta et al., 2012). */
public final class ReservoirExperiments {

  private ReservoirExperiments() {}

  /** In the order of the figures. */
  public static List<Experiment> all() {
    return List.of(
        new ReservoirTheory(), new ReservoirOverClicks(), new ReservoirOverRandomRecords(),
        new ReservoirSettles(), new ReservoirByMemory());
  }
}
