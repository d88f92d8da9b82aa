package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.Network;
import io.bloomtree.topology.Plan;
import io.bloomtree.topology.SketchPlan;
import io.bloomtree.topology.Topology;
import io.bloomtree.wire.Endpoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option {@code --topology}, the same for every command that runs a tree. */
final class TopologyOption {
  @Option(names = {"-t", "--topology"}, paramLabel = "FILE",
      description = "the topology of the tree; - is standard input (default: ./topology.yaml)")
  private Path file;

  private final TopologySource source;
  private final Path usual;

  /** {@code usual}: which file it is if nobody says. */
  TopologyOption(TopologySource source, Path usual) {
    this.source = requireNonNull(source, "source");
    this.usual = requireNonNull(usual, "usual");
    this.file = usual;
  }

  Path file() {
    return file;
  }

  /** What messages call the file. */
  String name() {
    return source.name(file);
  }

  /**
   * The topology, if this process can hold it.
   *
   * @throws io.bloomtree.topology.InvalidTopologyException as {@link TopologySource#read} does
   */
  Topology read(CommandLine commandLine) {
    Topology topology = readAny(commandLine);
    requireRoomFor(commandLine, topology);
    return topology;
  }

  /** The topology, of which this process need not hold all. */
  Topology readAny(CommandLine commandLine) {
    if (file.equals(usual) && Files.notExists(file)) {
      throw new ParameterException(commandLine,
          "there is no " + usual + " here: name a topology with --topology FILE");
    }
    return source.read(file);
  }

  /** Refuses a tree that does not fit into this process. */
  void requireRoomFor(CommandLine commandLine, Topology topology) {
    Plan plan = topology.plan();
    // filters that are kept are in files, which need no room on the heap
    long filters = topology.data().isPresent() ? 0 : plan.memoryBytes();
    Heap.requireRoomFor(commandLine, name(),
        filters + plan.sketches().map(SketchPlan::memoryBytes).orElse(0L));
  }

  /** Refuses slices that do not fit into this process. */
  void requireRoomFor(CommandLine commandLine, Network network, List<Endpoint> slices) {
    Heap.requireRoomFor(commandLine, name(), network, slices);
  }
}
