package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** What one call of {@code bloomtree filter} wrote, said and returned. */
record FilterRun(int exit, byte[] bytes, String err) {

  String out() {
    return new String(bytes, UTF_8);
  }

  static FilterRun of(Path topology, String input, String... options) {
    return of(topology, input.getBytes(UTF_8), options);
  }

  static FilterRun of(Path topology, byte[] input, String... options) {
    var out = new ByteArrayOutputStream();
    var run = of(topology, new ByteArrayInputStream(input), out, false, options);
    return new FilterRun(run.exit(), out.toByteArray(), run.err());
  }

  static FilterRun of(
      Path topology, InputStream in, OutputStream out, boolean watched, String... options) {
    var arguments = new ArrayList<>(List.of("filter", "--topology", topology.toString()));
    arguments.addAll(List.of(options));
    var err = new StringWriter();
    var clock = new AtomicLong();
    var command = new FilterCommand(
        new TopologyOption(new TopologySource(InputStream.nullInputStream()), topology),
        new StandardStreams(in, out, watched, List.of()),
        () -> clock.getAndAdd(Duration.ofSeconds(1).toNanos()));
    int exit = BloomtreeCommand.commandLine(false, command)
        .setOut(new PrintWriter(new StringWriter()))
        .setErr(new PrintWriter(err))
        .execute(arguments.toArray(String[]::new));
    return new FilterRun(exit, new byte[0], err.toString());
  }
}
