package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.Topology;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that say which running tree to look at: one of a cluster, or behind an API. */
final class TreeSourceOptions {
  @Mixin private final TopologyOption topologyOption;

  @Option(names = "--wait", paramLabel = "TIME", converter = DurationText.class,
      defaultValue = "10s",
      description = "how long to look for a process of the tree (default: ${DEFAULT-VALUE})")
  private Duration wait;

  @Option(names = "--http", paramLabel = "URL", converter = UrlText.class,
      description = "in place of --topology: ask the HTTP API of any of its processes, for "
          + "example http://127.0.0.1:8080")
  private Optional<URI> url;

  @Option(names = "--token-file", paramLabel = "FILE",
      description = "the token for --http, a line in a file (default: $BLOOMTREE_TOKEN)")
  private Optional<Path> tokenFile;

  @Option(names = "--ca", paramLabel = "FILE",
      description = "certificates (PEM) to trust for --http (default: those that Java trusts)")
  private Optional<Path> authority;

  TreeSourceOptions(TopologyOption topology) {
    this.topologyOption = requireNonNull(topology, "topology");
  }

  /**
   * The tree, reached as far as that needs doing once.
   *
   * @param patience how long to wait for each answer
   * @throws UnreachableTreeException if it cannot be reached
   */
  TreeSource open(CommandLine commandLine, Duration patience) {
    if (url.isPresent()) {
      require(commandLine, !commandLine.getParseResult().hasMatchedOption("--topology"),
          "--http takes the place of --topology: give one of them");
      return overHttp(commandLine, url.get(), patience);
    }
    require(commandLine, tokenFile.isEmpty() && authority.isEmpty(),
        "--token-file and --ca are for --http URL");
    Topology topology = topologyOption.readAny(commandLine);
    require(commandLine, topology.cluster().isPresent(), topologyOption.name()
        + " has no cluster, so its tree runs inside one process: ask that with --http URL");
    return ObservedTree.join(topology.network(), wait, patience);
  }

  private TreeSource overHttp(CommandLine commandLine, URI at, Duration patience) {
    try {
      return new HttpTree(at, token(commandLine), authority, patience);
    } catch (IOException e) {
      throw new ParameterException(
          commandLine, "--ca cannot be read: " + Sink.reason(e), e);
    }
  }

  private Optional<String> token(CommandLine commandLine) {
    String name = tokenFile.map(file -> "--token-file " + file).orElse("BLOOMTREE_TOKEN");
    Optional<String> token = tokenFile
        .map(file -> read(commandLine, file))
        .or(() -> Optional.ofNullable(System.getenv("BLOOMTREE_TOKEN"))
            .filter(variable -> !variable.isEmpty()))
        .map(String::strip);
    token.ifPresent(it -> require(commandLine, it.matches("[\\x21-\\x7e]+"),
        name + " must hold one token, of visible characters"));
    return token;
  }

  private static String read(CommandLine commandLine, Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new ParameterException(
          commandLine, "--token-file cannot be read: " + Sink.reason(e), e);
    }
  }

  private static void require(CommandLine commandLine, boolean condition, String message) {
    if (!condition) {
      throw new ParameterException(commandLine, message);
    }
  }
}
