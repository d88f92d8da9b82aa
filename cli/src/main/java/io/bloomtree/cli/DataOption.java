package io.bloomtree.cli;

import io.bloomtree.topology.Topology;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option {@code --data}, the same for every command that keeps state. */
final class DataOption {
  @Option(names = "--data", paramLabel = "DIR", defaultValue = "${env:BLOOMTREE_DATA}",
      description = "keep state here, whatever the topology's data says "
          + "(default: $BLOOMTREE_DATA)")
  private Optional<Path> directory;

  /** The topology as this host has it. */
  Topology applied(Topology topology) {
    return directory.filter(path -> !path.toString().isEmpty())
        .map(topology::keptIn)
        .orElse(topology);
  }
}
