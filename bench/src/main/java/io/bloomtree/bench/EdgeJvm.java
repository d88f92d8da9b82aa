package io.bloomtree.bench;

import io.bloomtree.embedded.EmbeddedTree;
import io.bloomtree.http.HttpApi;
import io.bloomtree.http.HttpConfig;
import io.bloomtree.http.ServedProcess;
import io.bloomtree.topology.Topology;
import java.util.Map;

/** A process with a tree, one edge of which takes offers over HTTP. */
final class EdgeJvm {
  /** How often the tree may take a new event for a copy. */
  static final double FPP = 0.01;
  private static final String TOPOLOGY = """
      tree: sidecar
      mode: dense
      filter: { expected: 20M, fpp: %s }
      root: { slices: { count: 2, scheme: horizontal } }
      regions:
        - { id: region, edges: [edge] }
      """.formatted(FPP);

  private EdgeJvm() {}

  public static void main(String[] args) {
    LineService.run(service -> {
      var tree = EmbeddedTree.start(Topology.parse("sidecar.yaml", TOPOLOGY));
      HttpApi api = Member.await(HttpApi.start(
          tree.vertx(),
          HttpConfig.onLoopback(0, tree.network().topology().http()),
          ServedProcess.of(tree.network(), tree.residents()).offeringTo(tree.agent("edge"))));
      service.on("port", words -> Map.of("port", (double) api.port()));
    });
  }
}
