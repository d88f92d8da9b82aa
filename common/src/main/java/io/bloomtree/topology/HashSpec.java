package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

/** Which hash makes fingerprints of keys. Immutable. */
public record HashSpec(String name, long seed) {
  public HashSpec {
    requireNonNull(name, "name");
  }
}
