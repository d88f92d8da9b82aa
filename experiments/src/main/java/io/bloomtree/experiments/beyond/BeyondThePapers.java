package io.bloomtree.experiments.beyond;

import io.bloomtree.experiments.Experiment;
import java.util.List;

/** What the papers do not show. */
public final class BeyondThePapers {

  private BeyondThePapers() {}

  /** In the order of the figures. */
  public static List<Experiment> all() {
    return List.of();
  }
}
