package io.bloomtree.cli;

import io.bloomtree.topology.InvalidTopologyException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code bloomtree} command itself: help, version, and the way to its subcommands. */
@Command(
    name = "bloomtree",
    description = "Removes duplicate events from streams that are produced in many places at once.",
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it worked",
      "1:it failed",
      "2:it was asked for something that makes no sense"
    })
final class BloomtreeCommand {
  private static final int HELP_WIDTH = 100;

  /** The whole command line. Escape sequences are written only to a terminal. */
  static CommandLine commandLine(boolean terminal, Object... subcommands) {
    var commandLine = new CommandLine(new BloomtreeCommand());
    for (Object subcommand : subcommands) {
      commandLine.addSubcommand(subcommand);
    }
    return commandLine
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpWidth(HELP_WIDTH)
        .setParameterExceptionHandler(BloomtreeCommand::refuse)
        .setExecutionExceptionHandler(BloomtreeCommand::report)
        .setColorScheme(Help.defaultColorScheme(terminal ? Ansi.AUTO : Ansi.OFF));
  }

  /** The whole help would push what is wrong off the screen, so it is only pointed to. */
  private static int refuse(ParameterException e, String... args) {
    CommandLine commandLine = e.getCommandLine();
    PrintWriter err = commandLine.getErr();
    err.println(e.getMessage());
    UnmatchedArgumentException.printSuggestions(e, err);
    err.print("Usage: " + commandLine.getHelp().synopsis("Usage: ".length()));
    err.println("Try '" + commandLine.getCommandSpec().qualifiedName() + " --help'.");
    err.flush();
    return ExitCode.USAGE;
  }

  /** A user's mistake is told without a stack trace; what is left is ours. */
  private static int report(Exception e, CommandLine commandLine, ParseResult parsed)
      throws Exception {
    if (e instanceof InvalidTopologyException) {
      commandLine.getErr().println(e.getMessage());
      commandLine.getErr().flush();
      return ExitCode.USAGE;
    }
    throw e;
  }

  /** The version that the build wrote into the resources. */
  static final class BuildVersion implements IVersionProvider {
    @Override public String[] getVersion() throws IOException {
      var properties = new Properties();
      try (var in = BloomtreeCommand.class.getResourceAsStream("version.properties")) {
        properties.load(in);
      }
      return new String[] {"bloomtree " + properties.getProperty("version")};
    }
  }
}
