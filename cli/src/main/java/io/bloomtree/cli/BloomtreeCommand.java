package io.bloomtree.cli;

import java.io.IOException;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;

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

  /** The whole command line. Escape sequences are written only to a terminal. */
  static CommandLine commandLine(SimulateCommand simulate, boolean terminal) {
    return new CommandLine(new BloomtreeCommand())
        .addSubcommand(simulate)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setColorScheme(Help.defaultColorScheme(terminal ? Ansi.AUTO : Ansi.OFF));
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
