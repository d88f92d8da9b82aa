package io.bloomtree.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive, unpacked where a path has a space in it, and used from elsewhere. */
class ArchiveTest {
  private static final Path TAR = Built.ARCHIVES.resolve(Built.NAME + ".tar.gz");

  @TempDir static Path directory;
  @TempDir static Path elsewhere;
  private static Path home;
  private static String bloomtree;

  @BeforeAll
  static void unpack() throws Exception {
    Path target = Files.createDirectory(directory.resolve("a place"));
    Run.saidBy(target, "tar", "-xzf", TAR.toString());
    home = target.resolve(Built.NAME);
    bloomtree = home.resolve("bin/bloomtree").toString();
  }

  @Test
  void commandSaysItsVersion() throws Exception {
    assertThat(Run.saidBy(elsewhere, bloomtree, "--version").strip())
        .isEqualTo("bloomtree " + Built.VERSION);
  }

  /** As the docs have it: a link without a version to the archive, and one on the path to that. */
  @Test
  void commandIsFoundThroughLinks() throws Exception {
    Path unversioned = Files.createSymbolicLink(directory.resolve("bloomtree"), home);
    Path absolute = Files.createSymbolicLink(
        directory.resolve("absolute"), unversioned.resolve("bin/bloomtree"));
    Path relative = Files.createSymbolicLink(
        directory.resolve("relative"), Path.of("bloomtree", "bin", "bloomtree"));

    for (Path link : List.of(absolute, relative)) {
      assertThat(Run.saidBy(elsewhere, link.toString(), "--version").strip())
          .isEqualTo("bloomtree " + Built.VERSION);
    }
  }

  @Test
  void demoShowsATree() throws Exception {
    assertThat(Run.saidBy(elsewhere, bloomtree, "demo", "--events", "5000",
        "--topology", home.resolve("topology.yaml").toString()))
        .contains("Exact: of every key one copy was delivered");
  }

  @Test
  void examplesAreValidWhereTheyAre() throws Exception {
    try (Stream<Path> files = Files.list(home.resolve("examples"))) {
      var command = new ArrayList<>(List.of(bloomtree, "validate"));
      files.map(Path::toString).filter(it -> it.endsWith(".yaml")).forEach(command::add);
      Run.saidBy(elsewhere, command.toArray(String[]::new));
    }
  }

  @Test
  void everythingIsThere() {
    assertThat(List.of("README.md", "LICENSE", "CHANGELOG.md", "topology.yaml", "docs/install.md",
        "examples/laptop.yaml", "examples/consumer-gradle/build.gradle",
        "examples/consumer-maven/pom.xml", "deploy/bloomtree@.service", "deploy/Dockerfile",
        "deploy/compose/compose.yaml", "deploy/prometheus/prometheus.yaml", "bloomtree.cdx.json",
        "share/man/man1/bloomtree.1", "share/man/man1/bloomtree-filter.1",
        "share/bash-completion/completions/bloomtree", "share/zsh/site-functions/_bloomtree"))
        .allSatisfy(file -> assertThat(home.resolve(file)).isNotEmptyFile());
  }

  @Test
  void bashCompletesCommandsAndOptions() throws Exception {
    assumeTrue(Run.isThere("bash"), "needs bash");
    // as the shell does when somebody presses the tabulator
    String script = """
        source "$0"
        complete -p bloomtree >/dev/null || exit 1
        function_name=$(complete -p bloomtree | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        $function_name 2>/dev/null # it tells the shell, which does not complete now, about spaces
        printf '%s\\n' "${COMPREPLY[@]}"
        """;
    String completion = home.resolve("share/bash-completion/completions/bloomtree").toString();

    assertThat(Run.saidBy(elsewhere, "bash", "-c", script, completion, "bloomtree", "fil").lines())
        .containsExactly("filter");
    assertThat(Run.saidBy(
        elsewhere, "bash", "-c", script, completion, "bloomtree", "filter", "--dup").lines())
        .map(String::strip).containsExactly("--duplicates");
  }

  @Test
  void bothArchivesHoldTheSame() throws Exception {
    var inTar = new TreeSet<>(Run.saidBy(elsewhere, "tar", "-tzf", TAR.toString()).lines()
        .filter(name -> !name.endsWith("/")).toList());
    try (var zip = new ZipFile(Built.ARCHIVES.resolve(Built.NAME + ".zip").toFile())) {
      assertThat(new TreeSet<>(zip.stream().filter(entry -> !entry.isDirectory())
          .map(entry -> entry.getName()).toList())).isEqualTo(inTar);
    }
  }

  @Test
  void nothingInItTellsWhenAndByWhomItWasMade() throws Exception {
    List<String> entries = Run.saidBy(
        elsewhere, "tar", "--utc", "--numeric-owner", "-tvzf", TAR.toString()).lines().toList();

    // mode, owner, size, day, time and name; Gradle has had more than one day for this
    assertThat(entries).allMatch(entry -> entry.matches(
        "(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x) 0/0 +\\d+ 19[78]0-0[12]-01 00:00 .*"));
    assertThat(entries).filteredOn(entry -> entry.startsWith("-rwx"))
        .hasSize(1).allMatch(entry -> entry.endsWith("/bin/bloomtree"));
  }
}
