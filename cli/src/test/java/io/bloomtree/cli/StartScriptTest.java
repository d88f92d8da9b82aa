package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script around Java, with something else in Java's place. */
@Timeout(60)
class StartScriptTest {
  private static final Path SCRIPT = Path.of("cli/src/dist/bin/bloomtree").toAbsolutePath();

  @TempDir Path javaHome;

  /** What {@code java}, a script, prints. */
  private String run(String java, String redirection, Map<String, String> locale)
      throws IOException, InterruptedException {
    return run(SCRIPT, java, redirection, locale);
  }

  private String run(Path script, String java, String redirection, Map<String, String> locale)
      throws IOException, InterruptedException {
    assumeThat(Path.of("/bin/sh")).exists();
    Path fake = Files.createDirectories(javaHome.resolve("bin")).resolve("java");
    Files.writeString(fake, "#!/bin/sh\n" + java + "\n");
    assertThat(fake.toFile().setExecutable(true)).isTrue();
    var builder = new ProcessBuilder("/bin/sh", "-c", "sh \"$0\" " + redirection, script.toString())
        .redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
    builder.environment().putAll(locale);
    builder.environment().put("JAVA_HOME", javaHome.toString());
    Process process = builder.start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return printed.strip();
  }

  @Test
  void closedStandardInputIsOpenButCannotBeRead() throws Exception {
    String java = "if { true 3<&0; } 2>/dev/null; then cat >/dev/null 2>&1 || echo refused; fi";

    assertThat(run(java, "<&-", Map.of())).isEqualTo("refused");
    assertThat(run(java, "</dev/null", Map.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"C, C.UTF-8", "POSIX, C.UTF-8", "'', C.UTF-8", "de_DE.UTF-8, unset"})
  void localeOfPlainAsciiBecomesOneWithAllCharacters(String lang, String expected)
      throws Exception {
    assertThat(run("echo ${LC_ALL:-unset}", "", Map.of("LANG", lang))).isEqualTo(expected);
  }

  @Test
  void localeThatWasChosenIsKept() throws Exception {
    assertThat(run("echo ${LC_ALL:-unset}", "", Map.of("LANG", "C", "LC_CTYPE", "en_GB.UTF-8")))
        .isEqualTo("unset");
  }

  @ParameterizedTest
  @CsvSource({
    "true, one link", "false, one link", "true, a link to a link", "false, a link to a link"
  })
  void librariesAreFoundThroughLinks(boolean isAbsolute, String links, @TempDir Path directory)
      throws Exception {
    Path place = directory.toRealPath();
    Path script = Files.createDirectories(place.resolve("opt/a tree/bin")).resolve("bloomtree");
    Files.copy(SCRIPT, script);
    Path linked = Files.createDirectories(place.resolve("usr/bin")).resolve("bloomtree");
    link(linked, script, isAbsolute);
    if (links.equals("a link to a link")) {
      Path second = Files.createDirectories(place.resolve("home/my links")).resolve("tree");
      linked = link(second, linked, isAbsolute);
    }

    assertThat(run(linked, "for word; do echo \"$word\"; done", "", Map.of()).lines())
        .contains(place.resolve("opt/a tree/lib") + "/*");
  }

  private static Path link(Path link, Path target, boolean isAbsolute) throws IOException {
    return Files.createSymbolicLink(
        link, isAbsolute ? target : link.getParent().relativize(target));
  }
}
