package io.bloomtree.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the command wrote of itself for {@code man} and zsh. */
class ManualTest {
  private static final Path SHARE =
      Path.of("distribution", "build", "share").toAbsolutePath();
  private static final Path ZSH = SHARE.resolve("zsh/site-functions/_bloomtree");

  @Test
  void pagesAreSoundRoff() throws Exception {
    assumeTrue(Run.isThere("groff"), "needs groff");
    try (Stream<Path> pages = Files.list(SHARE.resolve("man/man1"))) {
      for (Path page : pages.toList()) {
        assertThat(Run.saidBy(SHARE, "groff", "-ww", "-man", "-Tutf8", "-z", page.toString()))
            .as("%s", page).isEmpty();
      }
    }
  }

  /** As {@code whatis} prints it, on one line of most terminals. */
  @Test
  void pageSaysInAFewWordsWhatItIsAbout() throws Exception {
    try (Stream<Path> pages = Files.list(SHARE.resolve("man/man1"))) {
      for (Path page : pages.toList()) {
        String name = Files.readString(page).split("\\.SH NAME\n", 2)[1].split("\n", 2)[0];
        assertThat(name.split(" .- ", 2)[1]).as("%s", page).hasSizeBetween(10, 80);
      }
    }
  }

  /** The date is missing on purpose: the same sources make the same page. */
  @Test
  void pagesAreSoundToTheOtherManToo() throws Exception {
    assumeTrue(Run.isThere("mandoc"), "needs mandoc");
    try (Stream<Path> pages = Files.list(SHARE.resolve("man/man1"))) {
      for (Path page : pages.toList()) {
        assertThat(Run.of(SHARE, "mandoc", "-Tlint", "-W", "warning", page.toString()).said()
            .lines().filter(line -> !line.contains("missing date")))
            .as("%s", page).isEmpty();
      }
    }
  }

  @Test
  void pageOfACommandSaysWhatItsHelpSays() throws Exception {
    assertThat(SHARE.resolve("man/man1/bloomtree-filter.1")).content()
        .contains(".SH NAME\nbloomtree\\-filter \\- Lets each line pass once")
        .contains("\\fB\\-d\\fR, \\fB\\-\\-duplicates\\fR \\fIFILE\\fR")
        .contains("regex:^(\\eS+)");
    assertThat(SHARE.resolve("man/man1/bloomtree.1")).content()
        .contains("\\fBbloomtree\\-filter\\fR(1)").doesNotContain("bloomtree\\-share");
  }

  @Test
  void zshTakesItsScript() throws Exception {
    assumeTrue(Run.isThere("zsh"), "needs zsh");
    Run.saidBy(SHARE, "zsh", "-n", ZSH.toString());
    assertThat(Run.saidBy(SHARE, "zsh", "-fc",
        "autoload -U compinit && compinit -D && source \"$0\" && print $_comps[bloomtree]",
        ZSH.toString()).strip()).isEqualTo("_bloomtree");
  }
}
