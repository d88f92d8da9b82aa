package io.bloomtree.cli;

import io.bloomtree.state.StateExport;
import java.io.PrintWriter;
import java.time.Duration;

/** Shows how far a copy of some state is, if somebody watches. Owned by one thread. */
final class CopyProgress implements StateExport.Progress {
  private static final int MEBIBYTE_BITS = 20;

  private final PrintWriter terminal;
  private final boolean isWatched;
  private final long began = System.nanoTime();
  private long bytes;

  CopyProgress(PrintWriter terminal, boolean isWatched) {
    this.terminal = terminal;
    this.isWatched = isWatched;
  }

  @Override public void at(long done, long total) {
    bytes = done;
    if (isWatched) {
      var bar = new ProgressBar(terminal, "MiB", Math.max(1, total >>> MEBIBYTE_BITS));
      bar.draw(done >>> MEBIBYTE_BITS, Duration.ofNanos(System.nanoTime() - began));
      if (done == total) {
        bar.clear();
      }
    }
  }

  long bytes() {
    return bytes;
  }
}
