package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.SketchInquiry;
import io.bloomtree.bus.SkewAnswer;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.TopologyNode;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Future;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bloomtree skew}: how unevenly events are offered, and which tree fits that. */
@Command(
    name = "skew",
    description = {
      "How unevenly the events of a running tree are offered.",
      "Says which slices and which mode fit, too. Measured by the self-join size, the sum over "
          + "all events of the square of how often each was offered, and by the exponent of the "
          + "Zipf distribution that has as large a one."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  bloomtree skew --topology tree.yaml",
      "  bloomtree skew --node eu --topology tree.yaml --output json | jq .skew.zipfExponent",
      "",
      "JSON is one object: skew (node, total, selfJoinSize, selfJoinSizeAtMost, zipfExponent",
      "and distinct or null, since), sameEvent, slices, probes, horizontalFairness, verticalFairness,",
      "fittingScheme, acrossEdges and fittingMode or null, and heardEdges.",
      "",
      "Exit codes: 0; 1 if the tree has no sketches.frequency, or the node does not answer; 2 if",
      "an option or the topology makes no sense."
    })
final class SkewCommand implements Callable<Integer> {
  @Option(names = "--node", paramLabel = "ID", defaultValue = "root",
      description = "a region, an edge or the root (default: ${DEFAULT-VALUE})")
  private String node;

  @Mixin private final SketchQuestion question;

  SkewCommand(TopologyOption topology) {
    this.question = new SketchQuestion(requireNonNull(topology, "topology"));
  }

  @Override public Integer call() {
    Network network = question.counting();
    NodeId id = question.node(network, "--node", node);
    SkewReport report = question.ask(network, sketches -> report(network, id, sketches));
    question.print(report, screen -> new SkewScreen(network, id, report).print(screen));
    return ExitCode.OK;
  }

  /** Edges are asked too: what they have in common says where copies come. */
  private static Future<SkewReport> report(Network network, NodeId id, SketchInquiry sketches) {
    List<Future<SkewAnswer>> edges = network.node(id).nodes()
        .filter(it -> it.role() == TopologyNode.Role.EDGE && !it.id().equals(id))
        .map(edge -> sketches.skew(edge.id()))
        .toList();
    Future<Void> asked = Future.join(edges).transform(all -> Future.succeededFuture());
    return sketches.skew(id).compose(skew -> asked.map(all -> SkewReport.of(network, id, skew,
        edges.stream().filter(Future::succeeded).map(Future::result).toList())));
  }
}
