package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;

/** What one call of a command that reads topologies printed and returned. */
record TopologyRun(int exit, String out, String err) {

  static TopologyRun of(String... args) {
    return withInput(new byte[0], args);
  }

  static TopologyRun withInput(String input, String... args) {
    return withInput(input.getBytes(UTF_8), args);
  }

  static TopologyRun withInput(byte[] input, String... args) {
    TopologySource source = source(input);
    return run(args, new ValidateCommand(source), new PlanCommand(source), new UpCommand(source),
        new NodeCommand(option(source)));
  }

  /** A call of a command that asks a running tree. */
  static TopologyRun asking(String input, String... args) {
    TopologySource source = source(input.getBytes(UTF_8));
    return run(args, new CountCommand(option(source)), new HotCommand(option(source)),
        new SkewCommand(option(source)), new OverlapCommand(option(source)),
        new SimilarCommand(option(source)));
  }

  private static TopologyRun run(String[] args, Object... commands) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exit = BloomtreeCommand.commandLine(false, commands)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
    return new TopologyRun(exit, out.toString(), err.toString());
  }

  private static TopologySource source(byte[] input) {
    return new TopologySource(new ByteArrayInputStream(input));
  }

  private static TopologyOption option(TopologySource source) {
    return new TopologyOption(source, Path.of("topology.yaml"));
  }
}
