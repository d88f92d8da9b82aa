package io.bloomtree.cli;

import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A tree of three levels, each host a process: root slices on core-1 and core-2, region eu on
 * ath-1, region us on nyc-1. Kills them all when it is closed. Owned by one test.
 */
final class ProcessTree implements AutoCloseable {
  static final List<String> HOSTS = List.of("core-1", "core-2", "ath-1", "nyc-1");

  private final Path directory;
  private final Path file;
  private final String times;
  private Network network;
  private final ChildJvm jvm = ChildJvm.likeThis();
  private final int port = FreePorts.first();
  private final List<ChildProcess> all = new ArrayList<>();
  private final Map<String, ChildProcess> nodes = new HashMap<>();
  private int seconds;

  /**
   * @param shape the mode of the tree, and how its root is sliced, as two lines of a topology
   * @param lease how long a claim lasts: if no claim is to end, longer than any fault
   */
  ProcessTree(Path directory, String shape, String lease) {
    this(directory, shape, "100k", new Times("2s", lease, "6s"));
  }

  /** How long a silent node is waited for, a claim lasts, and an offer may take. */
  record Times(String timeout, String lease, String deadline) {}

  /** {@code expected}: for how many events its filters are sized. */
  ProcessTree(Path directory, String shape, String expected, Times times) {
    this.directory = directory;
    this.file = directory.resolve("topology.yaml");
    this.times = """
        failure: { slices: distinct, parent: fail, timeout: %s, lease: %s }
        limits: { deadline: %s }
        """.formatted(times.timeout, times.lease, times.deadline);
    write(shape, expected);
  }

  /** Another topology, for processes that are started from now on. */
  void change(String shape, String expected) {
    write(shape, expected);
  }

  private void write(String shape, String expected) {
    try {
      Files.writeString(file, """
          tree: processes
          %sfilter: { expected: %s, fpp: 1e-9 }
          %scluster:
            wait: 3m
            members: [127.0.0.1:%d, 127.0.0.1:%d]
            hosts:
              core-1: 127.0.0.1:%d
              core-2: 127.0.0.1:%d
              ath-1: 127.0.0.1:%d
              nyc-1: 127.0.0.1:%d
          regions:
            - { id: eu, host: ath-1, edges: [athens-1, athens-2] }
            - { id: us, host: nyc-1, edges: [boston-1] }
          """.formatted(
              shape, expected, times, port, port + 1, port, port + 1, port + 2, port + 3));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    network = Topology.read(file).network();
  }

  Network network() {
    return network;
  }

  /** The topology. */
  Path file() {
    return file;
  }

  Path file(String name) {
    return directory.resolve(name);
  }

  /** Starts all hosts. */
  ProcessTree start() {
    jvm.archive(ProcessTree::runOnce, Main.class, "node", "--topology", file.toString(),
        "--host", "core-1");
    HOSTS.forEach(this::launch);
    HOSTS.forEach(host -> node(host).awaitLog("running"));
    return this;
  }

  /** Starts all of the tree in one process. */
  ProcessTree startWhole() {
    launchWhole().awaitLog("running");
    return this;
  }

  /** Starts all of the tree in one process, which may have more options. */
  ChildProcess launchWhole(String... options) {
    String[] args = Stream.concat(Stream.of("up", file.toString()), Stream.of(options))
        .toArray(String[]::new);
    return track(new ChildProcess("up", jvm.command(Main.class, args)));
  }

  private static void runOnce(ProcessBuilder builder) {
    try (var node = new ChildProcess("archive", builder)) {
      node.awaitLog("running");
      node.terminate();
      node.awaitExit();
    }
  }

  /** Starts a host, and waits until it runs. */
  ChildProcess start(String host) {
    ChildProcess node = launch(host);
    node.awaitLog("running");
    return node;
  }

  private ChildProcess launch(String host) {
    return launched(host, new ChildProcess(host, jvm.command(
        Main.class, "node", "--topology", file.toString(), "--host", host)));
  }

  /** Starts another process for a host, at an address that no host has. */
  ChildProcess launchSecond(String host) {
    return track(new ChildProcess("second " + host, jvm.command(
        Main.class, "node", "--topology", file.toString(), "--host", host,
        "--listen", "127.0.0.1:" + (port + HOSTS.size() + seconds++))));
  }

  /** The process is the one that runs the host from now on. */
  ChildProcess launched(String host, ChildProcess process) {
    nodes.put(host, process);
    return track(process);
  }

  ChildProcess node(String host) {
    return nodes.get(host);
  }

  /** Ends a host as one should, and starts it again. */
  ChildProcess restart(String host) {
    node(host).terminate();
    node(host).awaitExit();
    return start(host);
  }

  /** Starts a {@link Producer} at an edge, and waits until it is ready. */
  ChildProcess producer(String edge) {
    return producer(edge, edge);
  }

  /** Starts a producer that has a name of its own, since there was one before it. */
  ChildProcess producer(String edge, String name) {
    var producer = track(new ChildProcess(
        name, jvm.command(Producer.class, file.toString(), edge)));
    producer.awaitOut("ready");
    return producer;
  }

  /** Starts {@code bloomtree filter} at an edge. */
  ChildProcess filter(String edge) {
    return command(edge, "filter", "--edge", edge);
  }

  /** Starts a command on the tree. */
  ChildProcess command(String name, String... words) {
    var args = new ArrayList<>(List.of(words));
    args.addAll(List.of("--topology", file.toString()));
    return track(new ChildProcess(name, jvm.command(Main.class, args.toArray(String[]::new))));
  }

  private ChildProcess track(ChildProcess process) {
    if (!all.contains(process)) {
      all.add(process);
    }
    return process;
  }

  /** Every line that a process has logged, with the name of the process. */
  Stream<String> logged() {
    return all.stream().flatMap(
        process -> process.log().stream().map(line -> process.name() + ": " + line));
  }

  @Override public void close() {
    all.forEach(ChildProcess::close);
    all.forEach(ChildProcess::awaitExit);
  }
}
