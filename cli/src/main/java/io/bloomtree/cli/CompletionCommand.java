package io.bloomtree.cli;

import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bloomtree completion}: lets a shell finish what somebody begins to type. */
@Command(
    name = "completion",
    description = {
      "Prints what bash or zsh needs to complete commands and options.",
      "The archive of a release has both, in share/: this is for all other installations."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    footer = {
      "",
      "Examples:",
      "  source <(bloomtree completion bash)",
      "      In this shell only; as a line of ~/.bashrc, in all.",
      "  bloomtree completion zsh > ~/.zfunc/_bloomtree",
      "      Where ~/.zshrc has fpath+=~/.zfunc before compinit."
    })
final class CompletionCommand implements Runnable {
  /** Which language the script is in. */
  enum Shell {
    BASH {
      @Override String script(CommandLine commandLine) {
        return AutoComplete.bash(commandLine.getCommandName(), commandLine);
      }
    },
    ZSH {
      @Override String script(CommandLine commandLine) {
        return new ZshCompletion(commandLine.getCommandSpec()).script();
      }
    };

    abstract String script(CommandLine commandLine);

    @Override public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Parameters(paramLabel = "SHELL", description = "one of ${COMPLETION-CANDIDATES}")
  private Shell shell;

  @Spec private CommandSpec spec;

  @Override public void run() {
    CommandLine whole = spec.root().commandLine();
    var out = spec.commandLine().getOut();
    out.print(shell.script(whole));
    out.flush();
  }
}
