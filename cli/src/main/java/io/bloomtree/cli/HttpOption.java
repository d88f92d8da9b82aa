package io.bloomtree.cli;

import io.bloomtree.http.HttpConfig;
import io.bloomtree.http.Tokens;
import io.bloomtree.topology.HostPort;
import io.bloomtree.topology.HttpSpec;
import io.bloomtree.topology.Network;
import io.bloomtree.wire.NodeId;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options {@code --http} and {@code --http-tokens}. */
final class HttpOption {
  private static final String TOKENS = "BLOOMTREE_HTTP_TOKENS";
  private static final String LOOPBACK = "127.0.0.1";

  @Option(names = "--http", paramLabel = "[HOST:]PORT",
      description = "where to speak HTTP: the API and the console; a port alone is one of "
          + "127.0.0.1, 0 any that is free (default: what the topology says, or nowhere)")
  private Optional<String> listen;

  @Option(names = "--http-tokens", paramLabel = "FILE",
      description = "who may do what there, a role and a token a line (default: "
          + "$BLOOMTREE_HTTP_TOKENS, which has such lines itself, or what the topology says)")
  private Optional<Path> tokens;

  /**
   * Where and how to speak HTTP, if at all.
   *
   * @param nodes that the process runs: the first of them that says where decides
   * @throws ParameterException if that makes no sense, or would be for everybody
   */
  Optional<HttpConfig> config(CommandLine commandLine, Network network, List<NodeId> nodes) {
    HttpSpec spec = network.topology().http();
    try {
      Optional<HttpConfig> config = listen.map(text -> given(text, spec)).or(() -> nodes.stream()
          .flatMap(node -> network.node(node).http().stream()).findFirst()
          .map(address -> HttpConfig.at(address, spec, tokens(spec))));
      if (config.isEmpty() && tokens.isPresent()) {
        throw new IllegalArgumentException(
            "--http-tokens without HTTP: say where, --http PORT, or http in the topology");
      }
      return config;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(commandLine, e.getMessage(), e);
    }
  }

  private HttpConfig given(String text, HttpSpec spec) {
    if (text.matches("[0-9]{1,9}")) {
      return new HttpConfig(LOOPBACK, Integer.parseInt(text), spec, tokens(spec));
    }
    try {
      boolean isAnyPort = text.endsWith(":0");
      HostPort address = HostPort.parse(isAnyPort ? text.replaceFirst("0$", "1") : text);
      return new HttpConfig(
          address.host(), isAnyPort ? 0 : address.port(), spec, tokens(spec));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--http: " + e.getMessage(), e);
    }
  }

  private Tokens tokens(HttpSpec spec) {
    if (tokens.isPresent()) {
      return Tokens.read(tokens.get());
    }
    String inEnvironment = System.getenv(TOKENS);
    return inEnvironment != null && !inEnvironment.isBlank()
        ? Tokens.parse(TOKENS, inEnvironment)
        : spec.tokens().map(file -> Tokens.read(Path.of(file))).orElseGet(Tokens::none);
  }
}
