package io.bloomtree.cli;

import io.bloomtree.topology.Network;
import io.bloomtree.wire.Endpoint;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Whether this process has the memory for filters and sketches. */
final class Heap {
  /** Of the memory there may be: the rest is for events, claims and the exact set. */
  private static final double FOR_FILTERS = 0.75;

  private Heap() {}

  /**
   * Refuses slices whose filters and sketches do not fit. Filters that are kept in files need no
   * room here.
   *
   * @param file what messages call the topology
   */
  static void requireRoomFor(
      CommandLine commandLine, String file, Network network, List<Endpoint> slices) {
    long filters = network.topology().data().isPresent() ? 0 : slices.stream()
        .mapToLong(slice -> network.plan(slice.node()).memoryBytes()
            / network.plan(slice.node()).count())
        .sum();
    long sketches = network.topology().plan().sketches()
        .map(plan -> slices.stream().filter(slice -> slice.slice() == 0)
            .mapToLong(slice -> plan.memoryBytes(slice.node())).sum())
        .orElse(0L);
    requireRoomFor(commandLine, file, filters + sketches);
  }

  static void requireRoomFor(CommandLine commandLine, String file, long bytes) {
    long most = (long) (Runtime.getRuntime().maxMemory() * FOR_FILTERS);
    if (bytes > most) {
      throw new ParameterException(commandLine, file + ": its nodes take "
          + Figures.size(bytes) + ", but this process may use no more than " + Figures.size(most)
          + " for them. Expect less, or give it more: BLOOMTREE_OPTS=-Xmx..");
    }
  }
}
