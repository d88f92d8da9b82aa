package io.bloomtree.experiments.reservoir;

import io.bloomtree.experiments.Progress;

/** Counts the records that filters were fed, and tells how far that is. Used by one thread. */
final class Steps {
  private final Progress progress;
  private final long total;
  private long done;

  Steps(Progress progress, long total) {
    this.progress = progress;
    this.total = total;
  }

  void add(long steps) {
    done += steps;
    progress.at(done, total);
  }
}
