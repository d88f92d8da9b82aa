package io.bloomtree.cli;

import static io.bloomtree.cli.LongRun.LOG;
import static io.bloomtree.cli.LongRun.await;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.bloomtree.bus.Residents;
import io.bloomtree.cluster.Joining;
import io.bloomtree.cluster.TreeCluster;
import io.bloomtree.host.NodeHost;
import io.bloomtree.http.HttpApi;
import io.bloomtree.http.HttpConfig;
import io.bloomtree.http.ServedProcess;
import io.bloomtree.topology.HostPort;
import io.bloomtree.topology.Network;
import io.bloomtree.wire.Endpoint;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ExitCode;

/** Runs slices of a tree in this process until a signal ends it. Used once. */
final class NodeProcess {
  private final Network network;
  private final HostPort listen;
  private final List<Endpoint> slices;
  private final Optional<HttpConfig> http;
  private final Residents residents = new Residents();

  NodeProcess(
      Network network, HostPort listen, List<Endpoint> slices, Optional<HttpConfig> http) {
    this.network = requireNonNull(network, "network");
    this.listen = requireNonNull(listen, "listen");
    this.slices = List.copyOf(slices);
    this.http = requireNonNull(http, "http");
  }

  /**
   * Returns only if another process takes its place, or it cannot keep its state.
   *
   * @throws io.bloomtree.cluster.ClusterJoinException if the cluster cannot be joined
   * @throws io.bloomtree.bus.AlreadyRunningException if another process runs one of the slices
   * @throws io.bloomtree.filter.StorageException if what a slice has kept cannot be used
   * @throws io.bloomtree.http.HttpStartException if it cannot speak HTTP where it should
   */
  int run() throws InterruptedException {
    var joining = Joining.nodes(slices.stream().map(Endpoint::node).distinct().toList(), listen);
    TreeCluster cluster = await(TreeCluster.join(network, joining, LOG));
    Optional<HttpApi> api;
    NodeHost host;
    try {
      api = startHttp(cluster); // first: opening state takes time, and somebody may want to know
      host = await(NodeHost.start(cluster.vertx(), network, slices));
    } catch (RuntimeException e) {
      await(cluster.leave());
      throw e;
    }
    host.residents().forEach(residents::add);
    residents.complete();
    int levels = (int) slices.stream()
        .map(slice -> network.place(slice.node()).level()).distinct().count();
    LongRun.drainAtEnd(
        network.topology().limits().deadline().multipliedBy(levels + 1L),
        () -> host.fenced().isComplete() || host.failed().isComplete(),
        () -> api.map(HttpApi::close).orElse(Future.succeededFuture())
            .eventually(host::drain).eventually(cluster::leave),
        "left the cluster");
    LOG.info("running " + slices.stream().map(Endpoint::toString).collect(joining(", ")));
    LOG.warn("ends: " + await(Future.any(host.fenced(), host.failed())
        .map(first -> host.failed().isComplete()
            ? host.failed().result() : host.fenced().result())));
    return ExitCode.SOFTWARE;
  }

  private Optional<HttpApi> startHttp(TreeCluster cluster) throws InterruptedException {
    if (http.isEmpty()) {
      return Optional.empty();
    }
    HttpApi api = await(HttpApi.start(
        cluster.vertx(), http.get(), ServedProcess.of(network, residents)));
    LOG.info("console and API at " + api.uri());
    return Optional.of(api);
  }
}
