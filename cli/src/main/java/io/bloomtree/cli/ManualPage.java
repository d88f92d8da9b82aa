package io.bloomtree.cli;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The page of one command in section 1 of the manual, in roff with the macros of man(7): what
 * {@code --help} says, where people look for it. Immutable.
 */
final class ManualPage {
  private static final String SECTION = "1";

  private final CommandSpec command;

  private ManualPage(CommandSpec command) {
    this.command = command;
  }

  /** The pages of a command and of all below it that are not hidden. */
  static Stream<ManualPage> of(CommandSpec command) {
    return Stream.concat(
        Stream.of(new ManualPage(command)), below(command).flatMap(ManualPage::of));
  }

  private static Stream<CommandSpec> below(CommandSpec command) {
    return command.subcommands().values().stream().distinct()
        .map(CommandLine::getCommandSpec).filter(it -> !it.usageMessage().hidden());
  }

  /** As {@code man} finds it. */
  String fileName() {
    return name(command) + "." + SECTION;
  }

  private static String name(CommandSpec command) {
    return command.qualifiedName("-");
  }

  /** Without a date: the same sources make the same page. */
  String roff() {
    String version = String.join(" ", command.root().version());
    return Stream.of(
            ".TH " + escaped(name(command).toUpperCase(Locale.ROOT)) + " " + SECTION
                + " \"\" \"" + escaped(version) + "\" \"Bloomtree\"\n",
            section("NAME", escaped(name(command) + " ") + "\\-"
                + escaped(" " + HelpWords.summary(command)) + "\n"),
            section("SYNOPSIS", synopsis()),
            section("DESCRIPTION", Arrays.stream(command.usageMessage().description())
                .map(it -> text(HelpWords.plain(it)) + "\n").collect(joining(".PP\n"))),
            section("COMMANDS", below(command)
                .map(it -> item(bold(name(it)) + "(" + SECTION + ")", HelpWords.summary(it)))
                .collect(joining())),
            section("OPTIONS", options()),
            section("NOTES", asItStands(command.commandLine().getHelp().footer())),
            section("EXIT STATUS", command.usageMessage().exitCodeList().entrySet().stream()
                .map(it -> item(bold(it.getKey()), it.getValue())).collect(joining())),
            section("SEE ALSO", related()))
        .collect(joining());
  }

  private static String section(String title, String body) {
    return body.isBlank() ? "" : ".SH " + title + "\n" + body;
  }

  private String synopsis() {
    String words = command.commandLine().getHelp().synopsis(0).replaceAll("\\s+", " ").strip();
    return bold(command.qualifiedName()) + "\n"
        + text(words.substring(command.qualifiedName().length()).strip()) + "\n";
  }

  private String options() {
    Stream<ArgSpec> arguments =
        Stream.concat(command.positionalParameters().stream(), command.options().stream());
    return arguments.filter(it -> !it.hidden())
        .map(it -> item(label(it), HelpWords.plain(it.description()))).collect(joining());
  }

  private static String label(ArgSpec argument) {
    String value = "\\fI" + escaped(argument.paramLabel()) + "\\fR";
    if (argument instanceof OptionSpec option) {
      return Arrays.stream(option.names()).map(ManualPage::bold).collect(joining(", "))
          + (option.arity().max() == 0 ? "" : " " + value);
    }
    return value;
  }

  private String related() {
    CommandSpec parent = command.parent();
    List<CommandSpec> others = parent == null ? below(command).toList() : List.of(parent);
    return others.stream().map(it -> bold(name(it)) + "(" + SECTION + ")")
        .collect(joining(",\n", "", "\n"));
  }

  private static String item(String label, String words) {
    return ".TP\n" + label + "\n" + text(words) + "\n";
  }

  private static String bold(String words) {
    return "\\fB" + escaped(words) + "\\fR";
  }

  /** Text whose lines and columns mean something. */
  private static String asItStands(String lines) {
    return lines.isBlank() ? "" : ".nf\n"
        + lines.strip().lines().map(ManualPage::text).collect(joining("\n")) + "\n.fi\n";
  }

  /** A line that is no request, whatever it begins with. */
  private static String text(String line) {
    String words = escaped(line);
    return words.startsWith(".") || words.startsWith("'") ? "\\&" + words : words;
  }

  private static String escaped(String words) {
    return words.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
  }
}
