package io.bloomtree.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.bloomtree.bus.Availability;
import io.bloomtree.bus.TreeView;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code status} and {@code top} of a tree in another process. */
@Timeout(240)
class RunningTreeTest {
  private static final String SHAPE =
      "root: { slices: { count: 2 }, hosts: [core-1, core-2] }\n";
  private static final String LEFT_SECOND_SCREEN = "\u001b[?1049l";

  @TempDir Path directory;

  /** On a terminal of its own, which tells at the end whether it is as it was before. */
  private static ChildProcess terminal(String name, String... args) {
    String command = ChildJvm.likeThis().command(Main.class, args).command().stream()
        .map(word -> "'" + word + "'").collect(joining(" "));
    var builder = new ProcessBuilder("script", "-qfec",
        "stty rows 24 cols 80; before=$(stty -g); " + command + "; code=$?; "
            + "test \"$(stty -g)\" = \"$before\" && echo restored; echo code $code",
        "/dev/null");
    builder.environment().put("TERM", "xterm");
    builder.environment().put("SHELL", "/bin/sh");
    builder.environment().put("NO_COLOR", "1");
    return new ChildProcess(name, builder);
  }

  private static void awaitScreen(ChildProcess top, String pattern) {
    await(top.name() + " shows: " + pattern).atMost(ChildProcess.PATIENCE).untilAsserted(() ->
        assertThat(top.out()).anyMatch(line -> line.matches("(?s).*" + pattern + ".*")));
  }

  private static void assertRestored(ChildProcess top, int code) {
    top.awaitExit();
    top.awaitOut("code " + code);
    assertThat(top.out()).anyMatch(line -> line.endsWith("restored"))
        .anyMatch(line -> line.contains(LEFT_SECOND_SCREEN))
        .noneMatch(line -> line.contains("\u001b[31m") || line.contains("\u001b[32m"));
  }

  @Test
  void statusTellsHowATreeIsAndThatItIsGone() throws Exception {
    try (var tree = new ProcessTree(directory, SHAPE, "30s").startWhole()) {
      String file = tree.file().toString();
      StatusRun well = StatusRun.of("status", "--topology", file, "--patience", "1m");
      StatusRun edges = StatusRun.of("status", "--topology", file, "--patience", "1m", "--edges",
          "--output", "json");

      assertThat(well.err()).isEmpty();
      assertThat(well.exit()).isZero();
      assertThat(well.out()).containsPattern("(?m)^  root +up +2/2 +core-1, core-2 +20")
          .containsPattern("(?m)^      boston-1 +away +0/1 ")
          .endsWith("  Well: 3 nodes: 3 up; 3 edges: 0 up, 3 away.\n");
      assertThat(edges.exit()).isEqualTo(1);
      TreeView view = TreeViewJson.read(edges.out());
      assertThat(view.node("root").orElseThrow().state()).isEqualTo(Availability.UP);
      assertThat(view.node("boston-1").orElseThrow().state()).isEqualTo(Availability.AWAY);
    }
    StatusRun gone = StatusRun.of(
        "status", "--topology", directory.resolve("topology.yaml").toString(), "--wait", "1s");
    assertThat(gone.exit()).isEqualTo(1);
    assertThat(gone.err()).contains("nobody of the cluster answered within 1 s");
  }

  @Test
  void topObeysKeysSeesTheTreeDieAndGivesTheTerminalBack() {
    assumeThat(Path.of("/usr/bin/script")).exists();
    assumeThat(Path.of("/bin/sh")).exists();
    try (var tree = new ProcessTree(directory, SHAPE, "30s");
        var up = tree.launchWhole();
        var top = terminal("top", "top", "-t", tree.file().toString(), "--wait", "3m");
        var killed = terminal("killed top", "top", "-t", tree.file().toString(), "--wait", "3m",
            "--every", "200ms")) {
      awaitScreen(top, "  root +up +2/2 .*");
      awaitScreen(top, "all is well");
      awaitScreen(top, "offers .* distinct");
      top.say("f");
      awaitScreen(top, "\\[fill\\]");
      top.say("n");
      awaitScreen(top, "\\[name\\]");

      awaitScreen(killed, "  root +up +2/2 .*");
      killed.descendants().filter(it -> it.info().command().orElse("").endsWith("java"))
          .forEach(ProcessHandle::destroy);
      assertRestored(killed, 143);

      up.kill();
      awaitScreen(top, "! root +AWAY +0/2 .*");
      awaitScreen(top, "3 nodes: 0 up, 3 AWAY; 3 edges: 0 up, 3 away");
      top.say("q");
      assertRestored(top, 0);
    }
  }

  @Test
  void controlCEndsItAsQDoes() {
    assumeThat(Path.of("/usr/bin/script")).exists();
    try (var api = new LoneApi(SeenTree.withEvents(10).after());
        var top = terminal("interrupted top", "top", "--http", api.url())) {
      awaitScreen(top, "  root +up +2/2 .*");
      top.say("\u0003");
      assertRestored(top, 0);
    }
  }
}
