package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.topology.Topology;
import io.bloomtree.topology.TopologyNode;
import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.wire.NodeId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoStreamTest {
  private static final Topology TOPOLOGY = Topology.parse("test", """
      tree: test
      regions: [{ id: eu, edges: [a, b] }, { id: us, edges: [c] }]
      """);
  private static final List<NodeId> EDGES = TOPOLOGY.nodes().stream()
      .filter(node -> node.role() == Role.EDGE).map(TopologyNode::id).toList();

  private record Seen(int edge, String key) {}

  private static List<Seen> stream(long events, long seed) {
    var stream = new DemoStream(TOPOLOGY.root(), EDGES, events, seed);
    var all = new ArrayList<Seen>();
    for (var event = stream.next(); event.isPresent(); event = stream.next()) {
      all.add(new Seen(event.get().edge(), new String(event.get().key(), UTF_8)));
    }
    return all;
  }

  @Test
  void theSameSeedGivesTheSameStream() {
    assertThat(stream(5_000, 7)).hasSize(5_000).isEqualTo(stream(5_000, 7));
    assertThat(stream(5_000, 7)).isNotEqualTo(stream(5_000, 8));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void regionalKeysAreSeenInOneRegionAndTheOthersEverywhere(long seed) {
    Set<Integer> everywhere = new HashSet<>();
    int regional = 0;
    for (Seen seen : stream(20_000, seed)) {
      if (seen.key().startsWith("/page/")) {
        everywhere.add(seen.edge());
      } else {
        assertThat(seen.key()).startsWith(seen.edge() < 2 ? "/eu/" : "/us/");
        regional++;
      }
    }
    assertThat(everywhere).containsExactlyInAnyOrder(0, 1, 2);
    // repetitions are as regional as what they repeat, and are no independent draws: 8 sigma
    assertThat(regional).isBetween(7_450, 8_550);
  }

  @ParameterizedTest
  @ValueSource(longs = {10_000, 100_000})
  void theShareOfDuplicatesHardlyDependsOnTheLength(long events) {
    long distinct = stream(events, 1).stream().map(Seen::key).distinct().count();

    assertThat((double) distinct / events).isBetween(0.2, 0.5);
  }

  @Test
  void anEdgeAtTheRootIsARegionOfItsOwn() {
    var topology = Topology.parse("test", "{ tree: test, edges: [a] }");
    var stream = new DemoStream(topology.root(), List.of(new NodeId("a")), 1, 1);

    assertThat(stream.next()).isPresent();
    assertThat(stream.next()).isEmpty();
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void ranksComeAsOftenAsZipfSays(long seed) {
    int ranks = 10;
    int draws = 100_000;
    var zipf = new Zipf(ranks);
    var random = new SplittableRandom(seed);
    long[] counts = new long[ranks + 1];
    for (int i = 0; i < draws; i++) {
      counts[(int) zipf.draw(random)]++;
    }

    double harmonic = 0;
    for (int rank = 1; rank <= ranks; rank++) {
      harmonic += 1.0 / rank;
    }
    for (int rank = 1; rank <= ranks; rank++) {
      double share = 1 / (rank * harmonic);
      double sigma = Math.sqrt(draws * share * (1 - share));
      assertThat((double) counts[rank]).isBetween(draws * share - 5 * sigma,
          draws * share + 5 * sigma);
    }
  }

  @Test
  void oneRankIsAlwaysDrawn() {
    assertThat(new Zipf(1).draw(new SplittableRandom(1))).isEqualTo(1);
  }
}
