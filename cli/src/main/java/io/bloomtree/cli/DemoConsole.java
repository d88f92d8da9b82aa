package io.bloomtree.cli;

import io.bloomtree.embedded.EmbeddedTree;
import io.bloomtree.http.HttpApi;
import io.bloomtree.http.HttpConfig;
import io.bloomtree.http.ServedProcess;
import io.bloomtree.topology.Topology;
import java.net.URI;
import java.util.concurrent.CompletionException;

/** A whole tree in this process, with the console that shows it. Thread-safe. */
final class DemoConsole implements AutoCloseable {
  private final EmbeddedTree tree;
  private final HttpApi api;

  private DemoConsole(EmbeddedTree tree, HttpApi api) {
    this.tree = tree;
    this.api = api;
  }

  /**
   * Starts both, with nothing in the tree.
   *
   * @param port of loopback; 0: any that is free
   * @throws io.bloomtree.http.HttpStartException if the port is taken
   */
  static DemoConsole start(Topology topology, int port) {
    var tree = EmbeddedTree.start(Patience.with(topology.keptNowhere()));
    try {
      // certificates and tokens are those of another place
      var config = HttpConfig.onLoopback(port, topology.http().plain());
      var process = ServedProcess.of(tree.network(), tree.residents());
      return new DemoConsole(tree, HttpApi.start(tree.vertx(), config, process)
          .toCompletionStage().toCompletableFuture().join());
    } catch (CompletionException e) {
      tree.close();
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  URI uri() {
    return api.uri();
  }

  /** The tree, as a stream meets it; closed with this. */
  OfferedTree tree() {
    return OfferedTree.offering(tree);
  }

  @Override public void close() {
    tree.close();
  }
}
