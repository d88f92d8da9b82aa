package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.InvalidTopologyException;
import io.bloomtree.topology.Plan.HostPlan;
import io.bloomtree.topology.Problem;
import io.bloomtree.topology.Topology;
import io.bloomtree.topology.TopologyNode.Role;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bloomtree validate}: says what is wrong with topologies, all of it at once. */
@Command(
    name = "validate",
    description = {
      "Checks topology files without running them.",
      "Prints one line for a file that is fine, and FILE:LINE:COLUMN with what was found and what "
          + "is allowed for everything that is not."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  bloomtree validate topology.yaml",
      "  bloomtree validate trees/*.yaml && echo all fine",
      "  generate-topology | bloomtree validate -",
      "  bloomtree validate topology.yaml --output json",
      "",
      "JSON is one object a file, each on a line: file, valid, problems (line, column, message)",
      "and, of a valid one, tree, nodes, levels, regions, edges, memoryBytes, fpp and",
      "hosts (host, address, bus, slices, memoryBytes).",
      "",
      "Exit codes: 0 if all files are valid, 2 if one is not."
    })
final class ValidateCommand implements Callable<Integer> {

  @Parameters(arity = "1..*", paramLabel = "FILE",
      description = "topologies to check; - is standard input")
  private List<Path> files;

  @Mixin private OutputOption output;

  @Spec private CommandSpec spec;

  private final TopologySource source;

  ValidateCommand(TopologySource source) {
    this.source = requireNonNull(source, "source");
  }

  @Override public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    boolean valid = true;
    for (Path file : files) {
      try {
        var summary = Summary.of(source.read(file));
        out.println(output.json()
            ? Json.of(summary.json(source.name(file)))
            : source.name(file) + ": " + summary.text(spec.commandLine().getColorScheme().ansi()));
      } catch (InvalidTopologyException e) {
        valid = false;
        if (output.json()) {
          out.println(Json.of(refused(source.name(file), e.problems())));
        } else {
          out.flush();
          spec.commandLine().getErr().println(e.getMessage());
          spec.commandLine().getErr().flush();
        }
      }
    }
    out.flush();
    return valid ? ExitCode.OK : ExitCode.USAGE;
  }

  private static Map<String, Object> refused(String file, List<Problem> problems) {
    var json = new LinkedHashMap<String, Object>();
    json.put("file", file);
    json.put("valid", false);
    json.put("problems", problems.stream().map(ValidateCommand::json).toList());
    return json;
  }

  private static Map<String, Object> json(Problem problem) {
    var json = new LinkedHashMap<String, Object>();
    json.put("line", problem.line());
    json.put("column", problem.column());
    json.put("message", problem.message());
    return json;
  }

  /** What is worth knowing about a topology that is fine. */
  private record Summary(
      String tree, int nodes, int levels, int regions, int edges, long memoryBytes, double fpp,
      List<HostPlan> hosts) {

    static Summary of(Topology topology) {
      var plan = topology.plan();
      return new Summary(
          topology.tree(),
          plan.nodes().size(),
          1 + plan.nodes().stream().mapToInt(node -> node.level()).max().orElse(0),
          (int) plan.nodes().stream().filter(node -> node.role() == Role.REGION).count(),
          (int) plan.nodes().stream().filter(node -> node.role() == Role.EDGE).count(),
          plan.memoryBytes(),
          topology.fpp(),
          plan.hosts());
    }

    String text(Ansi ansi) {
      return ansi.string("@|green ok|@") + ", " + Figures.counted(nodes, "node")
          + " on " + Figures.counted(levels, "level")
          + " (root, " + Figures.counted(regions, "region") + ", "
          + Figures.counted(edges, "edge") + "), filters of " + Figures.size(memoryBytes)
          + " in all, fpp " + Figures.rate(fpp) + largestHost();
    }

    private String largestHost() {
      return hosts.stream().max(Comparator.comparingLong(HostPlan::memoryBytes))
          .map(most -> ", " + Figures.counted(hosts.size(), "host") + " with at most "
              + Figures.size(most.memoryBytes()) + " on one (" + most.host() + ")")
          .orElse("");
    }

    Map<String, Object> json(String file) {
      var json = new LinkedHashMap<String, Object>();
      json.put("file", file);
      json.put("valid", true);
      json.put("problems", List.of());
      json.put("tree", tree);
      json.put("nodes", nodes);
      json.put("levels", levels);
      json.put("regions", regions);
      json.put("edges", edges);
      json.put("memoryBytes", memoryBytes);
      json.put("fpp", fpp);
      json.put("hosts", hosts.stream().map(PlanJson::host).toList());
      return json;
    }
  }
}
