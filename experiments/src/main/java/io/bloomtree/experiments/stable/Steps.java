package io.bloomtree.experiments.stable;

import io.bloomtree.experiments.Progress;

/** Counts the steps of an experiment. Used by one thread. */
final class Steps {
  private final Progress progress;
  private final int total;
  private int done;

  Steps(Progress progress, int total) {
    this.progress = progress;
    this.total = total;
  }

  /** One more is done. */
  void next() {
    progress.at(++done, total);
  }
}
