package io.bloomtree.bench;

import io.bloomtree.cluster.Joining;
import io.bloomtree.host.NodeHost;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.wire.Endpoint;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;

/** A process that runs what one host of a topology runs, for the benchmark that started it. */
final class NodeJvm {
  private NodeJvm() {}

  /** The file of the topology, and the name of the host. */
  public static void main(String[] args) {
    LineService.run(service -> {
      Topology topology = Topology.read(Path.of(args[0]));
      Network network = topology.network();
      List<Endpoint> slices = network.hostedBy(args[1]);
      var joining = Joining.nodes(
          slices.stream().map(Endpoint::node).distinct().toList(),
          topology.cluster().orElseThrow().address(args[1]));
      Vertx vertx = Member.join(network, joining);
      NodeHost host = Member.await(NodeHost.start(vertx, network, slices));
      service.on("report", words -> Member.figures(Member.await(host.report())));
    });
  }
}
