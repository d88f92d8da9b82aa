package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.Topology;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bloomtree replay}: what a tree would have made of a recorded stream. */
@Command(
    name = "replay",
    description = {
      "Offers a recorded stream to a tree, and compares verdicts with an exact set.",
      "The tree runs in this process, or is joined if its topology has a cluster. The recording "
          + "may be gzipped."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "Formats:",
      "  edge-key  edge<TAB>key. Edges that the tree does not have get one of those it has, each",
      "            always the same.",
      "  clf       common or combined log format. The URL is the key; all requests of a client",
      "            address are offered at the same edge.",
      "  lines     the whole line is the key; edges take turns.",
      "",
      "Examples:",
      "  bloomtree replay access.log.gz --format clf",
      "  bloomtree replay clicks.tsv --format edge-key --topology clicks.yaml",
      "  bloomtree replay clicks.tsv --format edge-key --log v.log && bloomtree check v.log",
      "  zstdcat ids.zst | bloomtree replay - --format lines --malformed skip --output json",
      "",
      "A tree in this process starts from nothing and leaves nothing: the topology's data is for",
      "trees that run. With a cluster the tree that runs is joined, and learns the events.",
      "",
      "JSON is one object, on the last line: events, distinct, duplicates, falsePositives,",
      "falseNegatives, lost, seconds, levels (level, accesses, hits) and more.",
      "",
      "Exit codes: 0; 1 if an event was lost or a duplicate got through without being marked",
      "degraded; 2 if the topology or the recording cannot be used, wholly or from some line on.",
      "What came before that line is reported."
    })
final class ReplayCommand implements Callable<Integer> {
  private static final Path STANDARD_INPUT = Path.of("-");
  private static final Path STANDARD_INPUT_FILE = Path.of("/dev/stdin");
  private static final int LONGEST_LINE = 1 << 20;
  private static final int MOST_BYTES = 1 << 30;
  private static final int MOST_IN_FLIGHT = 100_000;
  private static final int NAMES = 5;

  @Parameters(paramLabel = "FILE", description = "the recording; - is standard input")
  private Path file;

  @Option(names = "--format", paramLabel = "FORMAT", required = true,
      converter = RecordingFormat.Converter.class,
      description = "what its lines are: edge-key, clf or lines")
  private RecordingFormat format;

  @Mixin private final TopologyOption topology;

  @Option(names = "--malformed", paramLabel = "POLICY", defaultValue = "fail",
      description = "what to do at a line that holds no event: fail or skip "
          + "(default: ${DEFAULT-VALUE})")
  private MalformedPolicy malformed;

  @Option(names = "--in-flight", paramLabel = "N", defaultValue = "64",
      description = "the most undecided events of an edge: more is faster, and more copies meet "
          + "before any of them is known (default: ${DEFAULT-VALUE})")
  private int inFlight;

  @Mixin private LogOption logOption;

  @Mixin private OutputOption output;

  @Spec private CommandSpec spec;

  private final InputStream standardInput;
  private final Function<Topology, OfferedTree> trees;
  private final LongSupplier nanoTime;
  private final boolean terminal;

  /** {@code terminal}: whether a person is watching; shows how far it is. */
  ReplayCommand(
      TopologyOption topology, InputStream standardInput, Function<Topology, OfferedTree> trees,
      LongSupplier nanoTime, boolean terminal) {
    this.topology = requireNonNull(topology, "topology");
    this.standardInput = requireNonNull(standardInput, "standardInput");
    this.trees = requireNonNull(trees, "trees");
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
    this.terminal = terminal;
  }

