package io.bloomtree.host;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.NodeReport;
import io.bloomtree.bus.Resident;
import io.bloomtree.bus.SliceVerticle;
import io.bloomtree.region.RegionVerticle;
import io.bloomtree.root.RootVerticle;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.wire.Endpoint;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Slices of regions and of the root that run in this process. Thread-safe. */
public final class NodeHost {
  private final Vertx vertx;
  private final Network network;
  private final List<SliceVerticle<?>> slices;
  private final Promise<String> fenced = Promise.promise();
  private final Promise<String> failed = Promise.promise();

  private NodeHost(Vertx vertx, Network network, List<SliceVerticle<?>> slices) {
    this.vertx = vertx;
    this.network = network;
    this.slices = slices;
    slices.forEach(slice -> slice.fenced().onSuccess(
        by -> fenced.tryComplete(slice.slice() + " gave way to " + by)));
    slices.forEach(slice -> slice.failed().onSuccess(
        why -> failed.tryComplete(slice.slice() + " cannot keep its state: " + why)));
  }

  /**
   * Starts slices on the event bus of {@code vertx}. If one of them runs in another process that
   * answers, or its state cannot be used, none is left running here.
   *
   * @throws IllegalArgumentException if one of them is an edge's
   */
  public static Future<NodeHost> start(Vertx vertx, Network network, List<Endpoint> slices) {
    requireNonNull(vertx, "vertx");
    List<SliceVerticle<?>> verticles =
        slices.stream().<SliceVerticle<?>>map(slice -> verticle(network, slice)).toList();
    return Future.join(verticles.stream().map(vertx::deployVerticle).toList())
        .<NodeHost>map(done -> new NodeHost(vertx, network, verticles))
        .recover(failure -> undeploy(vertx, verticles)
            .transform(done -> Future.failedFuture(failure)));
  }

  private static SliceVerticle<?> verticle(Network network, Endpoint slice) {
    Role role = network.node(slice.node()).role();
    return switch (role) {
      case ROOT -> new RootVerticle(network, slice);
      case REGION -> new RegionVerticle(network, slice);
      case EDGE -> throw new IllegalArgumentException(
          "an edge runs in its producer: id=" + slice.node());
    };
  }

  /** The slices, as those see them who look after this process. */
  public List<Resident> residents() {
    return List.copyOf(slices);
  }

  /** What each slice has counted. */
  public Future<List<NodeReport>> report() {
    return Future.all(slices.stream().map(SliceVerticle::report).toList())
        .map(all -> all.list());
  }

  /** Which slice was taken over by another process, and by whom; it runs no more then. */
  public Future<String> fenced() {
    return fenced.future();
  }

  /** Which slice can no longer keep its state, and why; it runs no more then. */
  public Future<String> failed() {
    return failed.future();
  }

  /** Takes no more work, finishes what is in hand, children before their parents, and stops. */
  public Future<Void> drain() {
    Map<Integer, List<SliceVerticle<?>>> byLevel = slices.stream().collect(Collectors.groupingBy(
        slice -> -network.place(slice.slice().node()).level(), TreeMap::new,
        Collectors.toList()));
    Future<?> drained = Future.succeededFuture();
    for (List<SliceVerticle<?>> level : byLevel.values()) {
      drained = drained.compose(before ->
          Future.join(level.stream().map(SliceVerticle::drain).toList()));
    }
    return drained.compose(done -> undeploy(vertx, slices));
  }

  private static Future<Void> undeploy(Vertx vertx, List<SliceVerticle<?>> slices) {
    return Future.join(slices.stream()
            .filter(slice -> slice.deploymentID() != null && !slice.hasStopped())
            .map(slice -> vertx.undeploy(slice.deploymentID()))
            .toList())
        .mapEmpty();
  }
}
