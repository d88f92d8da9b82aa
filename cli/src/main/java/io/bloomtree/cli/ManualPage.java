package io.bloomtree.cli;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
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
  /** Of the source, before what may keep a line from being a request. */
  private static final int LONGEST_LINE = 78;

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
                .map(it -> filled(HelpWords.plain(it))).collect(joining(".PP\n"))),
            section("COMMANDS", below(command)
                .map(it -> item(bold(name(it)) + "(" + SECTION + ")", HelpWords.summary(it)))
                .collect(joining())),
            section("OPTIONS", options()),
            section("NOTES", notes(command.commandLine().getHelp().footer())),
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
        + filled(words.substring(command.qualifiedName().length()).strip());
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
    return ".TP\n" + label + "\n" + filled(words);
  }

  private static String bold(String words) {
    return "\\fB" + escaped(words) + "\\fR";
  }

  /** What follows the options: prose, and lines that are indented, whose columns mean something. */
  private static String notes(String footer) {
    var roff = new StringBuilder();
    var prose = new StringJoiner(" ");
    boolean isIndented = false;
    for (String line : (footer.strip() + "\n\n").split("\n", -1)) {
      boolean wasIndented = isIndented;
      isIndented = line.startsWith(" ");
      if ((isIndented || line.isBlank()) && prose.length() > 0) {
        roff.append(roff.isEmpty() ? "" : ".PP\n").append(filled(prose.toString()));
        prose = new StringJoiner(" ");
      }
      if (isIndented != wasIndented) {
        roff.append(isIndented ? ".nf\n" : ".fi\n");
      }
      if (isIndented) {
        roff.append(text(line)).append('\n');
      } else if (!line.isBlank()) {
        prose.add(line);
      }
    }
    return roff.toString();
  }

  /** Words whose lines are filled, in short lines of source. */
  private static String filled(String words) {
    var lines = new StringBuilder();
    var line = new StringBuilder();
    for (String word : words.split(" ")) {
      if (!line.isEmpty() && line.length() + 1 + escaped(word).length() > LONGEST_LINE) {
        lines.append(guarded(line.toString())).append('\n');
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(escaped(word));
    }
    return lines.append(guarded(line.toString())).append('\n').toString();
  }

  /** A line that is no request, whatever it begins with. */
  private static String text(String line) {
    return guarded(escaped(line));
  }

  private static String guarded(String line) {
    return line.startsWith(".") || line.startsWith("'") ? "\\&" + line : line;
  }

  private static String escaped(String words) {
    return words.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
  }
}
