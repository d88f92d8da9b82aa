package io.bloomtree.cli;

import static java.util.stream.Collectors.joining;

import io.bloomtree.bus.AlreadyRunningException;
import io.bloomtree.bus.UnansweredException;
import io.bloomtree.cluster.ClusterJoinException;
import io.bloomtree.filter.StorageException;
import io.bloomtree.http.HttpStartException;
import io.bloomtree.state.StateException;
import io.bloomtree.topology.InvalidTopologyException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
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
final class BloomtreeCommand implements Runnable {
  private static final int HELP_WIDTH = 100;

  @Spec private CommandSpec spec;

  /** The whole command line. Escape sequences are written only to a terminal. */
  static CommandLine commandLine(boolean terminal, Object... subcommands) {
    var commandLine = new CommandLine(new BloomtreeCommand());
    for (Object subcommand : subcommands) {
      commandLine.addSubcommand(subcommand);
    }
    // the last one: help is asked for, not read about
    commandLine.addSubcommand(new HelpCommand());
    return commandLine
        .registerConverter(Integer.TYPE, word -> whole(word, Integer::parseInt))
        .registerConverter(Long.TYPE, word -> whole(word, Long::parseLong))
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
    err.println(message(e));
    UnmatchedArgumentException.printSuggestions(e, err);
    err.print("Usage: " + commandLine.getHelp().synopsis("Usage: ".length()));
    err.println("Try '" + commandLine.getCommandSpec().qualifiedName() + " --help'.");
    err.flush();
    return ExitCode.USAGE;
  }

  @Override public void run() {
    throw new ParameterException(spec.commandLine(),
        "there must be a command: " + commands(spec.commandLine()));
  }

  /** What a command that has others below it does not understand was meant to be one of them. */
  private static String message(ParameterException e) {
    CommandLine commandLine = e.getCommandLine();
    return e instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()
            && !commandLine.getSubcommands().isEmpty()
        ? "there is no command '" + unmatched.getUnmatched().get(0) + "', only "
            + commands(commandLine)
        : e.getMessage();
  }

  private static String commands(CommandLine commandLine) {
    return commandLine.getSubcommands().entrySet().stream()
        .filter(it -> !it.getValue().getCommandSpec().usageMessage().hidden())
        .map(Map.Entry::getKey).collect(joining(", "));
  }

  private static <T> T whole(String word, Function<String, T> parse) {
    try {
      return parse.apply(word);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(word.matches("[+-]?[0-9]+")
          ? "is out of range: " + word : "must be a whole number: " + word);
    }
  }

  /** A user's mistake is told without a stack trace; what is left is ours. */
  private static int report(Exception e, CommandLine commandLine, ParseResult parsed)
      throws Exception {
    if (e instanceof InvalidTopologyException) {
      commandLine.getErr().println(e.getMessage());
      commandLine.getErr().flush();
      return ExitCode.USAGE;
    }
    Throwable known = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
    if (known instanceof ClusterJoinException || known instanceof AlreadyRunningException
        || known instanceof HttpStartException
        || known instanceof NoAnswerException || known instanceof UnansweredException
        || known instanceof StateException || known instanceof StorageException) {
      commandLine.getErr().println(known.getMessage());
      commandLine.getErr().flush();
      return ExitCode.SOFTWARE;
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
