package io.bloomtree.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Member ports for tests, below those that the system gives out, not those of agents, nor those of
 * other modules, whose tests run at the same time.
 */
final class FreePorts {
  private static final int SOME = 10;
  private static final int LOWEST = 10_000;
  private static final int HIGHEST = 17_000;
  private static final int BUS = 1000;

  /** Nobody may listen there yet, though it was given to a test that runs beside this one. */
  private static final Set<Integer> GIVEN = new HashSet<>();

  private FreePorts() {}

  /** The first of ten that nobody uses now, nor those of their event buses. */
  static synchronized int first() {
    for (int attempt = 0; attempt < 100; attempt++) {
      int first = LOWEST + SOME * ThreadLocalRandom.current().nextInt((HIGHEST - LOWEST) / SOME);
      if (areFree(first) && areFree(first + BUS) && !GIVEN.contains(first - BUS)
          && !GIVEN.contains(first + BUS) && GIVEN.add(first)) {
        return first;
      }
    }
    throw new IllegalStateException("no free ports");
  }

  private static boolean areFree(int first) {
    for (int port = first; port < first + SOME; port++) {
      try (var probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        probe.getLocalPort();
      } catch (IOException e) {
        return false;
      }
    }
    return true;
  }
}
