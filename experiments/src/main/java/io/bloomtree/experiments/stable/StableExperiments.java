package io.bloomtree.experiments.stable;

import io.bloomtree.experiments.Experiment;
import java.util.List;

/** The experiments of the stable Bloom filter's paper (Deng and Rafiei, 2006). */
public final class StableExperiments {

  private StableExperiments() {}

  /** In the order of the figures. */
  public static List<Experiment> all() {
    return List.of(new FewProbesAreBest(), new LargerCellsForShorterGaps(), new ZerosBecomeStable(),
        new StableAgainstBuffering(), new MoreErrorsAllowed(), new StableOnSyntheticStreams());
  }
}
