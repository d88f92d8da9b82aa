package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.Topology;
import io.bloomtree.topology.TopologyNode;
import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.wire.NodeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bloomtree filter}: lets each line of a stream pass once. */
@Command(
    name = "filter",
    description = {
      "Lets each line pass once: uniq for streams that are not sorted.",
      "Reads lines from standard input and writes those it has not seen before to standard output, "
          + "unchanged and in their order. The tree of the topology runs in this process and "
          + "forgets when it ends."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "Keys: lines with equal keys are copies, and the first one passes.",
      "  line              the whole line, whatever its bytes (the default)",
      "  json:id           the field 'id' of a JSON object, one object a line (NDJSON)",
      "  json:/user/id     the value at a JSON pointer; a string, number or boolean",
      "  csv:url           the column with that name in the first record, which always passes",
      "  csv:3             the third column; the first record is one like all others",
      "  regex:^(\\S+)      the first group of the first match, or the match if there is no group",
      "",
      "Lines end with LF or CR LF, which is no part of the key. A CSV record may go over several",
      "lines where they are quoted (RFC 4180); it counts as one line.",
      "",
      "Malformed are lines without such a key, with an empty one or one beyond the topology's",
      "limits.key, lines beyond --max-line, and for json and regex what is not UTF-8.",
      "",
      "Examples:",
      "  cat *.log | bloomtree filter > distinct.log",
      "  tail -F events.ndjson | bloomtree filter -t topology.yaml --key json:/user/id",
      "  bloomtree filter -t topology.yaml --key csv:url --duplicates again.csv < clicks.csv",
      "  bloomtree filter -t topology.yaml --key 'regex:^(\\S+)' --malformed pass < access.log",
      "  bloomtree filter -t topology.yaml --output json < in.txt 2>&1 >out.txt | tail -n 1 | jq .",
      "",
      "A Bloom filter errs: of the lines that are new, a share of filter.fpp may be taken for",
      "duplicates once filter.expected distinct ones have passed (bloomtree plan shows both). Use",
      "--duplicates to keep them. A line about which the tree cannot decide passes.",
      "",
      "Exit codes: 0; 1 if a malformed line, a failed read or write ended it, or lines passed",
      "undecided; 2 if an option, the topology or a CSV heading makes no sense. When whoever reads",
      "the output goes away, as head does, it ends without a word, with 0."
    })
final class FilterCommand implements Callable<Integer> {
  private static final Path DASH = Path.of("-");
  private static final int EDGES_SHOWN = 10;

  @Mixin private final TopologyOption topologyOption;

  @Option(names = "--edge", paramLabel = "ID",
      description = "the edge where lines are offered (default: the topology's first)")
  private Optional<String> edge;

  @Option(names = {"-k", "--key"}, paramLabel = "KEY", defaultValue = "line",
      description = "what identifies a line, see below (default: ${DEFAULT-VALUE})")
  private String key;

  @Option(names = "--delimiter", paramLabel = "CHAR",
      description = "between CSV columns; \\t is a tab (default: a comma)")
  private Optional<String> delimiter;

  @Option(names = {"-d", "--duplicates"}, paramLabel = "FILE",
      description = "write duplicates to this file, over what it holds (default: count them)")
  private Optional<Path> duplicatesFile;

  @Mixin private final DataOption data = new DataOption();

  @Mixin private LogOption logOption;

  @Option(names = "--malformed", paramLabel = "POLICY", defaultValue = "fail",
      description = "fail: a malformed line ends the run, after all before it was written; "
          + "skip: it is dropped; pass: it is written (default: ${DEFAULT-VALUE})")
  private MalformedPolicy malformed;

  @Option(names = "--max-line", paramLabel = "SIZE", defaultValue = "1MiB",
      description = "the longest line (default: ${DEFAULT-VALUE})")
  private String maxLine;

  @Option(names = {"-q", "--quiet"}, description = "no summary at the end, no progress")
  private boolean quiet;

  @Mixin private OutputOption output;

  @Spec private CommandSpec spec;

  private final StandardStreams streams;
  private final LongSupplier nanoTime;

  FilterCommand(TopologyOption topology, StandardStreams streams, LongSupplier nanoTime) {
    this.topologyOption = requireNonNull(topology, "topology");
    this.streams = requireNonNull(streams, "streams");
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
  }

