package io.bloomtree.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.cluster.ClusterJoinException;
import io.bloomtree.cluster.Joining;
import io.bloomtree.cluster.TreeCluster;
import io.bloomtree.topology.Network;
import io.bloomtree.wire.NodeId;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** P6: who does not belong to the tree is refused, with both sides' values, on both sides. */
class CompatibilityTest {
  private static final String TREE = """
      tree: clicks
      epoch: 3
      filter: { expected: 10k }
      hash: { seed: 42 }
      cluster: { members: ["%s"] }
      root: { slices: { count: 2 } }
      regions:
        - { id: eu, edges: [athens] }
      """;

  private final ClusterBench bench = new ClusterBench();
  private final List<String> log = new CopyOnWriteArrayList<>();

  @BeforeEach void found() {
    Network network = bench.topology(TREE).network();
    bench.closing(ClusterBench.await(TreeCluster.join(
        network, Joining.nodes(List.of(new NodeId("root")), bench.address(0)), log::add)));
  }

  @AfterEach void close() {
    bench.close();
  }

  private void join(String text) {
    bench.join(bench.topology(text).network(), Joining.agents(
        List.of(new NodeId("athens")), ClusterBench.anywhere()));
  }

  private void refused(String text, String theirs, String ours) {
    assertThatThrownBy(() -> join(text))
        .isInstanceOf(ClusterJoinException.class)
        .hasMessageContaining("theirs=" + theirs)
        .hasMessageContaining("ours=" + ours);
    Awaitility.await().untilAsserted(() -> assertThat(log).anyMatch(
        line -> line.startsWith("refused 127.0.0.1:") && line.contains("theirs=" + ours)
            && line.contains("ours=" + theirs)));
  }

  @Test void anotherTreeIsRefused() {
    refused(TREE.replace("clicks", "calls"), "tree clicks", "tree calls");
  }

  @Test void anotherSeedIsRefused() {
    refused(TREE.replace("seed: 42", "seed: 43"),
        "tree clicks, hash xxh3-64, seed 42", "tree clicks, hash xxh3-64, seed 43");
  }

  @Test void anEpochThatIsNotAdjacentIsRefused() {
    refused(TREE.replace("epoch: 3", "epoch: 5"), "3", "5");
  }

  @Test void aChangedTopologyOfTheSameEpochIsRefused() {
    assertThatThrownBy(() -> join(TREE.replace("[athens]", "[athens, berlin]")))
        .isInstanceOf(ClusterJoinException.class)
        .hasMessageContaining("another topology of the same epoch 3");
  }

  @Test void aProducerThatDoesNotFitKeepsNoNodeFromStarting() {
    join(TREE.replace("epoch: 3", "epoch: 4"));

    // may talk to the root of epoch 3, though not to that producer
    Network earlier = bench.topology(TREE.replace("epoch: 3", "epoch: 2")).network();
    bench.join(earlier, Joining.nodes(List.of(new NodeId("eu")), bench.address(1)));
    // a producer may not talk to that node, and does not stay
    assertThatThrownBy(() -> join(TREE.replace("epoch: 3", "epoch: 4")))
        .hasMessageContaining("epochs are not adjacent: theirs=2, ours=4");
  }

  @Test void anAdjacentEpochMayTalk() {
    join(TREE.replace("epoch: 3", "epoch: 4").replace("[athens]", "[athens, berlin]"));

    assertThat(log).noneMatch(line -> line.startsWith("refused"));
  }

  @Test void anAdjacentEpochThatCutsTheRootOtherwiseIsRefused() {
    refused(
        TREE.replace("epoch: 3", "epoch: 4").replace("count: 2", "count: 4"),
        "horizontal/2/", "horizontal/4/");
  }
}
