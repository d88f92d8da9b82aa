package io.bloomtree.cluster;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks for a process of the cluster that is there already. Owned by one thread. */
final class Seeds {
  /*
   * Left to itself a member that finds nobody founds a cluster of its own and never says so. Here
   * only the first seed may found one, and only when nobody answers at any address that the
   * topology knows: a first seed that comes back must find the others, whichever of them is left.
   */

  private static final Duration CONNECT = Duration.ofSeconds(1);
  private static final Duration BETWEEN_ROUNDS = Duration.ofMillis(200);
  private static final Duration BETWEEN_MESSAGES = Duration.ofSeconds(10);

  /** A process that answered, and from which of our addresses it was reached. */
  record Answer(HostPort seed, InetAddress local) {}

  private final List<HostPort> candidates;
  private final boolean mayFound;
  private final long start;
  private final Duration wait;
  private final ClusterLog log;

  /**
   * @param candidates where to look
   * @param mayFound whether to be content when nobody is there
   * @param start since when the process has been waiting, by {@link System#nanoTime}
   * @param wait how long it may
   */
  Seeds(
      List<HostPort> candidates, boolean mayFound, long start, Duration wait, ClusterLog log) {
    this.candidates = List.copyOf(candidates);
    this.mayFound = mayFound;
    this.start = start;
    this.wait = requireNonNull(wait, "wait");
    this.log = requireNonNull(log, "log");
  }

  /**
   * The first that answers; empty if nobody does and this process may found the cluster.
   *
   * @throws ClusterJoinException if nobody answered in time
   */
  Optional<Answer> find() throws InterruptedException {
    long nextMessage = System.nanoTime();
    while (true) {
      Map<HostPort, String> silent = new LinkedHashMap<>();
      for (HostPort candidate : candidates) {
        try {
          return Optional.of(new Answer(candidate, reach(candidate)));
        } catch (IOException e) {
          silent.put(candidate, reason(e));
        }
      }
      if (mayFound) {
        return Optional.empty();
      }
      long now = System.nanoTime();
      if (now - start >= wait.toNanos()) {
        throw new ClusterJoinException(
            "nobody of the cluster answered within " + wait.toSeconds() + " s: " + silent
                + "; is the first seed running? Only that founds a cluster");
      }
      if (now - nextMessage >= 0) {
        log.warn("waiting for a seed, " + (wait.toSeconds() - (now - start) / 1_000_000_000L)
            + " s more: " + silent);
        nextMessage = now + BETWEEN_MESSAGES.toNanos();
      }
      Thread.sleep(BETWEEN_ROUNDS.toMillis());
    }
  }

  private static InetAddress reach(HostPort candidate) throws IOException {
    try (Socket socket = new Socket()) {
      // resolved each time: in a container a name may exist only when its process does
      socket.connect(
          new InetSocketAddress(candidate.host(), candidate.port()), (int) CONNECT.toMillis());
      return socket.getLocalAddress();
    }
  }

  private static String reason(IOException e) {
    return e instanceof java.net.UnknownHostException ? "unknown host" : e.getMessage();
  }
}
