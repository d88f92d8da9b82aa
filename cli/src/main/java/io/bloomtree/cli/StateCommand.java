package io.bloomtree.cli;

import io.bloomtree.state.Finding;
import io.bloomtree.state.StateException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bloomtree state}: what a data directory holds, and whether it is sound. */
@Command(
    name = "state",
    description = {
      "Shows, verifies and repairs what slices and agents keep in a data directory.",
      "What is damaged can be taken out of service. Showing is possible while processes run. All "
          + "else wants the slice for itself: end its process first."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  bloomtree state /var/lib/bloomtree",
      "  bloomtree state /var/lib/bloomtree --verify",
      "      Reads every file. After a clean shutdown any change is noticed, otherwise damage to",
      "      headers, records and structure.",
      "  bloomtree state /var/lib/bloomtree --repair root.1",
      "      Moves the damaged files of slice 1 of the root aside. It will come up without what",
      "      was in them, say so, and rebuild it from its children.",
      "",
      "A slice is named by its node and number, root.1 or root/1; an unsliced node by its id.",
      "JSON is one object: data, and of each slice tree, slice, path, epoch, kind, slices, scheme,",
      "clean, lost, formers (of, epoch), bytes, findings (file, what, harmless) and error.",
      "",
      "Exit codes: 0 if nothing is wrong; 1 if something is damaged or in use; 2 if an option or",
      "the directory makes no sense."
    })
final class StateCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "the data directory of a topology")
  private Path data;

  @Option(names = "--tree", paramLabel = "NAME", description = "of this tree only")
  private Optional<String> tree;

  @Option(names = "--verify", description = "read every file, and say what is wrong with it")
  private boolean verify;

  @Option(names = "--repair", paramLabel = "ID.SLICE",
      description = "move what is damaged of a slice aside: it comes up knowing that it lost state")
  private List<String> repaired = new ArrayList<>();

  @Option(names = "--drop-former", paramLabel = "ID.SLICE",
      description = "forget the filters that a slice keeps beside its own: what only they know is "
          + "delivered again")
  private List<String> dropped = new ArrayList<>();

  @Option(names = "--accept-loss", paramLabel = "ID.SLICE",
      description = "what a slice has lost is lost for good: it comes up as if it had lost nothing")
  private List<String> accepted = new ArrayList<>();

  @Mixin private OutputOption output;

  @Spec private CommandSpec spec;

  @Override public Integer call() {
    var slices = new KeptSlices(spec.commandLine(), data, tree);
    List<String> toRepair = paths(slices, "--repair", repaired);
    List<String> toDrop = paths(slices, "--drop-former", dropped);
    List<String> toAccept = paths(slices, "--accept-loss", accepted);
    toRepair.forEach(path -> repair(slices, path));
    toDrop.forEach(path -> say(path + ": "
        + Figures.counted(slices.inspection().dropFormers(path), "former filter") + " dropped"));
    toAccept.forEach(path -> {
      slices.inspection().acceptLoss(path);
      say(path + ": comes up as if it had lost nothing");
    });
    List<KeptSlice> found = slices.paths().stream().map(path -> look(slices, path)).toList();
    PrintWriter out = spec.commandLine().getOut();
    if (output.json()) {
      out.println(Json.of(StateScreen.json(data, found)));
    } else {
      new StateScreen(out, spec.commandLine().getColorScheme()).print(data, found, verify);
    }
    out.flush();
    return found.stream().allMatch(KeptSlice::isSound) ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private static List<String> paths(KeptSlices slices, String option, List<String> names) {
    return names.stream().map(name -> slices.path(option, name)).toList();
  }

  private void repair(KeptSlices slices, String path) {
    List<Finding> findings = slices.inspection().repair(path);
    long serious = findings.stream().filter(found -> !found.isHarmless()).count();
    say(path + (serious == 0 ? ": nothing is wrong with it, and nothing was changed"
        : ": what is damaged was moved aside; it comes up without that, and says so"));
    findings.forEach(found -> say("  " + found));
  }

  private KeptSlice look(KeptSlices slices, String path) {
    try {
      var summary = slices.inspection().summary(path);
      return verify
          ? KeptSlice.of(summary, slices.inspection().verify(path))
          : KeptSlice.of(summary, List.of());
    } catch (StateException e) {
      return slices.inspection().isAside(path)
          ? KeptSlice.aside(path, data.resolve(path).toString())
          : KeptSlice.failed(path, e.getMessage());
    }
  }

  /** What was done, beside what is found: JSON is alone on standard output. */
  private void say(String line) {
    spec.commandLine().getErr().println(line);
    spec.commandLine().getErr().flush();
  }
}
