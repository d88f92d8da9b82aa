package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

/**
 * Where a host keeps what its nodes must not forget (P7). Immutable.
 *
 * @param directory its path; a relative one is meant from where the process was started
 * @param fsync what of it outlives the computer
 */
public record DataSpec(String directory, FsyncSpec fsync) {
  public DataSpec {
    requireNonNull(directory, "directory");
    requireNonNull(fsync, "fsync");
    if (directory.isBlank()) {
      throw new IllegalArgumentException("directory must have a name: '" + directory + "'");
    }
  }
}