  @Override public Integer call() throws InterruptedException {
    require(!quiet || !output.json(), "--quiet leaves no summary to print as JSON");
    require(!topologyOption.file().equals(DASH),
        "--topology must be a file: standard input has the lines");
    KeySelector selector = selector();
    int longestLine = longestLine();
    Topology topology = data.applied(topologyOption.readAny(spec.commandLine()));
    if (topology.cluster().isEmpty()) {
      topologyOption.requireRoomFor(spec.commandLine(), topology);
    }
    NodeId at = edge(topology);
    checkDuplicatesFile();
    checkLogFile();
    var limits = FilterLimits.of(longestLine, topology.limits());
    try (var tree = OfferedTree.of(topology, List.of(at));
        var duplicates = openDuplicates();
        // a line that nobody decides on passes
        var log = logOption.open(spec.commandLine(), Settlement.CONFIRMED)) {
      KeyOffers offers = keys -> tree.offerAll(at, keys);
      var flights = new Flights(limits.flights());
      var offerer =
          new LineOfferer(streams.in(), selector, malformed, limits, offers, flights);
      var console = new FilterConsole(
          spec.commandLine().getErr(), streams.watched() && !quiet, nanoTime);
      return run(
          new LineFilter(
              offerer,
              flights,
              new PatientOffers(offers, pause -> Thread.sleep(pause.toMillis())),
              new FilterOutputs(Sink.to("standard output", streams.out()), duplicates, log, at),
              DesignLoad.of(topology, at),
              console),
          console);
    }
  }

  private int run(LineFilter filter, FilterConsole console) throws InterruptedException {
    Ending ending = filter.run();
    var summary = new FilterSummary(ending, filter.tally(), console.elapsed());
    ending.message().ifPresent(console::say);
    if (ending.cause() == Ending.Cause.MALFORMED_LINE) {
      console.say("all lines before it were written; --malformed skip or pass goes on");
    }
    if (output.json()) {
      console.say(summary.json());
    } else if (!quiet && ending.hasSummary()) {
      console.say(summary.text());
    }
    return summary.exitCode();
  }

  private KeySelector selector() {
    boolean isCsv = key.startsWith("csv:");
    require(isCsv || delimiter.isEmpty(), "--delimiter is for --key csv:... only");
    String between = delimiter.orElse(",").replace("\\t", "\t");
    require(between.length() == 1, "--delimiter must be one character: " + delimiter.orElse(""));
    return parsed("--key", () -> KeySelector.parse(key, between.charAt(0)));
  }

  private int longestLine() {
    long bytes = parsed("--max-line", () -> ByteSize.parse(maxLine)).bytes();
    require(bytes >= 1 && bytes <= LineReader.LONGEST_LIMIT,
        "--max-line must be 1 to " + Figures.size(LineReader.LONGEST_LIMIT) + ": " + maxLine);
    return (int) bytes;
  }

  private <T> T parsed(String option, Supplier<T> parser) {
    try {
      return parser.get();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), option + " " + e.getMessage(), e);
    }
  }

  private NodeId edge(Topology topology) {
    List<NodeId> edges = topology.nodes().stream()
        .filter(node -> node.role() == Role.EDGE)
        .map(TopologyNode::id)
        .toList();
    Optional<NodeId> wanted =
        edge.map(id -> parsed("--edge", () -> new NodeId(id)));
    wanted.ifPresent(id -> require(edges.contains(id), "--edge: no '" + id + "' in "
        + topologyOption.file() + ", which has " + Figures.names(edges, EDGES_SHOWN)));
    return wanted.orElse(edges.get(0));
  }

  private void checkDuplicatesFile() {
    duplicatesFile.ifPresent(file -> {
      require(!file.equals(DASH), "--duplicates must be a file: standard output has the others");
      require(!StandardStreams.isSame(file, topologyOption.file()),
          "--duplicates would overwrite the topology: " + file);
      require(!streams.lead(file),
          "--duplicates must be another file than standard input and output: " + file);
    });
  }

  private void checkLogFile() {
    var others = new ArrayList<>(List.of(topologyOption.file()));
    duplicatesFile.ifPresent(others::add);
    others.addAll(streams.files());
    logOption.check(spec.commandLine(), others);
  }

  private Sink openDuplicates() {
    if (duplicatesFile.isEmpty()) {
      return Sink.toNowhere();
    }
    Path file = duplicatesFile.get();
    try {
      return Sink.to(file.toString(), Files.newOutputStream(file));
    } catch (IOException e) {
      throw new ParameterException(
          spec.commandLine(), "--duplicates cannot be written: " + Sink.reason(e), e);
    }
  }

  private void require(boolean condition, String message) {
    if (!condition) {
      throw new ParameterException(spec.commandLine(), message);
    }
  }
}
