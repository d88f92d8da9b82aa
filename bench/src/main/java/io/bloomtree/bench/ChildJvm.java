package io.bloomtree.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JVM of our own with a {@link LineService} in it, on this one's classpath. It ends when it is
 * closed, and when this process does, since its standard input is closed then. Owned by one thread.
 */
final class ChildJvm implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 10;

  private final String name;
  private final Process process;
  private final Writer in;
  private final BufferedReader out;

  private ChildJvm(String name, Process process) {
    this.name = name;
    this.process = process;
    this.in = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII);
    this.out = new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
  }

  /** Starts a JVM and waits until it is ready. */
  static ChildJvm start(String name, Class<?> main, Object... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(openModules());
    // all of the heap from the start: while it has yet to grow, G1 goes on marking, and a page that
    // is new takes its time; and huge pages, since filters are read all over
    command.addAll(List.of(
        "-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch", "-XX:+UseTransparentHugePages"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    Stream.of(arguments).map(String::valueOf).forEach(command::add);
    var child = new ChildJvm(name, new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start());
    try {
      child.readFigures();
      return child;
    } catch (IOException e) {
      child.close();
      throw e;
    }
  }

  /** Those that this JVM was started with: Hazelcast asks for them. */
  private static List<String> openModules() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("--add-"))
        .toList();
  }

  /** Has it run a command. */
  Map<String, Double> ask(Object... words) throws IOException {
    in.write(Stream.of(words).map(String::valueOf).collect(Collectors.joining(" ", "", "\n")));
    in.flush();
    return readFigures();
  }

  /** Skips what is no answer: profilers and the JVM itself say things there too. */
  private Map<String, Double> readFigures() throws IOException {
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith(LineService.OK)) {
        return LineService.figures(line);
      }
      if (line.startsWith(LineService.FAILED)) {
        throw new IOException("the JVM of the " + name + " " + line);
      }
    }
    throw new IOException("the JVM of the " + name + " has ended");
  }

  @Override public void close() throws IOException {
    try {
      in.close();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
