package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.Topology;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
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
      "Runs a tree in this process, feeds it a generated stream, and shows what it was good for.",
      "Some keys are popular everywhere, some in one region; producers repeat themselves. Every "
          + "verdict is compared with an exact set."
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
      "",
      "The same seed gives the same events; which of two copies that meet is the first does not",
      "follow from it. JSON is one object, the one of bloomtree replay. What is judged starts from",
      "nothing, so the topology's data is left alone.",
      "",
      "Exit codes: 0, or 1 if an event was lost or a duplicate got through without being marked",
      "degraded, or 2 if the topology makes no sense."
    })
final class DemoCommand implements Callable<Integer> {
  private static final long MOST_EVENTS = 100_000_000;
  /** At each edge: to show what the tree can do in the time a newcomer has. */
  private static final int IN_FLIGHT = 2048;

  @Option(names = "--events", paramLabel = "N", defaultValue = "1000000",
      description = "how many events to generate (default: ${DEFAULT-VALUE})")
  private long events;

  @Mixin private final TopologyOption topology;

  @Option(names = "--seed", paramLabel = "S", defaultValue = "1",
      description = "another seed, other events (default: ${DEFAULT-VALUE})")
  private long seed;

  @Mixin private OutputOption output;

  @Spec private CommandSpec spec;

  private final Function<Topology, OfferedTree> trees;
  private final LongSupplier nanoTime;
  private final boolean terminal;

  /** {@code terminal}: whether a person is watching; shows a progress bar. */
  DemoCommand(
      TopologyOption topology, Function<Topology, OfferedTree> trees, LongSupplier nanoTime,
      boolean terminal) {
    this.topology = requireNonNull(topology, "topology");
    this.trees = requireNonNull(trees, "trees");
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
    this.terminal = terminal;
  }

  @Override public Integer call() throws InterruptedException {
    if (events < 1 || events > MOST_EVENTS) {
      throw new ParameterException(spec.commandLine(),
          "--events must be 1 to " + MOST_EVENTS + ": " + events);
    }
    var result = run(topology.read(spec.commandLine()));
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

  private RunResult run(Topology read) throws InterruptedException {
    var bar = new ProgressBar(spec.commandLine().getErr(), "events", events);
    long start = nanoTime.getAsLong();
    LongConsumer progress = terminal
        ? done -> bar.draw(done, Duration.ofNanos(nanoTime.getAsLong() - start))
        : done -> { };
    try (OfferedTree tree = trees.apply(read)) {
      return new StreamRun(tree, IN_FLIGHT, nanoTime, progress)
          .run(new DemoStream(read.root(), tree.edges(), events, seed));
    } finally {
      if (terminal) {
        bar.clear();
      }
    }
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
