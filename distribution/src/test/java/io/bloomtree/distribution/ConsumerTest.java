package io.bloomtree.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Projects of other people, which know the libraries by their coordinates only. */
class ConsumerTest {
  private static final String FETCHING_SECONDS = "180";
  /** What {@code timeout} returns. */
  private static final int TIMED_OUT = 124;
  private static final List<String> NOT_COPIED = List.of("build", "target", ".gradle");

  @TempDir Path directory;

  /** A copy, so that nothing is written to the examples. */
  private Path copyOf(String example) throws IOException {
    Path from = Built.EXAMPLES.resolve(example);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path relative = from.relativize(file);
        if (!NOT_COPIED.contains(relative.getName(0).toString())) {
          Path copy = directory.resolve(relative);
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy);
        }
      }
    }
    return directory;
  }

  private static Stream<String> decisions(String said) {
    return said.lines().map(String::strip)
        .filter(line -> line.equals("DISTINCT") || line.equals("DUPLICATE"));
  }

  @Test
  void gradleProjectUsesTheAgent() throws Exception {
    Path project = copyOf("consumer-gradle");

    // without a daemon that would outlive the test
    String said = Run.saidBy(project, System.getProperty("bloomtree.gradle"), "--no-daemon", "-q",
        "-Pbloomtree.repository=" + Built.REPOSITORY, "run");

    assertThat(decisions(said)).containsExactly("DISTINCT", "DUPLICATE");
  }

  @Test
  void mavenProjectUsesTheAgent() throws Exception {
    assumeTrue(Run.isThere("mvn"), "needs Maven");
    Path project = copyOf("consumer-maven");

    // the first time on a machine it fetches hundreds of files, one after the other
    Run run = Run.of(project, "timeout", FETCHING_SECONDS, "mvn", "-B", "-q",
        "-Dbloomtree.repository=" + Built.REPOSITORY, "compile", "exec:java");

    assumeFalse(run.exit() == TIMED_OUT,
        "Maven was still fetching its plugins; the next run goes on with those it has");
    assumeFalse(
        run.said().matches("(?s).*Plugin org\\.\\S+ or one of its dependencies could not .*"),
        () -> "needs plugins of Maven: " + run.said());
    assertThat(run.exit()).as(run.said()).isZero();
    assertThat(decisions(run.said())).containsExactly("DISTINCT", "DUPLICATE");
  }
}
