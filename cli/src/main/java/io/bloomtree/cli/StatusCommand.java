package io.bloomtree.cli;

import io.bloomtree.bus.TreeView;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bloomtree status}: how a running tree is, once. */
@Command(
    name = "status",
    description = {
      "Asks every node of a running tree how it is, and prints what they say.",
      "That is what runs where and since when, how full filters are and how often they err, "
          + "beside the plan, and how the offers of the edges ended.",
      "It joins the cluster for that as a member that runs nothing, or asks the HTTP API of one "
          + "of its processes."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  bloomtree status --topology tree.yaml",
      "  bloomtree status --http https://core-1:8080 --token-file viewer.token --output json",
      "",
      "JSON is what GET /v1/tree answers. Edges live in producers, which come and go: one that is",
      "away is shown, and no reason to worry unless --edges says so.",
      "",
      "Exit codes: 0 if all is well; 1 if something is away or degraded, or nobody tells; 2 if an",
      "option or the topology makes no sense."
    })
final class StatusCommand implements Callable<Integer> {
  @Mixin private final TreeSourceOptions source;

  @Option(names = "--patience", paramLabel = "TIME", converter = DurationText.class,
      defaultValue = "2s",
      description = "who has not answered by then is away (default: ${DEFAULT-VALUE})")
  private Duration patience;

  @Option(names = "--edges", description = "every edge must be there for all to be well")
  private boolean edgesMustRun;

  @Mixin private OutputOption output;

  @Spec private CommandSpec spec;

  StatusCommand(TopologyOption topology) {
    this.source = new TreeSourceOptions(topology);
  }

  @Override public Integer call() {
    try (TreeSource tree = source.open(spec.commandLine(), patience)) {
      return print(tree.view().join());
    } catch (UnreachableTreeException e) {
      return refuse(e);
    } catch (CompletionException e) {
      if (e.getCause() instanceof UnreachableTreeException cause) {
        return refuse(cause);
      }
      throw e;
    }
  }

  private int print(TreeView view) {
    PrintWriter out = spec.commandLine().getOut();
    TreeRows tree = TreeRows.of(view);
    if (output.json()) {
      out.println(AnswerJson.of(view));
    } else {
      new StatusScreen(out, spec.commandLine().getColorScheme()).print(tree, edgesMustRun);
    }
    out.flush();
    return tree.ill(edgesMustRun).isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private int refuse(UnreachableTreeException e) {
    spec.commandLine().getErr().println(e.getMessage());
    spec.commandLine().getErr().flush();
    return ExitCode.SOFTWARE;
  }
}
