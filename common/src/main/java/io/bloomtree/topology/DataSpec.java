package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import io.bloomtree.state.Fsync;
import java.time.Duration;

/**
 * Where a host keeps what its nodes must not forget (P7). Immutable.
 *
 * @param directory its path; a relative one is meant from where the process was started
 * @param fsync what of it outlives the computer
 */
public record DataSpec(String directory, Fsync fsync) {
  /** Where a topology says nothing else: a power cut costs at most a second's copies. */
  static final Fsync USUAL_FSYNC = Fsync.every(Duration.ofSeconds(1));

  public DataSpec {
    requireNonNull(directory, "directory");
    requireNonNull(fsync, "fsync");
    if (directory.isBlank()) {
      throw new IllegalArgumentException("directory must have a name: '" + directory + "'");
    }
  }
}
