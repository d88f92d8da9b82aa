package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/**
 * How a process that speaks HTTP does it; where, its nodes say. Immutable.
 *
 * @param tokens the path of the file that says who may do what; empty: nobody is asked
 * @param tls empty: what is said can be heard
 * @param insecure whether a process may listen beyond loopback without TLS, or without tokens
 * @param body the longest body, and the longest line of a stream, in bytes
 * @param rate requests a second of one client
 * @param streams of lines that may be open at once
 * @param viewers that may be told at once what happens: consoles, which must not lock out producers
 * @param connections that may be open at once
 * @param idle after which a client is cut off that neither sends nor takes anything, or has sent no
 *     whole request
 * @param timeout within which a request that is no stream must have arrived
 */
public record HttpSpec(
    Optional<String> tokens,
    Optional<Tls> tls,
    boolean insecure,
    int body,
    int rate,
    int streams,
    int viewers,
    int connections,
    Duration idle,
    Duration timeout) {
  static final Duration LEAST_TIME = Duration.ofMillis(100);

  private static final String LOOPBACK = "127.0.0.1";

  public HttpSpec {
    requireNonNull(tokens, "tokens");
    requireNonNull(tls, "tls");
    requirePositive("body", body);
    requirePositive("rate", rate);
    requirePositive("streams", streams);
    requirePositive("viewers", viewers);
    requirePositive("connections", connections);
    requireLong("idle", idle);
    requireLong("timeout", timeout);
  }

  /** The paths of PEM files. Immutable. */
  public record Tls(String cert, String key) {
    public Tls {
      requireNonNull(cert, "cert");
      requireNonNull(key, "key");
    }
  }

  /** The same, with tokens from another file. */
  public HttpSpec withTokens(String file) {
    return with(Optional.of(file), tls);
  }

  /** The same, for whoever is on this machine: without tokens and without TLS. */
  public HttpSpec plain() {
    return with(Optional.empty(), Optional.empty());
  }

  private HttpSpec with(Optional<String> otherTokens, Optional<Tls> otherTls) {
    return new HttpSpec(otherTokens, otherTls, insecure, body, rate, streams, viewers,
        connections, idle, timeout);
  }

  /**
   * Where to listen: a port alone is one of loopback.
   *
   * @throws IllegalArgumentException if the text is neither a port nor {@code host:port}
   */
  public static HostPort listener(String text) {
    return HostPort.parse(text.matches("[0-9]+") ? LOOPBACK + ":" + text : text);
  }

  private static void requirePositive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be >= 1: " + value);
    }
  }

  private static void requireLong(String name, Duration time) {
    if (time.compareTo(LEAST_TIME) < 0) {
      throw new IllegalArgumentException(name + " must be >= " + LEAST_TIME + ": " + time);
    }
  }
}
