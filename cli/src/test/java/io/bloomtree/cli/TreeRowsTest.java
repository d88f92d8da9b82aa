package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bloomtree.bus.TreeView;
import io.bloomtree.cli.NodeRow.Condition;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TreeRowsTest {
  private static SeenTree seen;

  @BeforeAll
  static void lookAtATree() {
    seen = SeenTree.withEvents(100);
  }

  private static NodeRow row(TreeRows tree, String id) {
    return tree.rows().stream().filter(row -> row.node().id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void rowsAreInTheOrderOfTheTree() {
    var tree = TreeRows.of(seen.after());

    assertThat(tree.rows()).extracting(row -> row.node().id())
        .containsExactly("root", "eu", "athens", "berlin", "us", "boston");
    assertThat(tree.rows()).extracting(NodeRow::depth).containsExactly(0, 1, 2, 2, 1, 2);
    assertThat(tree.ill(true)).isEmpty();
    assertThat(tree.summary()).isEqualTo("3 nodes: 3 up; 3 edges: 3 up");
    assertThat(row(tree, "athens").count("hits")).isEqualTo(100);
    assertThat(row(tree, "athens").latency().orElseThrow().count()).isEqualTo(200);
    assertThat(row(tree, "boston").latency()).isEmpty();
  }

  @Test
  void ratesAreWhatASecondBroughtSinceTheLastLook() {
    var tree = TreeRows.of(seen.after(), Optional.of(seen.beforeBy(2000)));

    assertThat(row(tree, "athens").perSecond("tests")).hasValue(100);
    assertThat(row(tree, "athens").perSecond("hits")).hasValue(50);
    assertThat(row(tree, "boston").perSecond("tests")).hasValue(0);
    assertThat(row(tree, "eu").bytesPerSecond().getAsDouble()).isPositive();
    assertThat(tree.perSecond(agent -> agent.offers())).hasValue(100);
    assertThat(tree.latency().orElseThrow().count()).isEqualTo(200);
  }

  @Test
  void whoHasStartedAgainCountsFromNothingAndHasNoRate() {
    TreeView restarted = seen.afterBut("athens", athens ->
        ((ObjectNode) athens.path("slices").get(0)).put("incarnation", 1));

    var tree = TreeRows.of(restarted, Optional.of(seen.beforeBy(2000)));

    assertThat(row(tree, "athens").perSecond("tests")).isEmpty();
    assertThat(row(tree, "athens").latency()).isEmpty();
    assertThat(row(tree, "eu").perSecond("tests")).isPresent();
  }

  @Test
  void aRegionThatIsAwayIsAReasonToWorryAnEdgeOnlyIfItMustRun() {
    var noRegion = TreeRows.of(seen.afterBut("us", SeenTree::away));
    var noEdge = TreeRows.of(seen.afterBut("boston", SeenTree::away));

    assertThat(noRegion.ill(false)).extracting(row -> row.node().id()).containsExactly("us");
    assertThat(noRegion.summary()).isEqualTo("3 nodes: 2 up, 1 AWAY; 3 edges: 3 up");
    assertThat(noEdge.ill(false)).isEmpty();
    assertThat(noEdge.ill(true)).extracting(row -> row.node().id()).containsExactly("boston");
    assertThat(noEdge.summary()).isEqualTo("3 nodes: 3 up; 3 edges: 2 up, 1 away");
  }

  @Test
  void aNodeOfWhichSomeIsAwayIsPartlyThere() {
    TreeView half = seen.afterBut("root", root -> {
      root.put("state", "partly");
      SeenTree.awaySlice((ObjectNode) root.path("slices").get(1));
    });

    NodeRow root = row(TreeRows.of(half), "root");

    assertThat(root.condition()).isEqualTo(Condition.PARTLY);
    assertThat(root.slicesUp()).isEqualTo(1);
    assertThat(root.remarks()).containsExactly("slice 1 away");
  }

  @Test
  void whatIsInTheWayOfANodeIsTold() {
    TreeView troubled = seen.afterBut("eu", eu -> {
      eu.putArray("degraded").add("PARENT_AWAY");
      ((ObjectNode) eu.path("filter")).put("growthRefused", true).put("windowLagMillis", 3500)
          .put("estimatedEvents", 1500.0);
      var health = (ObjectNode) eu.path("slices").get(0).path("health");
      health.put("settled", false);
      health.putObject("rebuilding").put("from", "athens/0").put("done", 40).put("total", 100);
      ((ObjectNode) health.path("peers").get(0)).put("away", true);
    });

    NodeRow eu = row(TreeRows.of(troubled), "eu");

    assertThat(eu.condition()).isEqualTo(Condition.DEGRADED);
    assertThat(eu.remarks()).containsExactly(
        "degraded: parent-away", "no answer from root/0",
        "copies the filter of athens/0, 40 %",
        "waits for what others knew before the topology changed",
        "filter is full and may not grow", "window is 3 s late", "beyond its design load");
  }
}
