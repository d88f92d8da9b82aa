package io.bloomtree.experiments.importance;

import io.bloomtree.experiments.Experiment;
import java.util.List;

/** The experiments of the importance-aware filter's paper (Kulkarni et al., 2011). */
public final class ImportanceExperiments {

  private ImportanceExperiments() {}

  /** In the order of the figures. */
  public static List<Experiment> all() {
    return List.of(
        new VideoErrors(), new FrequencyAndImportance(), new EmptyCells(), new EqualRates());
  }
}
