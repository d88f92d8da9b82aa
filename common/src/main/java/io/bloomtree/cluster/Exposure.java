package io.bloomtree.cluster;

import io.bloomtree.topology.ClusterSpec;
import java.net.Inet6Address;
import java.net.InetAddress;

/** Who could reach an address, and whether a process may listen there. */
enum Exposure {
  /** This machine alone. */
  LOOPBACK,
  /** A network that routers of the internet do not lead to. */
  PRIVATE,
  /** Anybody. */
  PUBLIC;

  private static final int CARRIER_GRADE = 100;
  private static final int UNIQUE_LOCAL = 0xFC;

  static Exposure of(InetAddress address) {
    if (address.isLoopbackAddress()) {
      return LOOPBACK;
    }
    return !address.isAnyLocalAddress()
        && (address.isSiteLocalAddress() || address.isLinkLocalAddress() || isPrivate(address))
        ? PRIVATE : PUBLIC;
  }

  /** RFC 4193 and RFC 6598, which Java does not know. */
  private static boolean isPrivate(InetAddress address) {
    byte[] bytes = address.getAddress();
    return address instanceof Inet6Address
        ? (bytes[0] & 0xFE) == UNIQUE_LOCAL
        : bytes[0] == CARRIER_GRADE && (bytes[1] & 0xC0) == 0x40;
  }

  /**
   * Refuses to listen where strangers could take part.
   *
   * @throws ClusterJoinException unless the topology says {@code insecure: true}
   */
  void requireAllowed(InetAddress address, ClusterSpec cluster) {
    if (cluster.insecure() || this == LOOPBACK) {
      return;
    }
    if (cluster.tls().isEmpty()) {
      throw new ClusterJoinException(
          "without cluster.tls a process listens on loopback only: address="
              + address.getHostAddress()
              + "; add tls, or say insecure: true if nobody else can reach this network");
    }
    if (this == PUBLIC) {
      throw new ClusterJoinException(
          "the membership protocol has no TLS and must not be reached from the internet: address="
              + address.getHostAddress()
              + "; listen on a private network, or say insecure: true if a firewall protects it");
    }
  }
}
