package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bloomtree top}: how a running tree is, on a terminal, again and again. */
@Command(
    name = "top",
    description = {
      "Shows a running tree on the terminal and looks again every second. It tells what is up, "
          + "away or degraded, what each node has to do, how full its filter is, how often it "
          + "errs, and how long offers take.",
      "It joins the cluster for that as a member that runs nothing, or asks the HTTP API of one of "
          + "its processes."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "Keys: q ends it, as does Ctrl-C. t n s r h f e l m sort by tree, name, state, rate, hits,",
      "fill, errors, latency and memory, R turns the order round. Arrows, page up and down, home",
      "and end scroll. p pauses.",
      "",
      "Columns: UP slices of all, TEST/S and HIT/S of the filter, FILL, LOAD events beside those",
      "it was designed for, FPP false positives, P99 and P50 of offers since the last look; MEMORY,",
      "CLAIMS, HELD/S, SENT/S, EVENTS and HOST where there is room. A node with ! is not well.",
      "",
      "Without colours if NO_COLOR is set. Exit codes: 0 after q; 1 if the tree could not be",
      "reached; 2 if an option or the topology makes no sense, or there is no terminal."
    })
final class TopCommand implements Callable<Integer> {
  private static final Duration SHORTEST = Duration.ofMillis(100);
  /** How long a dead node may hold up the next look. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  @Mixin private final TreeSourceOptions source;

  @Option(names = "--every", paramLabel = "TIME", converter = DurationText.class,
      defaultValue = "1s", description = "how often to look (default: ${DEFAULT-VALUE})")
  private Duration every;

  @Spec private CommandSpec spec;

  private final boolean isTerminal;
  private final LongSupplier nanoTime;

  /** {@code isTerminal}: whether somebody sees what is printed, and presses keys. */
  TopCommand(TopologyOption topology, boolean isTerminal, LongSupplier nanoTime) {
    this.source = new TreeSourceOptions(topology);
    this.isTerminal = isTerminal;
    this.nanoTime = nanoTime;
  }

  @Override public Integer call() {
    if (!isTerminal) {
      throw new ParameterException(spec.commandLine(),
          "top needs a terminal; bloomtree status prints the same once");
    }
    if (every.compareTo(SHORTEST) < 0) {
      throw new ParameterException(spec.commandLine(),
          "--every must be at least " + SHORTEST.toMillis() + "ms");
    }
    try (TreeSource tree = source.open(spec.commandLine(), PATIENCE)) {
      return watch(tree);
    } catch (UnreachableTreeException e) {
      spec.commandLine().getErr().println(e.getMessage());
      spec.commandLine().getErr().flush();
      return ExitCode.SOFTWARE;
    }
  }

  private int watch(TreeSource tree) {
    String noColor = System.getenv("NO_COLOR");
    // a line of the log in the middle of the screen would help nobody
    var logged = new AtomicReference<>("");
    var lines = new PrintStream(new LineStream(logged::set), true, UTF_8);
    try (var screen = TerminalScreen.open(noColor == null || noColor.isEmpty())) {
      ProcessLog.open(lines, ProcessLog.Detail.TROUBLE, ProcessLog.Format.TEXT);
      new TopLoop(tree, screen, every, () -> logged.getAndSet(""), nanoTime).run();
      return ExitCode.OK;
    } catch (IOException e) {
      throw new ParameterException(spec.commandLine(), "top needs a terminal: " + e.getMessage()
          + "; bloomtree status prints the same once", e);
    } finally {
      ProcessLog.open(System.err, ProcessLog.Detail.TROUBLE, ProcessLog.Format.TEXT);
    }
  }
}
