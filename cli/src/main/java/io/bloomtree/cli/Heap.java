package io.bloomtree.cli;

import io.bloomtree.topology.Network;
import io.bloomtree.wire.Endpoint;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Whether this process has the memory for filters. */
final class Heap {
  /** Of the memory there may be: the rest is for events, claims and the exact set. */
  private static final double FOR_FILTERS = 0.75;

  private Heap() {}

  /**
   * Refuses slices whose filters do not fit. What is kept in files needs no room here.
   *
   * @param file what messages call the topology
   */
  static void requireRoomFor(
      CommandLine commandLine, String file, Network network, List<Endpoint> slices) {
    if (network.topology().data().isEmpty()) {
      requireRoomFor(commandLine, file, slices.stream()
          .mapToLong(slice -> network.plan(slice.node()).memoryBytes()
              / network.plan(slice.node()).count())
          .sum());
    }
  }

  static void requireRoomFor(CommandLine commandLine, String file, long bytes) {
    long most = (long) (Runtime.getRuntime().maxMemory() * FOR_FILTERS);
    if (bytes > most) {
      throw new ParameterException(commandLine, file + ": its filters take "
          + Figures.size(bytes) + ", but this process may use no more than " + Figures.size(most)
          + " for them. Expect less, or give it more: BLOOMTREE_OPTS=-Xmx..");
    }
  }
}
