package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.Topology;
import java.io.InputStream;
import java.nio.file.Path;

/** Where commands take a topology from: a file, or standard input for {@code -}. */
final class TopologySource {
  private static final Path STANDARD_INPUT = Path.of("-");

  private final InputStream standardInput;

  TopologySource(InputStream standardInput) {
    this.standardInput = requireNonNull(standardInput, "standardInput");
  }

  /** What messages call the file. */
  String name(Path file) {
    return file.equals(STANDARD_INPUT) ? "<stdin>" : file.toString();
  }

  /**
   * The topology in a file.
   *
   * @throws io.bloomtree.topology.InvalidTopologyException as {@link Topology#read(Path)} does
   */
  Topology read(Path file) {
    return file.equals(STANDARD_INPUT)
        ? Topology.read(name(file), standardInput)
        : Topology.read(file);
  }
}
