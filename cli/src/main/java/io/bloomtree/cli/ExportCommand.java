package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.state.StateExport;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bloomtree export}: writes what a slice keeps into one file, for another host. */
@Command(
    name = "export",
    description = {
      "Writes all that a slice or an agent keeps into one file.",
      "The file has chunks with checksums; it is to move the state to another host, or a backup. "
          + "The process must have ended. What was killed is put in order first."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  bloomtree export /var/lib/bloomtree root.1 root.1.state",
      "  bloomtree export data eu - | ssh nyc-1 bloomtree import /var/lib/bloomtree -",
      "",
      "Exit codes: 0; 1 if the slice is in use or damaged, or the file cannot be written; 2 if an",
      "argument makes no sense."
    })
final class ExportCommand implements Callable<Integer> {
  private static final Path DASH = Path.of("-");

  @Parameters(index = "0", paramLabel = "DIR", description = "the data directory it is in")
  private Path data;

  @Parameters(index = "1", paramLabel = "ID.SLICE", description = "which slice or agent")
  private String slice;

  @Parameters(index = "2", paramLabel = "FILE",
      description = "a file that is not there yet; - is standard output")
  private Path file;

  @Option(names = "--tree", paramLabel = "NAME", description = "of this tree")
  private Optional<String> tree;

  @Spec private CommandSpec spec;

  private final OutputStream standardOutput;
  private final boolean terminal;

  ExportCommand(OutputStream standardOutput, boolean terminal) {
    this.standardOutput = requireNonNull(standardOutput, "standardOutput");
    this.terminal = terminal;
  }

  @Override public Integer call() {
    var slices = new KeptSlices(spec.commandLine(), data, tree);
    String path = slices.path("ID.SLICE", slice);
    var export = new StateExport(slices.volume(), path);
    var progress = new CopyProgress(spec.commandLine().getErr(), terminal);
    try {
      if (file.equals(DASH)) {
        var out = new BufferedOutputStream(standardOutput);
        export.write(out, progress);
        out.flush();
      } else {
        writeFile(export, progress);
      }
    } catch (IOException e) {
      String why = Sink.reason(e);
      String name = why.startsWith(file + ": ") ? "" : file + ": ";
      spec.commandLine().getErr().println("cannot write " + name + why);
      spec.commandLine().getErr().flush();
      return ExitCode.SOFTWARE;
    }
    spec.commandLine().getErr().println("exported " + path + ", " + Figures.size(progress.bytes()));
    spec.commandLine().getErr().flush();
    return ExitCode.OK;
  }

  private void writeFile(StateExport export, CopyProgress progress) throws IOException {
    boolean isDone = false;
    try (var out = new BufferedOutputStream(
        Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
      export.write(out, progress);
      out.flush();
      isDone = true;
    } catch (FileAlreadyExistsException e) {
      isDone = true; // it is somebody else's
      throw new ParameterException(
          spec.commandLine(), file + " is there already, must be a new file", e);
    } finally {
      if (!isDone) {
        Files.deleteIfExists(file); // half an export is of no use
      }
    }
  }
}
