package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bloomtree share}: what the build calls for the manual and completions of a release. */
@Command(
    name = "share",
    hidden = true,
    description = "Writes the manual and the shells' completions to where a share directory has "
        + "them.",
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class)
final class ShareCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "the directory; made if it is not there")
  private Path directory;

  @Spec private CommandSpec spec;

  @Override public Integer call() {
    CommandLine whole = spec.root().commandLine();
    String name = whole.getCommandName();
    try {
      for (ManualPage page : ManualPage.of(spec.root()).toList()) {
        write("man/man1/" + page.fileName(), page.roff());
      }
      write("bash-completion/completions/" + name, CompletionCommand.Shell.BASH.script(whole));
      write("zsh/site-functions/_" + name, CompletionCommand.Shell.ZSH.script(whole));
      return ExitCode.OK;
    } catch (IOException e) {
      spec.commandLine().getErr().println("cannot write to " + directory + ": " + e);
      return ExitCode.SOFTWARE;
    }
  }

  private void write(String file, String content) throws IOException {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content, UTF_8);
  }
}
