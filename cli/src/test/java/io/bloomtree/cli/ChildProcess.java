package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process that a test has started: what it says, and the signals it gets. Thread-safe. */
final class ChildProcess implements AutoCloseable {
  /** Longer than a process takes that must try twice to join, past one that hangs. */
  static final Duration PATIENCE = Duration.ofSeconds(200);

  private final String name;
  private final Process process;
  private final List<String> out = new CopyOnWriteArrayList<>();
  private final List<String> log = new CopyOnWriteArrayList<>();

  ChildProcess(String name, ProcessBuilder builder) {
    this.name = name;
    try {
      this.process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    collect(process.getInputStream(), out);
    collect(process.getErrorStream(), log);
  }

  private void collect(InputStream from, List<String> lines) {
    var thread = new Thread(() -> {
      try (var reader = new BufferedReader(new InputStreamReader(from, UTF_8))) {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          lines.add(line);
        }
      } catch (IOException e) {
        lines.add("lost the rest: " + e.getMessage()); // killed while somebody was reading
      }
    }, "lines of " + name);
    thread.setDaemon(true);
    thread.start();
  }

  String name() {
    return name;
  }

  /** The processes that it has started. */
  Stream<ProcessHandle> descendants() {
    return process.descendants();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** What it has written to standard error so far. */
  List<String> log() {
    return List.copyOf(log);
  }

  /** What it has written to standard output so far. */
  List<String> out() {
    return List.copyOf(out);
  }

  /** Waits for a line of its log, among those after the first so many. */
  void awaitLog(String part, int after) {
    await(name + " logs: " + part).atMost(PATIENCE).untilAsserted(() ->
        assertThat(log().stream().skip(after)).anyMatch(line -> line.contains(part)));
  }

  void awaitLog(String part) {
    awaitLog(part, 0);
  }

  /** Waits for a line of its output that begins so, and returns what follows in it. */
  String awaitOut(String beginning) {
    await(name + " says: " + beginning).atMost(PATIENCE).untilAsserted(() -> {
      assertThat(out()).noneMatch(line -> line.startsWith("failed"));
      assertThat(out()).anyMatch(line -> line.startsWith(beginning));
    });
    return out.stream().filter(line -> line.startsWith(beginning)).findFirst().orElseThrow()
        .substring(beginning.length()).strip();
  }

  void say(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** No more will be said to it. */
  void endInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void kill() {
    signal("KILL");
    awaitExit();
  }

  void terminate() {
    signal("TERM");
  }

  void suspend() {
    signal("STOP");
  }

  void resume() {
    signal("CONT");
  }

  /** Not by {@link Process#destroy}, which would close what the process has last to say. */
  private void signal(String signal) {
    try {
      int exit = new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
          .inheritIO().start().waitFor();
      assertThat(exit).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  int awaitExit() {
    try {
      assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
          .as("%s ends", name).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return process.exitValue();
  }

  /** Kills it, whatever its state is. */
  @Override public void close() {
    process.destroyForcibly();
  }
}
