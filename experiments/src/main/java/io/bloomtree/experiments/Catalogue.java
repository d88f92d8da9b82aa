package io.bloomtree.experiments;

import io.bloomtree.experiments.beyond.BeyondThePapers;
import io.bloomtree.experiments.frequency.FrequencyExperiments;
import io.bloomtree.experiments.importance.ImportanceExperiments;
import io.bloomtree.experiments.oneisenough.OneIsEnoughExperiments;
import io.bloomtree.experiments.reservoir.ReservoirExperiments;
import io.bloomtree.experiments.stable.StableExperiments;
import java.util.List;
import java.util.stream.Stream;

/** All experiments there are. */
public final class Catalogue {

  private Catalogue() {}

  /** Paper by paper, in the order of their figures. */
  public static List<Experiment> all() {
    return Stream.of(
            OneIsEnoughExperiments.all(), StableExperiments.all(), ReservoirExperiments.all(),
            ImportanceExperiments.all(), FrequencyExperiments.all(), BeyondThePapers.all())
        .flatMap(List::stream)
        .toList();
  }
}
