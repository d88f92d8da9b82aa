package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Progress;
import io.bloomtree.experiments.Report;
import io.bloomtree.experiments.Result;
import io.bloomtree.experiments.Scale;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.Trace;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bloomtree experiments}: the figures of the papers, made again. */
@Command(
    name = "experiments",
    description = {
      "Runs the experiments of the papers on this code.",
      "Compares what it finds with what they print. Prints tables, and writes them as CSV beside "
          + "plots (SVG, PNG) and a page with all of it."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "Formats of a recorded stream, which may be gzipped:",
      "  edge-key  edge<TAB>key",
      "  clf       common or combined log format: the URL is the key, the client its producer",
      "  lines     the whole line is the key; producers take turns",
      "",
      "Examples:",
      "  bloomtree experiments --list",
      "  bloomtree experiments --quick",
      "  bloomtree experiments fault-tolerance local-filters",
      "  bloomtree experiments --trace access.log.gz --format clf",
      "",
      "Exit codes: 0, also where something does not reproduce; 1 if files cannot be written; 2 if",
      "there is no such experiment, or the recorded stream cannot be used."
    })
final class ExperimentsCommand implements Callable<Integer> {
  private static final Duration BETWEEN_DRAWINGS = Duration.ofMillis(100);

  @Parameters(arity = "0..*", paramLabel = "NAME", description = "which ones (default: all)")
  private List<String> names = List.of();

  @Option(names = "--list", description = "say which there are, and run none")
  private boolean list;

  @Option(names = "--quick", description = "smaller streams: minutes for all of them")
  private boolean quick;

  @Option(names = "--to", paramLabel = "DIR", defaultValue = "build/experiments",
      description = "where to write files (default: ${DEFAULT-VALUE})")
  private Path directory;

  @Option(names = "--trace", paramLabel = "FILE",
      description = "run on a recorded stream those that can be; - is standard input")
  private Path file;

  @Option(names = "--format", paramLabel = "FORMAT", converter = RecordingFormat.Converter.class,
      description = "what its lines are: edge-key, clf or lines")
  private RecordingFormat format;

  @Option(names = "--malformed", paramLabel = "POLICY", defaultValue = "fail",
      description = "what to do at a line that holds no event: fail or skip "
          + "(default: ${DEFAULT-VALUE})")
  private MalformedPolicy malformed;

  @Spec private CommandSpec spec;

  private final List<Experiment> all;
  private final InputStream standardInput;
  private final LongSupplier nanoTime;
  private final boolean terminal;

  /** {@code terminal}: whether a person is watching; shows how far it is. */
  ExperimentsCommand(
      List<Experiment> all, InputStream standardInput, LongSupplier nanoTime, boolean terminal) {
    this.all = List.copyOf(all);
    this.standardInput = requireNonNull(standardInput, "standardInput");
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
    this.terminal = terminal;
  }

  @Override public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    var screen = new ExperimentScreen(out, spec.commandLine().getColorScheme());
    List<Experiment> chosen = chosen();
    if (list) {
      screen.list(chosen);
      out.flush();
      return ExitCode.OK;
    }
    try {
      return run(chosen, trace(), screen);
    } catch (BadInputException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return ExitCode.USAGE;
    } catch (IOException e) {
      spec.commandLine().getErr().println(
          directory + ": cannot be written: " + Sink.reason(e));
      return ExitCode.SOFTWARE;
    } finally {
      out.flush();
      spec.commandLine().getErr().flush();
    }
  }

  private List<Experiment> chosen() {
    if ((file == null) != (format == null)) {
      throw refused("--trace and --format need each other");
    }
    if (malformed == MalformedPolicy.PASS) {
      throw refused("--malformed must be fail or skip: what holds no event cannot be offered");
    }
    Set<Experiment> chosen = new LinkedHashSet<>();
    for (String name : names) {
      chosen.add(all.stream()
          .filter(experiment -> experiment.name().equals(name))
          .findFirst()
          .orElseThrow(() -> refused("no experiment has this name: " + name
              + "; 'bloomtree experiments --list' names them")));
    }
    if (file == null) {
      return names.isEmpty() ? all : List.copyOf(chosen);
    }
    List<String> deaf = chosen.stream()
        .filter(experiment -> !experiment.takesTrace()).map(Experiment::name).toList();
    if (!deaf.isEmpty()) {
      throw refused("makes a stream of its own, and takes no other: " + String.join(", ", deaf)
          + "; 'bloomtree experiments --list' tells which take one");
    }
    return names.isEmpty()
        ? all.stream().filter(Experiment::takesTrace).toList() : List.copyOf(chosen);
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private Optional<Trace> trace() throws BadInputException, IOException {
    if (file == null) {
      return Optional.empty();
    }
    var reader = new TraceReader(format, malformed);
    Trace trace = reader.read(file, standardInput);
    reader.complaints().forEach(spec.commandLine().getErr()::println);
    return Optional.of(trace);
  }

  private int run(List<Experiment> chosen, Optional<Trace> trace, ExperimentScreen screen)
      throws IOException {
    String run = trace
        .map(stream -> "Run on " + stream.name() + ", "
            + Figures.counted(stream.length(), "event") + ".")
        .orElse(quick ? "Run with --quick, on smaller streams." : "Run in full.");
    var report = new Report(directory, run);
    for (Experiment experiment : chosen) {
      long start = nanoTime.getAsLong();
      var position = report.results().size() + 1 + " of " + chosen.size();
      Findings findings = run(experiment, trace, position, start);
      var result = new Result(experiment, findings, trace.isPresent(),
          Duration.ofNanos(nanoTime.getAsLong() - start));
      report.add(result);
      screen.result(result);
    }
    screen.totals(report);
    return ExitCode.OK;
  }

  private Findings run(
      Experiment experiment, Optional<Trace> trace, String position, long start) {
    Scale scale = quick ? Scale.QUICK : Scale.FULL;
    if (!terminal) {
      return experiment.run(new Setup(scale, trace, Progress.NONE));
    }
    var err = spec.commandLine().getErr();
    var drawn = new long[] {start};
    String unit = "steps of " + experiment.name() + " (" + position + ")";
    try {
      return experiment.run(new Setup(scale, trace, (done, total) -> {
        long now = nanoTime.getAsLong();
        if (now - drawn[0] >= BETWEEN_DRAWINGS.toNanos()) {
          drawn[0] = now;
          new ProgressBar(err, unit, total).draw(done, Duration.ofNanos(now - start));
        }
      }));
    } finally {
      new ProgressBar(err, unit).clear();
    }
  }
}
