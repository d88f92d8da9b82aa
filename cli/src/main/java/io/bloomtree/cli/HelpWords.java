package io.bloomtree.cli;

import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/** What the help says, as words without colours and line breaks, for manuals and shells. */
final class HelpWords {

  private HelpWords() {}

  /** What a command does, in a few words: the first sentence, without its full stop. */
  static String summary(CommandSpec command) {
    String first = plain(command.usageMessage().description()).split("(?<=\\.) ", 2)[0];
    return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
  }

  /** The paragraphs of a description as one line. */
  static String plain(String... paragraphs) {
    // descriptions are formats, as picocli has it: %n is a line's end, %% a percent sign
    return Ansi.OFF.string(String.format(String.join(" ", paragraphs))).replaceAll("\\s+", " ").strip();
  }
}
