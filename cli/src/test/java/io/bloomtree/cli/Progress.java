package io.bloomtree.cli;

import java.io.IOException;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Which operation of which {@link StepRun} a process was about to begin last. Immutable. */
record Progress(int run, int operation) {

  /** A word that outlives the process that puts it there. */
  static LongBuffer in(Path directory) throws IOException {
    try (var channel = FileChannel.open(directory.resolve("progress"), StandardOpenOption.CREATE,
        StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(MapMode.READ_WRITE, 0, Long.BYTES).asLongBuffer();
    }
  }

  static Progress ofLong(long word) {
    return new Progress((int) (word >>> 32), (int) word);
  }

  long toLong() {
    return (long) run << 32 | operation;
  }
}
