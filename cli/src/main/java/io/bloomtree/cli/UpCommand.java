package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.ClusterSpec;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.wire.Endpoint;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bloomtree up}: runs a whole tree in one process, for producers to join. */
@Command(
    name = "up",
    description = {
      "Runs the root and every region of a topology in one process.",
      "It ends by a signal. Producers join with their agents, as do bloomtree filter and replay.",
      "Where the topology's hosts are does not matter: it listens at the first of cluster.members."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  bloomtree up examples/laptop.yaml --http 8080",
      "  bloomtree filter --topology examples/laptop.yaml --edge athens < lines",
      "",
      "Exit codes: 0 after a signal; 1 if it could not listen, another process took its place, or",
      "its state cannot be used or kept; 2 if the topology makes no sense."
    })
final class UpCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "the topology; - is standard input")
  private Path file;

  @Mixin private final ListenOption listen = new ListenOption();

  @Mixin private final HttpOption http = new HttpOption();

  @Mixin private final DataOption data = new DataOption();

  @Mixin private final LoggingOptions logging = new LoggingOptions();

  @Spec private CommandSpec spec;

  private final TopologySource source;

  UpCommand(TopologySource source) {
    this.source = requireNonNull(source, "source");
  }

  @Override public Integer call() throws InterruptedException {
    logging.apply();
    Topology topology = data.applied(source.read(file));
    ClusterSpec cluster = topology.cluster().orElseThrow(() -> new ParameterException(
        spec.commandLine(),
        source.name(file) + " has no cluster, so nobody could join: add for example"
            + " cluster: { members: [127.0.0.1:5701] }"));
    Network network = topology.network();
    List<Endpoint> slices = network.slices();
    Heap.requireRoomFor(spec.commandLine(), source.name(file), network, slices);
    return new NodeProcess(
        network, listen.address(spec.commandLine()).orElse(cluster.members().get(0)), slices,
        http.config(spec.commandLine(), network,
            slices.stream().map(Endpoint::node).distinct().toList()))
        .run();
  }
}
