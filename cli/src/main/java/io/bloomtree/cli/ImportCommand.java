package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.state.FileVolume;
import io.bloomtree.state.StateImport;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bloomtree import}: puts what was exported into a data directory. */
@Command(
    name = "import",
    description = {
      "Puts what bloomtree export wrote into a data directory.",
      "The directory is made if need be. The slice must have no state there. All of it is "
          + "checked; if something is wrong, nothing is there afterwards that was not there "
          + "before."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  bloomtree import /var/lib/bloomtree root.1.state",
      "  ssh ath-1 bloomtree export data eu - | bloomtree import /var/lib/bloomtree -",
      "",
      "Exit codes: 0; 1 if the file is damaged, the slice has state or the disk is full; 2 if an",
      "argument makes no sense."
    })
final class ImportCommand implements Callable<Integer> {
  private static final Path DASH = Path.of("-");

  @Parameters(index = "0", paramLabel = "DIR", description = "the data directory of a topology")
  private Path data;

  @Parameters(index = "1", paramLabel = "FILE", description = "the export; - is standard input")
  private Path file;

  @Spec private CommandSpec spec;

  private final InputStream standardInput;
  private final boolean terminal;

  ImportCommand(InputStream standardInput, boolean terminal) {
    this.standardInput = requireNonNull(standardInput, "standardInput");
    this.terminal = terminal;
  }

  @Override public Integer call() {
    var progress = new CopyProgress(spec.commandLine().getErr(), terminal);
    String path;
    try {
      path = read(progress);
    } catch (NoSuchFileException e) {
      throw new ParameterException(spec.commandLine(), file + " is not there", e);
    } catch (IOException e) {
      spec.commandLine().getErr().println("cannot read " + file + ": " + Sink.reason(e));
      spec.commandLine().getErr().flush();
      return ExitCode.SOFTWARE;
    }
    spec.commandLine().getErr().println(
        "imported " + path + " into " + data + ", " + Figures.size(progress.bytes()));
    spec.commandLine().getErr().flush();
    return ExitCode.OK;
  }

  private String read(CopyProgress progress) throws IOException {
    if (file.equals(DASH)) {
      return new StateImport(new FileVolume(data), "<stdin>")
          .read(new BufferedInputStream(standardInput), Long.MAX_VALUE, progress);
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return new StateImport(new FileVolume(data), file.toString())
          .read(in, Files.size(file), progress);
    }
  }
}
