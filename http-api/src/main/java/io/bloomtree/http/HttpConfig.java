package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.HostPort;
import io.bloomtree.topology.HttpSpec;

/**
 * Where and how a process speaks HTTP. Immutable.
 *
 * @param host a name or an address to listen at
 * @param port 0: any that is free
 */
public record HttpConfig(String host, int port, HttpSpec spec, Tokens tokens) {
  private static final String LOOPBACK = "127.0.0.1";

  /**
   * Checks that nobody listens in, or does as he pleases, from elsewhere.
   *
   * @throws IllegalArgumentException beyond loopback without TLS or tokens, unless the topology
   *     says {@code insecure: true}
   */
  public HttpConfig {
    requireNonNull(host, "host");
    requireNonNull(spec, "spec");
    requireNonNull(tokens, "tokens");
    if (port < 0 || port > HostPort.MAX_PORT) {
      throw new IllegalArgumentException("port must be in 0.." + HostPort.MAX_PORT + ": " + port);
    }
    boolean isLoopback = new HostPort(host, 1).isLoopback();
    if (!isLoopback && !spec.insecure() && (tokens.isEmpty() || spec.tls().isEmpty())) {
      throw new IllegalArgumentException(
          "without " + (tokens.isEmpty() ? "tokens" : "http.tls")
              + " HTTP is spoken on loopback only: host=" + host + "; "
              + (tokens.isEmpty() ? "name a file of tokens" : "add http.tls to the topology")
              + ", or say http: { insecure: true } there if nobody else can reach this network");
    }
  }

  /** At an address. */
  public static HttpConfig at(HostPort address, HttpSpec spec, Tokens tokens) {
    return new HttpConfig(address.host(), address.port(), spec, tokens);
  }

  /** On loopback, for everybody there. */
  public static HttpConfig onLoopback(int port, HttpSpec spec) {
    return new HttpConfig(LOOPBACK, port, spec, Tokens.none());
  }
}
