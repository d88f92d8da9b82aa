package io.bloomtree.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * The processes of a tree, one for each host. Kills them all when it is closed. Owned by one test.
 */
final class TreeProcesses implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final int LOWEST_PORT = 20_000;
  private static final int HIGHEST_PORT = 20_900;
  private static final int EVENT_BUS = 1_000;

  private final Path directory;
  private final Path topology;
  private final Map<String, Process> processes = new LinkedHashMap<>();

  TreeProcesses(Path directory, Path topology) {
    this.directory = directory;
    this.topology = topology;
  }

  /**
   * The first of so many ports that nobody uses, nor those of the members' event buses. Other
   * modules, whose tests run at the same time, have others.
   */
  static int freePorts(int number) {
    for (int attempt = 0; attempt < 100; attempt++) {
      int first = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT);
      if (IntStream.range(first, first + number)
          .allMatch(port -> isFree(port) && isFree(port + EVENT_BUS))) {
        return first;
      }
    }
    throw new IllegalStateException("no free ports");
  }

  private static boolean isFree(int port) {
    try (var probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return probe.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /** Starts a host; {@link #awaitConsole} tells when it runs. */
  void launch(String host) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("--add-")).forEach(command::add);
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx200m",
        "-cp", System.getProperty("java.class.path"), TreeProcess.class.getName(),
        topology.toString(), host));
    try {
      Files.deleteIfExists(said(host));
      processes.put(host, new ProcessBuilder(command)
          .redirectErrorStream(true).redirectOutput(said(host).toFile()).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path said(String host) {
    return directory.resolve(host + ".log");
  }

  /** Where a host serves the console, when it does. */
  URI awaitConsole(String host) {
    await(host + " serves the console").atMost(PATIENCE).untilAsserted(() -> {
      String said = Files.readString(said(host), UTF_8);
      assertThat(processes.get(host).isAlive()).as(said).isTrue();
      assertThat(said).contains(TreeProcess.READY);
    });
    try (var lines = Files.lines(said(host), UTF_8)) {
      return lines.filter(line -> line.startsWith(TreeProcess.READY)).findFirst()
          .map(line -> URI.create(line.substring(TreeProcess.READY.length()))).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends a host as {@code kill -9} does: it can tell nobody. */
  void kill(String host) {
    processes.remove(host).destroyForcibly().onExit().join();
  }

  @Override public void close() {
    List.copyOf(processes.keySet()).forEach(this::kill);
  }
}
