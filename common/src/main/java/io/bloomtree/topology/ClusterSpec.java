package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * How the processes of a tree find and trust each other. Immutable.
 *
 * @param members the seeds, each {@code host:port}
 */
public record ClusterSpec(List<String> members, Optional<Tls> tls) {
  public ClusterSpec {
    members = List.copyOf(members);
    requireNonNull(tls, "tls");
  }

  /** The paths of PEM files. Immutable. */
  public record Tls(String cert, String key, String ca) {
    public Tls {
      requireNonNull(cert, "cert");
      requireNonNull(key, "key");
      requireNonNull(ca, "ca");
    }
  }
}
