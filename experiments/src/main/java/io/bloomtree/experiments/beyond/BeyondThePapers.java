package io.bloomtree.experiments.beyond;

import io.bloomtree.experiments.Experiment;
import java.util.List;

/** What the papers do not show. */
public final class BeyondThePapers {

  private BeyondThePapers() {}

  /** What a tree promises first, then what filters do. */
  public static List<Experiment> all() {
    return List.of(
        new LostReplies(), new ContendedClaims(), new AskingChild(), new ExactWindows(),
        new SketchesInATree(), new CacheLineRate(), new TightenedGrowth(), new HybridFormula());
  }
}
