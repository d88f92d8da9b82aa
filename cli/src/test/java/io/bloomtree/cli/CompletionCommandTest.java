package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class CompletionCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return BloomtreeCommand
        .commandLine(false, new StateCommand(), new CompletionCommand(), new ShareCommand())
        .setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
  }

  @Test
  void bashGetsAFunction() {
    assertThat(run("completion", "bash")).isZero();
    assertThat(out.toString()).contains("complete -F _complete_bloomtree").contains("--repair");
  }

  @Test
  void zshIsToldWhatOptionsAreForAndWhereFilesAreMeant() {
    assertThat(run("completion", "zsh")).isZero();
    assertThat(out.toString()).startsWith("#compdef bloomtree\n")
        .contains("'state:Shows, verifies and repairs what slices and agents keep")
        .contains("'*--repair=[move what is damaged of a slice aside\\:")
        .contains("':DIR:_files'").contains("':SHELL:(bash zsh)'");
  }

  @Test
  void zshIsToldThatAValueMayBeLeftOut() {
    assertThat(new ZshCompletion(CommandSpec.create().name("tree")
        .addOption(OptionSpec.builder("--console").arity("0..1").paramLabel("PORT")
            .type(Integer.class).build())
        .addOption(OptionSpec.builder("--every").paramLabel("TIME")
            .type(String.class).build())).script())
        .contains("'(--console)--console=[]::PORT: '").contains("'(--every)--every=[]:TIME: '");
  }

  @Test
  void otherShellsAreRefused() {
    assertThat(run("completion", "fish")).isEqualTo(2);
    assertThat(err.toString()).contains("SHELL").contains("[BASH, ZSH]");
  }

  @Test
  void whatOnlyTheBuildCallsIsNotOffered() {
    run("completion", "zsh");
    run("nothing");

    assertThat(out.toString()).doesNotContain("share:");
    assertThat(err.toString()).startsWith("there is no command 'nothing', only state, completion");
    assertThat(err.toString()).doesNotContain("share");
  }

  @Test
  void everyCommandHasAPageOfItsOwn(@TempDir Path directory) throws Exception {
    assertThat(run("share", directory.toString())).isZero();
    try (Stream<Path> pages = Files.list(directory.resolve("man/man1"))) {
      assertThat(pages.map(page -> page.getFileName().toString())).containsExactlyInAnyOrder(
          "bloomtree.1", "bloomtree-state.1", "bloomtree-completion.1", "bloomtree-help.1");
    }
  }

  @Test
  void placeThatCannotBeWrittenIsTold(@TempDir Path directory) throws Exception {
    Path file = Files.createFile(directory.resolve("file"));

    assertThat(run("share", file.toString())).isEqualTo(1);
    assertThat(err.toString()).startsWith("cannot write to " + file);
  }
}
