package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the processes of a tree find and trust each other. Immutable.
 *
 * @param members the seeds; the first of them may found the cluster
 * @param hosts where hosts of the topology listen, in the order of the file
 * @param insecure whether processes may listen beyond loopback without TLS, or on a public address
 * @param waitFor how long a process waits for a seed before it gives up ({@code wait} in the file:
 *     a record cannot have a component of that name)
 */
public record ClusterSpec(
    List<HostPort> members,
    Map<String, HostPort> hosts,
    Optional<Tls> tls,
    boolean insecure,
    Duration waitFor) {
  /** Where a host listens of which the topology says only the name. */
  public static final int DEFAULT_PORT = 5701;

  /** How far above its member port a process has the port of its event bus. */
  public static final int BUS_PORT_OFFSET = 1000;

  /** The highest member port: that of the event bus must be a port too. */
  static final int MAX_MEMBER_PORT = 0xFFFF - BUS_PORT_OFFSET;

  static final Duration LEAST_WAIT = Duration.ofSeconds(1);

  public ClusterSpec {
    members = List.copyOf(members);
    hosts = Collections.unmodifiableMap(new LinkedHashMap<>(hosts));
    requireNonNull(tls, "tls");
    if (members.isEmpty()) {
      throw new IllegalArgumentException("a cluster must have members");
    }
    members.forEach(ClusterSpec::requireRoomForTheBus);
    hosts.values().forEach(ClusterSpec::requireRoomForTheBus);
    if (waitFor.compareTo(LEAST_WAIT) < 0) {
      throw new IllegalArgumentException("waitFor must be >= " + LEAST_WAIT + ": " + waitFor);
    }
  }

  /** The paths of PEM files. Immutable. */
  public record Tls(String cert, String key, String ca) {
    public Tls {
      requireNonNull(cert, "cert");
      requireNonNull(key, "key");
      requireNonNull(ca, "ca");
    }
  }

  /** Where a host listens for members; unless the topology says it, under its own name. */
  public HostPort address(String host) {
    HostPort address = hosts.get(host);
    return address == null ? new HostPort(host, DEFAULT_PORT) : address;
  }

  /**
   * Where the event bus of a process listens.
   *
   * @throws IllegalArgumentException if there is no port so far above the member's
   */
  public static HostPort busAddress(HostPort member) {
    requireRoomForTheBus(member);
    return new HostPort(member.host(), member.port() + BUS_PORT_OFFSET);
  }

  private static void requireRoomForTheBus(HostPort member) {
    if (member.port() > MAX_MEMBER_PORT) {
      throw new IllegalArgumentException(
          "member port must be <= " + MAX_MEMBER_PORT + ": " + member);
    }
  }
}
