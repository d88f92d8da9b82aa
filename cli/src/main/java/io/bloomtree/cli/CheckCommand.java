package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.cli.CheckScreen.Allowance;
import io.bloomtree.topology.Topology;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bloomtree check}: judges what the producers of a tree have written down. */
@Command(
    name = "check",
    description = {
      "Judges the verdict logs of all producers of a tree, against an exact set.",
      "Was every event delivered, and none twice? Logs are written by filter --log, replay --log "
          + "or a program of yours, and may be gzipped."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "The least that a log needs is a line that names its columns, and then a verdict (distinct,",
      "duplicate or failed), a tab and a key on each line:",
      "",
      "  # columns: verdict key",
      "  distinct<TAB>click 4711",
      "",
      "Other columns: time, edge, offer, by, level, degradation, settled (confirmed, released, -).",
      "A last line without a line end was cut off when its producer died; it is left out.",
      "",
      "Examples:",
      "  bloomtree check -t topology.yaml producer-*.log",
      "  bloomtree check --fpp 0.001 --allow-doubles 20 a.log b.log.gz",
      "  (echo '# columns: verdict key'; awk '{print $3 \"\\t\" $1}' mine.txt) | bloomtree check -",
      "",
      "P1: no event is lost. Broken if more keys were called duplicates, and never delivered, than",
      "the rate explains; without a rate, by the first one. P2: one is enough. Broken if a key was",
      "delivered again and no degraded or missing verdict explains it. A root that forgets, by its",
      "window or its kind, explains any: logs need not say when.",
      "JSON is one object: offers, keys, surplus, dropped, p1, p2 (whether kept) and more.",
      "",
      "Exit codes: 0 if both are kept; 1 if one is broken; 2 if an option makes no sense or a log",
      "cannot be read or understood."
    })
final class CheckCommand implements Callable<Integer> {
  private static final Path STANDARD_INPUT = Path.of("-");

  @Parameters(arity = "1..*", paramLabel = "LOG", description = "verdict logs; - is standard input")
  private List<Path> logs;

  @Option(names = {"-t", "--topology"}, paramLabel = "FILE",
      description = "the tree, whose fpp says how many false positives there may be")
  private Optional<Path> topology;

  @Option(names = "--fpp", paramLabel = "RATE",
      description = "that rate itself (default: 0, none)")
  private Optional<Double> fpp;

  @Option(names = "--allow-doubles", paramLabel = "N", defaultValue = "0",
      description = "surplus deliveries to put up with, where state was lost on purpose "
          + "(default: ${DEFAULT-VALUE})")
  private long allowedDoubles;

  @Mixin private OutputOption output;

  @Spec private CommandSpec spec;

  private final TopologySource source;
  private final InputStream standardInput;

  CheckCommand(TopologySource source, InputStream standardInput) {
    this.source = requireNonNull(source, "source");
    this.standardInput = requireNonNull(standardInput, "standardInput");
  }

  @Override public Integer call() {
    checkOptions();
    var tree = topology.map(source::read);
    var allowance = new Allowance(
        fpp.or(() -> tree.map(Topology::fpp)),
        tree.map(it -> it.root().filter().expected()),
        allowedDoubles,
        tree.map(it -> RootMemory.forgets(it.network())).orElse(false));
    try {
      return print(new CheckScreen(read(), allowance));
    } catch (OutOfMemoryError e) {
      // what is left is garbage by now; and the exit code of a crash would say: broken
      return refuse("more keys than this process can hold, at about 100 bytes each: give it more "
          + "memory, with BLOOMTREE_OPTS=-Xmx..");
    } catch (BadInputException e) {
      return refuse(e.getMessage());
    }
  }

  private int refuse(String message) {
    spec.commandLine().getErr().println(message);
    spec.commandLine().getErr().flush();
    return ExitCode.USAGE;
  }

  private void checkOptions() {
    require(topology.isEmpty() || fpp.isEmpty(),
        "--fpp and --topology both say a rate: there must be one of them");
    fpp.ifPresent(rate -> require(
        rate >= 0 && rate < 1, "--fpp must be at least 0 and below 1: " + rate));
    require(allowedDoubles >= 0, "--allow-doubles must be >= 0: " + allowedDoubles);
    require(topology.filter(STANDARD_INPUT::equals).isEmpty() || !logs.contains(STANDARD_INPUT),
        "a log and the topology cannot both be standard input");
    for (int i = 0; i < logs.size(); i++) {
      for (Path other : logs.subList(0, i)) {
        // all that it says would seem to have happened twice
        require(!logs.get(i).equals(other) && !StandardStreams.isSame(logs.get(i), other),
            "a log must be named once: " + logs.get(i));
      }
    }
  }

  private CheckReport read() throws BadInputException {
    var check = new VerdictCheck();
    for (Path log : logs) {
      if (log.equals(STANDARD_INPUT)) {
        VerdictLogReader.read("<stdin>", standardInput, check);
      } else {
        VerdictLogReader.read(log, check);
      }
    }
    CheckReport report = check.report();
    if (report.told().offers() == 0) {
      throw new BadInputException("no log holds any event, there is nothing to check");
    }
    return report;
  }

  private int print(CheckScreen screen) {
    PrintWriter out = spec.commandLine().getOut();
    if (output.json()) {
      out.println(Json.of(screen.json()));
    } else {
      screen.print(out, spec.commandLine().getColorScheme());
    }
    out.flush();
    return screen.keepsP1() && screen.keepsP2() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private void require(boolean condition, String message) {
    if (!condition) {
      throw new ParameterException(spec.commandLine(), message);
    }
  }
}
