package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.HostPort;
import io.bloomtree.topology.Topology;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bloomtree demo}: a tree at work, on one screen. */
@Command(
    name = "demo",
    description = {
      "Runs a tree on a generated stream, and shows what it was good for.",
      "All of it is in this process. Some keys are popular everywhere, some in one region; "
          + "producers repeat themselves. Every verdict is compared with an exact set."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  bloomtree demo",
      "  bloomtree demo --events 10000000 --topology big.yaml",
      "  bloomtree demo --output json | jq .falsePositives",
      "  bloomtree demo --console",
      "",
      "The same seed gives the same events; which of two copies that meet is the first does not",
      "follow from it. JSON is one object, the one of bloomtree replay. What is judged starts from",
      "nothing, so the topology's data is left alone. With --console the stream goes on until",
      "Ctrl-C, with the keys of a stream of --events; the summary is of what was offered by then.",
      "",
      "Exit codes: 0, or 1 if an event was lost or a duplicate got through without being marked",
      "degraded, or the console's port is taken; 2 if the topology makes no sense."
    })
final class DemoCommand implements Callable<Integer> {
  private static final long MOST_EVENTS = 100_000_000;
  /** At each edge: to show what the tree can do in the time a newcomer has. */
  private static final int IN_FLIGHT = 2048;
  /** The same for a stream that is looked at: in small batches it flows evenly. */
  private static final int IN_FLIGHT_SLOWLY = 64;
  private static final String CONSOLE_PORT = "8080";

  @Option(names = "--events", paramLabel = "N", defaultValue = "1000000",
      description = "how many events to generate (default: ${DEFAULT-VALUE})")
  private long events;

  @Mixin private final TopologyOption topology;

  @Option(names = "--console", paramLabel = "PORT", arity = "0..1", fallbackValue = CONSOLE_PORT,
      description = "serve the console on this port of 127.0.0.1, and go on until interrupted "
          + "(port: ${FALLBACK-VALUE} if none is given; 0 is any that is free)")
  private Optional<Integer> console;

  @Option(names = "--rate", paramLabel = "N/s", defaultValue = "2k/s",
      description = "with --console: how fast events come, such as 500/s (default: "
          + "${DEFAULT-VALUE})")
  private String rate;

  @Option(names = "--seed", paramLabel = "S", defaultValue = "1",
      description = "another seed, other events (default: ${DEFAULT-VALUE})")
  private long seed;

  @Mixin private OutputOption output;

  @Spec private CommandSpec spec;

  private final Function<Topology, OfferedTree> trees;
  private final LongSupplier nanoTime;
  private final Supplier<EndSignal> signals;
  private final boolean terminal;

  /**
   * @param signals gives what ends a demo that goes on until then
   * @param terminal whether a person is watching; shows a progress bar
   */
  DemoCommand(
      TopologyOption topology, Function<Topology, OfferedTree> trees, LongSupplier nanoTime,
      Supplier<EndSignal> signals, boolean terminal) {
    this.topology = requireNonNull(topology, "topology");
    this.trees = requireNonNull(trees, "trees");
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
    this.signals = requireNonNull(signals, "signals");
    this.terminal = terminal;
  }

  @Override public Integer call() throws InterruptedException {
    if (events < 1 || events > MOST_EVENTS) {
      throw new ParameterException(spec.commandLine(),
          "--events must be 1 to " + MOST_EVENTS + ": " + events);
    }
    if (console.isPresent()) {
      return runConsole(console.get());
    }
    Topology read = topology.read(spec.commandLine());
    try (OfferedTree tree = trees.apply(read)) {
      return told(run(tree, IN_FLIGHT, progress(),
          new DemoStream(read.root(), tree.edges(), events, seed)));
    }
  }

  private int runConsole(int port) throws InterruptedException {
    EventRate pace = EventRate.read(rate).orElseThrow(() -> new ParameterException(
        spec.commandLine(), "--rate must be a number of events in a time, such as 500/s: " + rate));
    if (port < 0 || port > HostPort.MAX_PORT) {
      throw new ParameterException(
          spec.commandLine(), "--console must be in 0.." + HostPort.MAX_PORT + ": " + port);
    }
    Topology read = topology.read(spec.commandLine());
    EndSignal signal = signals.get();
    int exit = ExitCode.SOFTWARE;
    try (var shown = DemoConsole.start(read, port)) {
      PrintWriter to = output.json() ? spec.commandLine().getErr() : spec.commandLine().getOut();
      to.println("Console: " + shown.uri() + "  (Ctrl-C ends the demo)");
      to.flush();
      OfferedTree tree = shown.tree();
      var stream = new PacedStream(
          DemoStream.endless(read.root(), tree.edges(), events, seed), pace, nanoTime,
          signal::isGiven);
      exit = told(run(
          tree, IN_FLIGHT_SLOWLY, new ProgressBar(spec.commandLine().getErr(), "events"), stream));
    } finally {
      signal.answer(exit);
    }
    return exit;
  }

  private ProgressBar progress() {
    return new ProgressBar(spec.commandLine().getErr(), "events", events);
  }

  private RunResult run(OfferedTree tree, int inFlight, ProgressBar bar, EventStream stream)
      throws InterruptedException {
    long start = nanoTime.getAsLong();
    LongConsumer progress = terminal
        ? done -> bar.draw(done, Duration.ofNanos(nanoTime.getAsLong() - start))
        : done -> { };
    try {
      return new StreamRun(tree, inFlight, nanoTime, progress).run(stream);
    } finally {
      if (terminal) {
        bar.clear();
      }
    }
  }

  private int told(RunResult result) {
    PrintWriter out = spec.commandLine().getOut();
    if (output.json()) {
      var json = result.json();
      json.put("seed", seed);
      out.println(Json.of(json));
    } else {
      new RunScreen(result, out, spec.commandLine().getColorScheme()).print(
          "Demo of " + topology.name(), stream(result));
    }
    out.flush();
    return result.judgement().errors().isBroken() ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private static String stream(RunResult result) {
    int edges = (int) result.network().places().stream()
        .filter(place -> place.children().isEmpty()).count();
    return Figures.counted(result.events(), "event") + " from "
        + Figures.counted((long) edges * DemoStream.PRODUCERS, "producer") + " at "
        + Figures.counted(edges, "edge") + ". Some keys are far more "
        + "popular than others; " + Figures.rate(DemoStream.REGIONAL)
        + " of the events are about keys that only one region sees.";
  }
}
