package io.bloomtree.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.filter.SlicePlan.Scheme;
import io.bloomtree.sketch.Shingles;
import io.bloomtree.state.Fsync;
import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.tree.Mode;
import io.bloomtree.tree.ParentPolicy;
import io.bloomtree.tree.Place;
import io.bloomtree.tree.Probing;
import io.bloomtree.tree.Settings;
import io.bloomtree.tree.SlicePolicy;
import io.bloomtree.wire.NodeId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TopologyTest {
  private static final String SMALLEST = "{ tree: t, edges: [a] }";

  @Test void theShortestFileHasTheDefaultsOfTheStateMachines() {
    Topology topology = Topology.parse("t.yaml", SMALLEST);
    Network network = topology.network();

    assertThat(network.settings(new NodeId("root"))).isEqualTo(Settings.defaults());
    assertThat(network.settings(new NodeId("a"))).isEqualTo(Settings.defaults());
    assertThat(topology.fpp()).isEqualTo(0.001);
    assertThat(topology.root().filter().expected()).isEqualTo(1_000_000);
    assertThat(topology.root().slices().scheme()).isEqualTo(Scheme.WHOLE);
    assertThat(topology.limits().key()).isEqualTo(64 * 1024);
    assertThat(topology.limits().frame()).isEqualTo(1 << 20);
    assertThat(topology.limits().subFilters()).isEqualTo(16);
    assertThat(topology.keyHash().name()).isEqualTo("xxh3-64");
    assertThat(topology.keyHash().maxKeyBytes()).isEqualTo(64 * 1024);
    assertThat(topology.identity().epoch()).isZero();
  }

  @Test void theProjectsOwnTopologyLoads() {
    Topology topology = Topology.read(ownFile());

    assertThat(topology.tree()).isEqualTo("clicks");
    assertThat(topology.nodes()).extracting(node -> node.id().value()).containsExactly(
        "root", "eu", "eu-south", "athens-1", "athens-2", "berlin-1", "us", "nyc-1", "sfo-1");
    assertThat(topology.identity().tree().hashSeed()).isEqualTo(42);
    Network network = topology.network();
    Place athens = network.place(new NodeId("athens-1"));
    assertThat(athens.level()).isEqualTo(3);
    assertThat(athens.parent().orElseThrow().id()).isEqualTo(new NodeId("eu-south"));
    assertThat(athens.rootSlices()).isEqualTo(4);
    assertThat(network.place(new NodeId("eu")).children())
        .extracting(child -> child.id().value()).containsExactly("eu-south", "berlin-1");
    assertThat(network.places()).hasSize(9);
    assertThat(network.settings(new NodeId("root")).probing()).isEqualTo(Probing.PIPELINED);
  }

  static Path ownFile() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.exists(here.resolve("topology.yaml"))) {
      here = here.getParent();
    }
    return here.resolve("topology.yaml");
  }

  @Test void everythingThatIsWrittenArrives() {
    Topology topology = Topology.parse("t.yaml", """
        tree: t
        epoch: 7
        mode: sparse
        verify: { above: 1 }
        filter: { kind: bloom, expected: 20k, fpp: 0.01, growth: none }
        failure: { slices: duplicate, parent: drop, timeout: 1s500ms, lease: 1m }
        batch: { events: 1k, linger: 0s, in-flight: 8 }
        hash: { name: komihash-5.0, seed: -3 }
        limits:
          { key: 1kB, frame: 8KiB, claims: 1.5k, offers: 2, outstanding: 3, relayed: 4, agents: 5,
            deadline: 10s }
        root: { slices: { count: 3, scheme: vertical, probing: pipelined } }
        edges: [a]
        """);
    Settings settings = topology.network().settings(new NodeId("root"));

    assertThat(settings).isEqualTo(new Settings(
        Mode.SPARSE, Probing.PIPELINED, 1, new SlicePolicy.Duplicate(), ParentPolicy.DROP,
        new Settings.Timing(Duration.ofSeconds(10), Duration.ofMillis(1500),
            Duration.ofMinutes(1), Duration.ofMillis(375), Duration.ofMillis(50)),
        new Settings.Batching(1000, Duration.ZERO, 8),
        new Settings.Limits(1500, 4, 2, 3, 5),
        new Settings.Copying(960, Duration.ofMillis(10))));
    assertThat(topology.epoch()).isEqualTo(7);
    assertThat(topology.hash()).isEqualTo(new HashSpec("komihash-5.0", -3));
    assertThat(topology.limits().key()).isEqualTo(1000);
    assertThat(topology.limits().frame()).isEqualTo(8192);
  }

  @Test void stateIsKeptWhereTheFileSaysAndForcedToDiskOnceASecondUnlessItSaysOtherwise() {
    Topology usual = Topology.parse("t.yaml", "{ tree: t, data: ./data, edges: [a] }");
    Topology careful = Topology.parse("t.yaml", "{ tree: t, data: d, fsync: each, edges: [a] }");
    Topology rare = Topology.parse("t.yaml", "{ tree: t, data: d, fsync: 1m30s, edges: [a] }");
    Topology never = Topology.parse("t.yaml", "{ tree: t, data: d, fsync: never, edges: [a] }");

    assertThat(Topology.parse("t.yaml", SMALLEST).data()).isEmpty();
    assertThat(usual.data()).contains(new DataSpec("./data", DataSpec.USUAL_FSYNC));
    assertThat(careful.data()).contains(new DataSpec("d", Fsync.each()));
    assertThat(rare.data())
        .contains(new DataSpec("d", Fsync.every(Duration.ofSeconds(90))));
    assertThat(never.data()).contains(new DataSpec("d", Fsync.never()));
  }

  @Test void sketchesAreThoseThatTheFileNamesWithDefaultsForWhatItLeavesOut() {
    Topology counting = Topology.parse("t.yaml",
        "{ tree: t, sketches: { frequency: { depth: 5, keep-keys: true } }, edges: [a] }");
    Topology comparing = Topology.parse("t.yaml", "{ tree: t, sketches: { every: 2s, bytes: 8KiB,"
        + " similarity: { shingle: 12 characters, sample: 0.5 } }, edges: [a] }");

    assertThat(Topology.parse("t.yaml", SMALLEST).sketches()).isEmpty();
    assertThat(counting.sketches()).contains(new SketchSpec(
        Duration.ofSeconds(1), 64 << 10,
        Optional.of(new SketchSpec.Frequency(256 << 10, 5, 100, true)), Optional.empty()));
    assertThat(comparing.sketches()).contains(new SketchSpec(
        Duration.ofSeconds(2), 8 << 10, Optional.empty(),
        Optional.of(new SketchSpec.Similarity(
            512 << 10, 4, 3, new ShingleSpec(12, Shingles.Unit.CHARACTERS), 0.5))));
    assertThat(counting.network().settings(new NodeId("a")).sketching())
        .isEqualTo(counting.network().settings(new NodeId("root")).sketching())
        .hasValueSatisfying(sketching -> {
          assertThat(sketching.maxBytes()).isEqualTo(64 << 10);
          assertThat(sketching.frequency().orElseThrow().shape().depth()).isEqualTo(5);
          assertThat(sketching.similarity()).isEmpty();
        });
    assertThat(List.of(
        counting.digest(), comparing.digest(), Topology.parse("t.yaml", SMALLEST).digest(),
        digest("{ tree: t, sketches: { frequency: { depth: 5 } }, edges: [a] }")))
        .doesNotHaveDuplicates();
    assertThat(digest("{ tree: t, edges: [a],"
        + " sketches: { frequency: { keep-keys: true, hot: 100, depth: 5 }, every: 1000ms } }"))
        .isEqualTo(counting.digest());
  }

  @Test void whatANodeLeavesOutComesFromWhatEnclosesItInTheFile() {
    Topology topology = Topology.parse("t.yaml", """
        tree: t
        filter: { expected: 5k }
        failure: { parent: deliver, lease: 20s }
        root: { filter: { expected: 9k }, failure: { lease: 40s } }
        regions:
          - id: eu
            filter: { expected: 4k }
            failure: { timeout: 1s }
            regions:
              - { id: south, failure: { timeout: 500ms }, edges: [athens] }
            edges: [{ id: berlin, filter: { expected: 1k }, failure: { parent: drop } }]
        edges: [lonely]
        """);

    assertThat(node(topology, "root").filter().expected()).isEqualTo(9000);
    assertThat(node(topology, "lonely").filter().expected()).isEqualTo(5000);
    assertThat(node(topology, "south").filter().expected()).isEqualTo(4000);
    assertThat(node(topology, "athens").filter().expected()).isEqualTo(4000);
    assertThat(node(topology, "berlin").filter().expected()).isEqualTo(1000);
    assertThat(node(topology, "root").failure()).isEqualTo(failure(ParentPolicy.DELIVER, 2000, 40));
    assertThat(node(topology, "eu").failure()).isEqualTo(failure(ParentPolicy.DELIVER, 1000, 20));
    assertThat(node(topology, "athens").failure())
        .isEqualTo(failure(ParentPolicy.DELIVER, 500, 20));
    assertThat(node(topology, "berlin").failure()).isEqualTo(failure(ParentPolicy.DROP, 1000, 20));
    assertThat(node(topology, "lonely").role()).isEqualTo(Role.EDGE);
  }

  private static TopologyNode node(Topology topology, String id) {
    return topology.network().node(new NodeId(id));
  }

  private static FailureSpec failure(ParentPolicy parent, long timeoutMillis, long leaseSeconds) {
    return new FailureSpec(new SlicePolicy.Distinct(), parent,
        Duration.ofMillis(timeoutMillis), Duration.ofSeconds(leaseSeconds));
  }

  @Test void aQuorumIsReadAndInherited() {
    Topology topology = Topology.parse("t.yaml", """
        tree: t
        failure: { slices: { quorum: 3 } }
        root: { slices: { count: 4, scheme: vertical } }
        edges: [a]
        """);

    assertThat(topology.network().settings(new NodeId("root")).slices())
        .isEqualTo(new SlicePolicy.Quorum(3));
  }

  @Test void theDigestIsThatOfTheMeaningNotOfTheSpelling() {
    long digest = digest("{ tree: t, filter: { expected: 10M }, edges: [a, b] }");

    assertThat(digest("# a comment\nedges:\n  - a\n  - { id: b }\nmode: dense\n"
        + "filter: { fpp: 1e-3, expected: 10000000 }\ntree: 't'\n")).isEqualTo(digest);
    assertThat(List.of(
        digest("{ tree: u, filter: { expected: 10M }, edges: [a, b] }"),
        digest("{ tree: t, filter: { expected: 11M }, edges: [a, b] }"),
        digest("{ tree: t, filter: { expected: 10M }, edges: [a, c] }"),
        digest("{ tree: t, filter: { expected: 10M }, edges: [a, b], epoch: 1 }")))
        .doesNotContain(digest).doesNotHaveDuplicates();
  }

  private static long digest(String text) {
    return Topology.parse("t.yaml", text).identity().topologyDigest();
  }

  @Test void anUnknownNodeIsRefusedWithTheNearestOne() {
    Network network = Topology.parse("t.yaml", "{ tree: t, edges: [athens-1] }").network();

    assertThatThrownBy(() -> network.place(new NodeId("athens")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no such node in tree t: id=athens, did you mean 'athens-1'?");
  }
}
