package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.http.HttpConfig;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.topology.TopologyNode;
import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.wire.NodeId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bloomtree edge}: runs an agent for producers that speak HTTP. */
@Command(
    name = "edge",
    description = {
      "Runs the agent of an edge for a producer that offers its events over HTTP.",
      "It runs beside a producer that is not on the JVM, until a signal ends it. It joins the "
          + "topology's cluster. Of a topology without one it runs the whole tree. SIGTERM drains "
          + "it: no new requests, what is in hand is answered, then it leaves."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  bloomtree edge --topology tree.yaml --id athens-1 --http 8081",
      "  curl -H 'Content-Type: application/json' -d '{\"key\":\"a\"}' localhost:8081/v1/offer",
      "",
      "Exit codes: 0 after a signal; 1 if it could not join or listen, another process took its",
      "place, or its state cannot be used or kept; 2 if the topology or the edge makes no sense."
    })
final class EdgeCommand implements Callable<Integer> {
  private static final int NAMES = 8;

  @Mixin private final TopologyOption topologyOption;

  @Option(names = "--id", paramLabel = "ID", required = true,
      description = "the edge of the topology that this is")
  private String id;

  @Mixin private final HttpOption http = new HttpOption();

  @Mixin private final DataOption data = new DataOption();

  @Mixin private final LoggingOptions logging = new LoggingOptions();

  @Spec private CommandSpec spec;

  EdgeCommand(TopologyOption topology) {
    this.topologyOption = requireNonNull(topology, "topology");
  }

  @Override public Integer call() throws InterruptedException {
    logging.apply();
    Topology topology = data.applied(topologyOption.readAny(spec.commandLine()));
    if (topology.cluster().isEmpty()) {
      topologyOption.requireRoomFor(spec.commandLine(), topology);
    }
    NodeId edge = edge(topology);
    Network network = topology.network();
    HttpConfig config = http.config(spec.commandLine(), network, List.of(edge))
        .orElseThrow(() -> refusal("nobody could reach it: say where to speak HTTP, --http PORT, "
            + "or http: PORT at '" + edge + "' in " + topologyOption.name()));
    return new EdgeProcess(network, edge, config).run();
  }

  private NodeId edge(Topology topology) {
    List<NodeId> edges = topology.nodes().stream()
        .filter(node -> node.role() == Role.EDGE).map(TopologyNode::id).toList();
    return edges.stream().filter(it -> it.value().equals(id)).findFirst()
        .orElseThrow(() -> refusal("--id: no edge '" + id + "' in " + topologyOption.name()
            + ", which has " + Figures.names(edges, NAMES)));
  }

  private ParameterException refusal(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