  @Override public Integer call() throws InterruptedException, IOException {
    if (inFlight < 1 || inFlight > MOST_IN_FLIGHT) {
      throw new ParameterException(spec.commandLine(),
          "--in-flight must be 1 to " + MOST_IN_FLIGHT + ": " + inFlight);
    }
    if (file.equals(STANDARD_INPUT) && topology.file().equals(STANDARD_INPUT)) {
      throw new ParameterException(spec.commandLine(),
          "the recording and the topology cannot both be standard input");
    }
    if (malformed == MalformedPolicy.PASS) {
      throw new ParameterException(spec.commandLine(),
          "--malformed must be fail or skip: what holds no event cannot be offered");
    }
    logOption.check(spec.commandLine(), List.of(
        file.equals(STANDARD_INPUT) ? STANDARD_INPUT_FILE : file, topology.file()));
    var read = topology.readAny(spec.commandLine());
    if (read.cluster().isEmpty()) {
      topology.requireRoomFor(spec.commandLine(), read);
    }
    String name = file.equals(STANDARD_INPUT) ? "<stdin>" : file.toString();
    // a longest key must fit, with what a line has beside it
    int longest = Math.max(LONGEST_LINE, (int) Math.min(MOST_BYTES, 2L * read.limits().key()));
    try (RecordedLines lines = RecordedLines.of(name, open(), longest);
        RunLog log = logOption.open(spec.commandLine(), Settlement.OPEN)) {
      return replay(name, lines, read, log);
    } catch (BadInputException e) {
      return refuse(e);
    } catch (Sink.FailedException e) {
      say(e);
      return ExitCode.SOFTWARE;
    }
  }

  private InputStream open() throws BadInputException {
    return file.equals(STANDARD_INPUT) ? standardInput : RecordedLines.open(file);
  }

  private int replay(String name, RecordedLines lines, Topology read, RunLog log)
      throws InterruptedException, BadInputException {
    try (OfferedTree tree = trees.apply(read)) {
      var edges = new EdgeSpread(tree.edges());
      var recording =
          new Recording(name, lines, format, edges, read.limits().key(), malformed);
      var result = run(tree, recording, log);
      print(result, recording, edges, name);
      if (result.judgement().errors().isBroken()) {
        result.problem().ifPresent(this::refuse);
        return ExitCode.SOFTWARE;
      }
      if (result.problem().isPresent()) {
        throw result.problem().get();
      }
      if (result.events() == 0) {
        throw new BadInputException(name + (recording.malformed() == 0
            ? ": is empty, there is nothing to replay" : ": holds no event in any line"));
      }
      return ExitCode.OK;
    }
  }

  private RunResult run(OfferedTree tree, Recording recording, RunLog log)
      throws InterruptedException {
    var bar = new ProgressBar(spec.commandLine().getErr(), "events");
    long start = nanoTime.getAsLong();
    LongConsumer progress = terminal
        ? done -> bar.draw(done, Duration.ofNanos(nanoTime.getAsLong() - start))
        : done -> { };
    try {
      return new StreamRun(tree, inFlight, nanoTime, progress, log).run(recording);
    } finally {
      if (terminal) {
        bar.clear();
      }
    }
  }

  private void print(RunResult result, Recording recording, EdgeSpread edges, String name) {
    PrintWriter err = spec.commandLine().getErr();
    List<String> complaints = recording.complaints();
    complaints.forEach(err::println);
    if (!complaints.isEmpty() && recording.malformed() > complaints.size()) {
      err.println(name + ": " + Figures.counted(recording.malformed(), "malformed line")
          + " in all, left out");
    }
    err.flush();
    PrintWriter out = spec.commandLine().getOut();
    if (output.json()) {
      var json = result.json();
      json.put("malformed", recording.malformed());
      json.put("strangers", edges.strangers());
      out.println(Json.of(json));
    } else if (result.events() > 0) {
      new RunScreen(result, out, spec.commandLine().getColorScheme())
          .print("Replay of " + name, stream(result, recording, edges));
    }
    out.flush();
  }

  private String stream(RunResult result, Recording recording, EdgeSpread edges) {
    String stream = Figures.counted(result.events(), "event") + " in " + format + " format.";
    if (result.problem().isPresent()) {
      stream += " It ended early: what follows is about the part before that.";
    }
    if (recording.malformed() > 0 && result.problem().isEmpty()) {
      stream += " " + Figures.counted(recording.malformed(), "malformed line") + " left out.";
    }
    if (!edges.strangers().isEmpty()) {
      stream += " Not in this tree, and offered at other edges, each always at the same: "
          + Figures.printable(Figures.names(edges.strangers(), NAMES)) + ".";
    }
    return stream;
  }

  private int refuse(BadInputException e) {
    say(e);
    return ExitCode.USAGE;
  }

  private void say(Exception e) {
    spec.commandLine().getErr().println(e.getMessage());
    spec.commandLine().getErr().flush();
  }
}
