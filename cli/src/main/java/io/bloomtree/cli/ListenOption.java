package io.bloomtree.cli;

import io.bloomtree.topology.HostPort;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option {@code --listen}. */
final class ListenOption {
  @Option(names = "--listen", paramLabel = "HOST:PORT",
      description = "where to take connections of members; the event bus is 1000 ports above "
          + "(default: what the topology says)")
  private Optional<String> listen;

  Optional<HostPort> address(CommandLine commandLine) {
    try {
      return listen.map(HostPort::parse);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(commandLine, "--listen " + e.getMessage(), e);
    }
  }
}
