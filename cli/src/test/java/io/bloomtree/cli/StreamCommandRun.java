package io.bloomtree.cli;

import io.bloomtree.topology.Topology;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** What one call of a command that runs streams through a tree printed and returned. */
record StreamCommandRun(int exit, String out, String err) {

  /** On a real tree. */
  static StreamCommandRun of(byte[] input, String... args) {
    return of(OfferedTree::embedded, false, input, args);
  }

  static StreamCommandRun of(
      Function<Topology, OfferedTree> trees, boolean terminal, byte[] input, String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    var in = new ByteArrayInputStream(input);
    var source = new TopologySource(in);
    var clock = new AtomicLong();
    var usual = Path.of("no-such-topology.yaml");
    var demo = new DemoCommand(
        new TopologyOption(source, usual), trees, () -> tick(clock), EndSignal::new, terminal);
    var replay = new ReplayCommand(
        new TopologyOption(source, usual), in, trees, () -> tick(clock), terminal);
    int exit = BloomtreeCommand.commandLine(false, demo, replay)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
    return new StreamCommandRun(exit, out.toString(), err.toString());
  }

  private static long tick(AtomicLong clock) {
    return clock.getAndAdd(Duration.ofSeconds(1).toNanos());
  }

  String lastLine() {
    return out.lines().reduce("", (before, line) -> line);
  }
}
