package io.bloomtree.cli;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;

/** What one call of a command that looks at a running tree printed and returned. */
record StatusRun(int exit, String out, String err) {

  /** Without a terminal. */
  static StatusRun of(String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    var source = new TopologySource(InputStream.nullInputStream());
    var usual = Path.of("topology.yaml");
    int exit = BloomtreeCommand
        .commandLine(
            false, new StatusCommand(new TopologyOption(source, usual)),
            new TopCommand(new TopologyOption(source, usual), false, System::nanoTime))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
    return new StatusRun(exit, out.toString(), err.toString());
  }
}
