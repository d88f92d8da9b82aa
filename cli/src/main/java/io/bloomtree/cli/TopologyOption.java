package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.Topology;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option {@code --topology}, the same for every command that runs a tree. */
final class TopologyOption {
  /** Of the memory there may be: the rest is for events, claims and the exact set. */
  private static final double FOR_FILTERS = 0.75;

  @Option(names = {"-t", "--topology"}, paramLabel = "FILE",
      description = "the tree to run; - is standard input (default: ./topology.yaml)")
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
    if (file.equals(usual) && Files.notExists(file)) {
      throw new ParameterException(commandLine,
          "there is no " + usual + " here: name a topology with --topology FILE");
    }
    var topology = source.read(file);
    long memory = topology.plan().memoryBytes();
    long most = (long) (Runtime.getRuntime().maxMemory() * FOR_FILTERS);
    if (memory > most) {
      throw new ParameterException(commandLine, name() + ": its filters take "
          + Figures.size(memory) + ", but this process may use no more than " + Figures.size(most)
          + " for them. Expect less, or give it more: BLOOMTREE_OPTS=-Xmx..");
    }
    return topology;
  }
}
