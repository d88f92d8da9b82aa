package io.bloomtree.cli;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A script of zsh that completes a command, with what each option is for: zsh shows that, which
 * bash cannot. Immutable.
 */
final class ZshCompletion {
  private final CommandSpec command;

  ZshCompletion(CommandSpec command) {
    this.command = command;
  }

  String script() {
    // a file on the fpath is the body of the function; one that is sourced has to register it
    return """
        #compdef %1$s
        %2$s
        if [ "$funcstack[1]" = _%1$s ]; then _%1$s "$@"; else compdef _%1$s %1$s; fi
        """.formatted(command.name(), functions(command).collect(joining("\n")));
  }

  /** One function for each command, those below it first. */
  private static Stream<String> functions(CommandSpec command) {
    return Stream.concat(
        subcommands(command).flatMap(ZshCompletion::functions), Stream.of(function(command)));
  }

  private static Stream<CommandSpec> subcommands(CommandSpec command) {
    return command.subcommands().values().stream().distinct()
        .map(it -> it.getCommandSpec()).filter(it -> !it.usageMessage().hidden());
  }

  private static String function(CommandSpec command) {
    List<String> arguments = Stream.concat(
        command.options().stream().filter(it -> !it.hidden()).map(ZshCompletion::option),
        command.positionalParameters().stream().filter(it -> !it.hidden())
            .map(ZshCompletion::positional)).toList();
    return subcommands(command).findAny().isEmpty()
        ? leaf(name(command), arguments)
        : branch(command, arguments);
  }

  private static String leaf(String name, List<String> arguments) {
    return name + "() {\n  _arguments -s" + listed(arguments) + "\n}\n";
  }

  private static String branch(CommandSpec command, List<String> arguments) {
    return """
        %1$s() {
          local curcontext=$curcontext state line
          typeset -A opt_args
          _arguments -C%2$s \\
            '1: :->command' '*:: :->rest'
          case $state in
            command)
              local -a commands=(%3$s)
              _describe -t commands command commands ;;
            rest)
              if (( $+functions[%1$s_$line[1]] )); then %1$s_$line[1]; fi ;;
          esac
        }
        """.formatted(name(command), listed(arguments), subcommands(command)
            .map(it -> "\n        " + quoted(it.name() + ":" + HelpWords.summary(it)))
            .collect(joining()));
  }

  private static String name(CommandSpec command) {
    return "_" + command.qualifiedName("_");
  }

  private static String listed(List<String> arguments) {
    return arguments.stream().map(it -> " \\\n    " + it).collect(joining());
  }

  private static String option(OptionSpec option) {
    String excluded = option.isMultiValue() ? "*"
        : "(" + String.join(" ", option.names()) + ")";
    boolean hasValue = option.arity().max() > 0;
    String explained = "[" + escaped(HelpWords.plain(option.description()), "[]") + "]"
        // a second colon: the value may be left out
        + (!hasValue ? "" : (option.arity().min() == 0 ? ":" : "") + value(option));
    return Arrays.stream(option.names())
        .map(name -> !hasValue ? name : name.startsWith("--") ? name + "=" : name + "+")
        .map(name -> quoted(excluded + name + explained))
        .collect(joining(" \\\n    "));
  }

  private static String positional(PositionalParamSpec parameter) {
    return quoted((parameter.arity().max() > 1 ? "*" : "") + value(parameter));
  }

  private static String value(ArgSpec argument) {
    return ":" + escaped(argument.paramLabel(), ":") + ":" + action(argument);
  }

  private static String action(ArgSpec argument) {
    if (argument.completionCandidates() != null) {
      return StreamSupport.stream(argument.completionCandidates().spliterator(), false)
          .collect(joining(" ", "(", ")"));
    }
    return argument.auxiliaryTypes()[0] == Path.class || argument.type() == Path.class
        ? "_files" : " ";
  }

  private static String escaped(String text, String special) {
    return text.replaceAll("[\\\\:" + special.replace("[", "\\[").replace("]", "\\]") + "]",
        "\\\\$0");
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
