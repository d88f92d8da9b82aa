package io.bloomtree.experiments.frequency;

import io.bloomtree.experiments.Experiment;
import java.util.List;

/** The experiments of the thesis on frequency queries (Deng, 2007), chapters 4 and 5. */
public final class FrequencyExperiments {

  private FrequencyExperiments() {}

  /** In the order of the figures and tables. */
  public static List<Experiment> all() {
    return List.of(new CountsBySkew(), new CountsBySize(), new SelfJoinsBySkew(),
        new SelfJoinsBySize(), new PairsOffline(), new PairsOnline());
  }
}
