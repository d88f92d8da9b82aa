package io.bloomtree.experiments;

import static java.util.Objects.requireNonNull;

/** Counts what an experiment has done, and tells how far that is. Used by one thread. */
public final class Steps {
  private final Progress progress;
  private final long total;
  private long done;

  public Steps(Progress progress, long total) {
    this.progress = requireNonNull(progress, "progress");
    this.total = total;
  }

  /** One more is done. */
  public void next() {
    add(1);
  }

  public void add(long steps) {
    done += steps;
    progress.at(done, total);
  }
}
