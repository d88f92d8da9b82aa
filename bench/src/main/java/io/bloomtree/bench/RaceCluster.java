package io.bloomtree.bench;

import io.bloomtree.topology.NodePlan;
import io.bloomtree.topology.Topology;
import io.bloomtree.topology.TopologyNode.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A tree over three JVMs on loopback: the root's two slices in one, the region in one, the
 * producers with their agents in one. Owned by one thread.
 */
final class RaceCluster implements AutoCloseable {
  private static final int BUS_OFFSET = 1000;
  /** Of all agents together: they share one heap. */
  private static final int OPEN_OFFERS = 400_000;

  /**
   * What the filters are made for.
   *
   * @param atEachEdge how many of the events one agent sees
   */
  record Size(int agents, long events, long atEachEdge, double fpp) {}

  private final Topology topology;
  private final Path file;
  private final BusSockets sockets;
  private final ChildJvm root;
  private final ChildJvm region;
  private final ChildJvm producer;

  private RaceCluster(
      Topology topology, Path file, BusSockets sockets, ChildJvm root, ChildJvm region,
      ChildJvm producer) {
    this.topology = topology;
    this.file = file;
    this.sockets = sockets;
    this.root = root;
    this.region = region;
    this.producer = producer;
  }

  /** Starts one JVM after the other: from above, so that each finds its parent. */
  static RaceCluster start(Size size) throws IOException {
    int port = freePorts();
    String text = text(size, port);
    Topology topology = Topology.parse("race.yaml", text);
    Path file = Files.writeString(Files.createTempFile("race", ".yaml"), text);
    var sockets = new BusSockets(
        List.of(port + BUS_OFFSET, port + 1 + BUS_OFFSET, port + 2 + BUS_OFFSET));
    List<ChildJvm> started = new ArrayList<>();
    try {
      started.add(ChildJvm.start("root", NodeJvm.class, file, "core"));
      started.add(ChildJvm.start("region", NodeJvm.class, file, "middle"));
      started.add(ChildJvm.start("producers", ProducerJvm.class, file, port + 2));
      return new RaceCluster(
          topology, file, sockets, started.get(0), started.get(1), started.get(2));
    } catch (IOException e) {
      for (ChildJvm child : started) {
        child.close();
      }
      throw e;
    }
  }

  /** Patient: how fast a cluster is on a busy machine is asked here, not when it gives up. */
  static String text(Size size, int port) {
    String edges = IntStream.range(0, size.agents())
        .mapToObj(i -> "{ id: edge-" + i + ", filter: { expected: " + size.atEachEdge() + " } }")
        .collect(Collectors.joining(", "));
    return String.format(Locale.ROOT, """
        tree: race
        mode: dense
        filter: { expected: %d, fpp: %s }
        batch: { events: 512 }
        failure: { timeout: 10s, lease: 60s }
        limits: { deadline: 30s, offers: %d }
        cluster:
          wait: 2m
          members: ["127.0.0.1:%d"]
          hosts: { core: "127.0.0.1:%d", middle: "127.0.0.1:%d" }
        root: { slices: { count: 2, scheme: horizontal }, hosts: [core] }
        regions:
          - { id: region, host: middle, edges: [%s] }
        """, size.events(), size.fpp(), OPEN_OFFERS / size.agents(), port, port, port + 1, edges);
  }

  /** The first of three ports, below those that the system gives out. */
  private static int freePorts() {
    for (int attempt = 0; attempt < 100; attempt++) {
      int from = 10_000 + 20 * ThreadLocalRandom.current().nextInt(700);
      if (IntStream.range(from, from + 3).allMatch(at -> isFree(at) && isFree(at + BUS_OFFSET))) {
        return from;
      }
    }
    throw new IllegalStateException("no free ports");
  }

  private static boolean isFree(int port) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return probe.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /** Has four producers offer as fast as they are answered; {@code round} counts from 0. */
  Map<String, Double> race(TreeRace.Load load, long events, int round) throws IOException {
    return producer.ask("race", load, events, round);
  }

  /** Offers the events of a race once more, each to the agent that knows it. */
  Map<String, Double> again(TreeRace.Load load, long events, int round) throws IOException {
    return producer.ask("again", load, events, round);
  }

  /** Has new events arrive at a fixed rate: see {@link Arrivals}. */
  Map<String, Double> arrivals(long firstKey, double perSecond, long millis, int least)
      throws IOException {
    return producer.ask("arrivals", firstKey, perSecond, millis, least);
  }

  /** Bytes that went over the event buses so far, if they can be had. */
  OptionalLong socketBytes() throws IOException {
    return sockets.bytes();
  }

  /** Bytes in packets so far, without what the event bus adds. */
  double packetBytes() throws IOException {
    return sum("report", "BYTES_SENT");
  }

  /** Processor time so far of the producers' JVM, in nanoseconds. */
  double producerCpu() throws IOException {
    return producer.ask("cpu").get("nanos");
  }

  double totalCpu() throws IOException {
    return sum("cpu", "nanos");
  }

  /** Used after a collection. */
  double rootHeap() throws IOException {
    return root.ask("heap").get("bytes");
  }

  double totalHeap() throws IOException {
    return sum("heap", "bytes");
  }

  private double sum(String command, String figure) throws IOException {
    return root.ask(command).get(figure) + region.ask(command).get(figure)
        + producer.ask(command).get(figure);
  }

  long rootFilterBytes() {
    return topology.plan().nodes().stream()
        .filter(node -> node.role() == Role.ROOT)
        .mapToLong(NodePlan::memoryBytes)
        .sum();
  }

  long filterBytes() {
    return topology.plan().memoryBytes();
  }

  @Override public void close() throws IOException {
    try (root; region; producer) {
      Files.deleteIfExists(file);
    }
  }
}
