package io.bloomtree.http;

import static io.bloomtree.http.WatchedTree.await;

import io.bloomtree.bus.Residents;
import io.bloomtree.cluster.ClusterLog;
import io.bloomtree.cluster.Joining;
import io.bloomtree.cluster.TreeCluster;
import io.bloomtree.host.NodeHost;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.wire.Endpoint;
import java.nio.file.Path;
import java.util.List;

/**
 * A process that runs what a topology places on a host, and serves the console: {@code TreeProcess
 * TOPOLOGY HOST}. It says where that is, and goes on until it is killed.
 */
final class TreeProcess {
  static final String READY = "console at ";

  private TreeProcess() {}

  public static void main(String[] args) {
    Network network = Topology.read(Path.of(args[0])).network();
    List<Endpoint> slices = network.hostedBy(args[1]);
    var joining = Joining.nodes(
        slices.stream().map(Endpoint::node).distinct().toList(),
        network.topology().cluster().orElseThrow().address(args[1]));
    TreeCluster cluster = await(TreeCluster.join(network, joining, ClusterLog.named(args[1])));
    NodeHost host = await(NodeHost.start(cluster.vertx(), network, slices));
    HttpApi api = await(HttpApi.start(
        cluster.vertx(), HttpConfig.onLoopback(0, network.topology().http()),
        ServedProcess.of(network, Residents.of(host.residents()))));
    System.out.println(READY + api.uri());
  }
}
