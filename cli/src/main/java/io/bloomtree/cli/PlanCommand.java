package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.Recommendation;
import io.bloomtree.topology.SliceSpec;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bloomtree plan}: what a topology will cost and how often it will err. */
@Command(
    name = "plan",
    description = {
      "Shows what a tree will cost and how often it will err, before anything runs.",
      "Prints the memory and the false positives of every node, what filters forget and what of "
          + "that leaks, how the tree's fpp is split, what failed slices do to the rates under "
          + "each policy, and how many slices tolerate failures.",
      "With --recommend, and no FILE: which kinds of filter fit into some memory, the best first."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  bloomtree plan topology.yaml",
      "  bloomtree plan topology.yaml --tolerate 2 --max-fpp 0.01",
      "      How many slices must the root have so that with two of them away no more than",
      "      one new event in a hundred is taken for a duplicate? And what does each quorum do?",
      "  bloomtree plan topology.yaml --output json | jq .memoryBytes",
      "  bloomtree plan --recommend --memory 64MiB --rate 5k/s --window 10m",
      "      Which filter remembers ten minutes of 5,000 distinct events a second in 64 MiB?",
      "  bloomtree plan --recommend --memory 64KiB --fpp 0.01 --gap 10k",
      "      And which one a stream without an end, whose copies come within 10,000 events?",
      "",
      "A false positive is a new event taken for a duplicate: it is dropped. A false negative is a",
      "duplicate taken for a new event: it is delivered again. All rates are those at design load.",
      "",
      "Exit codes: 0, or 1 if no kind of filter fits, or 2 if the topology makes no sense",
      "(bloomtree validate says the same) or what is wanted does not."
    })
final class PlanCommand implements Callable<Integer> {
  private static final int MOST_FAILED = SliceSpec.MAX_COUNT - 1;
  private static final List<String> OF_SLICES = List.of("--tolerate", "--max-fpp", "--max-fnp");

  @Parameters(paramLabel = "FILE", arity = "0..1",
      description = "the topology; - is standard input")
  private Path file;

  @Option(names = "--tolerate", paramLabel = "F", defaultValue = "1",
      description = "how many slices of a node may be away at once (default: ${DEFAULT-VALUE})")
  private int tolerate;

  @Option(names = "--max-fpp", paramLabel = "P", defaultValue = "0.1",
      description = "the false positives to put up with meanwhile (default: ${DEFAULT-VALUE})")
  private double maxFalsePositives;

  @Option(names = "--max-fnp", paramLabel = "P", defaultValue = "0.1",
      description = "the false negatives to put up with meanwhile (default: ${DEFAULT-VALUE})")
  private double maxFalseNegatives;

  @Mixin private OutputOption output;

  @ArgGroup(exclusive = false, order = 1,
      heading = "%nIn place of a FILE, to find out which kind of filter to choose:%n")
  private RecommendOptions recommended;

  @Spec private CommandSpec spec;

  private final TopologySource source;

  PlanCommand(TopologySource source) {
    this.source = requireNonNull(source, "source");
  }

  @Override public Integer call() {
    return recommended == null ? plan() : recommend();
  }

  private int recommend() {
    require(file == null, "--recommend must have no FILE: it is for a topology yet to be written");
    OF_SLICES.forEach(option -> require(
        !spec.commandLine().getParseResult().hasMatchedOption(option),
        option + " is about a topology, and must be left out with --recommend"));
    Recommendation recommendation;
    try {
      recommendation = Recommendation.of(recommended.demand());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (output.json()) {
      out.println(Json.of(RecommendJson.of(recommendation)));
    } else {
      new RecommendScreen(recommendation, out, spec.commandLine().getColorScheme()).print();
    }
    out.flush();
    return recommendation.best().isPresent() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private int plan() {
    require(file != null, "there must be a FILE, or --recommend and what is wanted");
    require(tolerate >= 1 && tolerate <= MOST_FAILED,
        "--tolerate must be 1 to " + MOST_FAILED + ": " + tolerate);
    requireRate("--max-fpp", maxFalsePositives);
    requireRate("--max-fnp", maxFalseNegatives);
    var planned = new PlannedTree(
        source.name(file),
        source.read(file),
        new PlannedTree.Tolerance(tolerate, maxFalsePositives, maxFalseNegatives));
    PrintWriter out = spec.commandLine().getOut();
    if (output.json()) {
      out.println(Json.of(PlanJson.of(planned)));
    } else {
      new PlanScreen(planned, out, spec.commandLine().getColorScheme()).print();
    }
    out.flush();
    return ExitCode.OK;
  }

  private void requireRate(String option, double rate) {
    require(rate > 0 && rate < 1, option + " must be above 0 and below 1: " + rate);
  }

  private void require(boolean condition, String message) {
    if (!condition) {
      throw new ParameterException(spec.commandLine(), message);
    }
  }
}
