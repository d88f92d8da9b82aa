package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.ClusterSpec;
import io.bloomtree.topology.HostPort;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.topology.TopologyNode;
import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bloomtree node}: runs what a topology places on one host. */
@Command(
    name = "node",
    description = {
      "Runs what the topology places on a host, until a signal ends it.",
      "That is slices of the root, and regions. It waits for a seed of the cluster, says what it "
          + "waits for, and gives up after the topology's cluster.wait. SIGTERM drains it: no new "
          + "work, what is in hand is answered, then it leaves."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  bloomtree node --topology tree.yaml --host core-1",
      "  bloomtree node --topology tree.yaml --host ath-1 --id eu --listen 10.2.0.1:5711",
      "  bloomtree node --topology tree.yaml --host core-1 --data /var/lib/bloomtree --http 8080",
      "",
      "Its log, on standard error, has one line for each thing an operator needs to know.",
      "",
      "Exit codes: 0 after a signal; 1 if it could not join, another process took its place, or",
      "its state cannot be used or kept; 2 if the topology or the host makes no sense."
    })
final class NodeCommand implements Callable<Integer> {
  private static final int NAMES = 8;

  @Mixin private final TopologyOption topologyOption;

  @Option(names = "--host", paramLabel = "NAME",
      description = "the host of the topology that this is; not needed with --id")
  private Optional<String> host;

  @Option(names = "--id", paramLabel = "ID",
      description = "run one node only: root, or a region (its slices on --host, or all)")
  private Optional<String> id;

  @Mixin private final ListenOption listen = new ListenOption();

  @Mixin private final HttpOption http = new HttpOption();

  @Mixin private final DataOption data = new DataOption();

  @Mixin private final LoggingOptions logging = new LoggingOptions();

  @Spec private CommandSpec spec;

  NodeCommand(TopologyOption topology) {
    this.topologyOption = requireNonNull(topology, "topology");
  }

  @Override public Integer call() throws InterruptedException {
    logging.apply();
    require(host.isPresent() || id.isPresent(), "there must be a --host NAME or an --id ID");
    Topology topology = data.applied(topologyOption.readAny(spec.commandLine()));
    ClusterSpec cluster = topology.cluster().orElseThrow(() -> refusal(
        topologyOption.name() + " has no cluster: it runs in one process, as bloomtree demo, "
            + "filter and replay do"));
    Network network = topology.network();
    List<Endpoint> slices = slices(network);
    topologyOption.requireRoomFor(spec.commandLine(), network, slices);
    return new NodeProcess(
        network, address(cluster, network, slices), slices,
        http.config(spec.commandLine(), network,
            slices.stream().map(Endpoint::node).distinct().toList())).run();
  }

  private List<Endpoint> slices(Network network) {
    List<String> hosts = network.topology().hosts();
    host.ifPresent(name -> require(hosts.contains(name),
        "--host: no '" + name + "' in " + topologyOption.name() + ", which has "
            + (hosts.isEmpty() ? "no hosts" : Figures.names(hosts, NAMES))));
    List<Endpoint> here = host.map(network::hostedBy).orElse(List.of());
    if (id.isEmpty()) {
      return here;
    }
    NodeId wanted = node(network);
    List<Endpoint> all = network.slicesOf(wanted);
    List<Endpoint> some = host.isEmpty() ? all : all.stream().filter(here::contains).toList();
    require(!some.isEmpty(), "--id: nothing of '" + wanted + "' runs on host " + host.orElse(""));
    return some;
  }

  private NodeId node(Network network) {
    List<NodeId> nodes = network.topology().nodes().stream()
        .filter(node -> node.role() != Role.EDGE)
        .map(TopologyNode::id)
        .toList();
    return nodes.stream().filter(node -> node.value().equals(id.orElseThrow())).findFirst()
        .orElseThrow(() -> refusal("--id: no region '" + id.orElseThrow() + "' in "
            + topologyOption.name() + ", which has " + Figures.names(nodes, NAMES)
            + "; edges run in their producers"));
  }

  private HostPort address(ClusterSpec cluster, Network network, List<Endpoint> slices) {
    return listen.address(spec.commandLine()).orElseGet(() -> {
      List<String> hosts = host.map(List::of)
          .orElseGet(() -> network.node(slices.get(0).node()).hosts());
      require(hosts.size() == 1,
          "'" + id.orElse("") + "' has " + (hosts.isEmpty() ? "no host" : "several hosts")
              + ": say where to listen, --listen HOST:PORT");
      return cluster.address(hosts.get(0));
    });
  }

  private void require(boolean condition, String message) {
    if (!condition) {
      throw refusal(message);
    }
  }

  private ParameterException refusal(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
