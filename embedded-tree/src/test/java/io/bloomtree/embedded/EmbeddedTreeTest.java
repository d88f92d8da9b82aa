package io.bloomtree.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.bus.NodeReport;
import io.bloomtree.topology.Topology;
import io.bloomtree.tree.Tally;
import io.bloomtree.wire.NodeId;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmbeddedTreeTest {
  private static final Topology TOPOLOGY = Topology.parse("deep.yaml", """
      tree: deep
      filter: { expected: 10k, fpp: 1e-6 }
      root: { slices: { count: 2, scheme: horizontal } }
      regions:
        - id: eu
          regions:
            - { id: south, edges: [athens] }
          edges: [berlin]
      """);

  @Test void runsEveryNodeOfTheTopology() throws InterruptedException {
    try (EmbeddedTree tree = EmbeddedTree.start(TOPOLOGY)) {
      assertThat(tree.edges()).extracting(NodeId::value).containsExactly("athens", "berlin");
      assertThat(tree.agent("athens").blocking().offer("click").isDistinct()).isTrue();

      List<NodeReport> report = tree.report();
      assertThat(report).extracting(it -> it.slice() + " on " + it.level())
          .containsExactlyInAnyOrder(
              "root/0 on 0", "root/1 on 0", "eu/0 on 1", "south/0 on 2", "athens/0 on 3",
              "berlin/0 on 2");
      // one test at each node of the path; the confirm may still be on its way
      assertThat(report.stream().mapToLong(it -> it.count(Tally.Count.TESTS)).sum()).isEqualTo(4);
    }
  }

  @Test void everyNodeOfThePathRecordsAConfirmedEvent() throws InterruptedException {
    EmbeddedTree tree = EmbeddedTree.start(TOPOLOGY);
    tree.agent("athens").blocking().offer("click");
    tree.agent("athens").close().toCompletionStage().toCompletableFuture().join();

    assertThat(tree.report().stream().mapToLong(it -> it.count(Tally.Count.SETS)).sum())
        .isEqualTo(4);
    tree.close();
  }

  @Test void namesWhatIsNotAnEdge() {
    try (EmbeddedTree tree = EmbeddedTree.start(TOPOLOGY)) {
      assertThatThrownBy(() -> tree.agent("south"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("not an edge of tree deep: id=south, role=REGION");
      assertThatThrownBy(() -> tree.agent("athen"))
          .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("athens");
    }
  }

  @Test void twoTreesInOneProcessKnowNothingOfEachOther() throws InterruptedException {
    try (EmbeddedTree one = EmbeddedTree.start(TOPOLOGY);
        EmbeddedTree other = EmbeddedTree.start(TOPOLOGY)) {
      assertThat(one.agent("athens").blocking().offer("click").isDistinct()).isTrue();
      assertThat(other.agent("athens").blocking().offer("click").isDistinct()).isTrue();
    }
  }

  @Test void closingTwiceDoesNothing() {
    EmbeddedTree tree = EmbeddedTree.start(TOPOLOGY);
    tree.close();
    tree.close();
  }
}
