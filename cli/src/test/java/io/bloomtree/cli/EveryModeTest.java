package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.topology.Topology;
import io.bloomtree.wire.NodeId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** P1 and P2 on a real tree in this process, far below design load: no error of any kind. */
class EveryModeTest {
  private static final int EVENTS = 4000;

  static List<String> topologies() {
    var all = new ArrayList<String>();
    for (String mode : List.of("sparse", "dense")) {
      for (String slices : List.of(
          "{ count: 1 }",
          "{ count: 3, scheme: horizontal }",
          "{ count: 3, scheme: vertical, probing: parallel }",
          "{ count: 3, scheme: vertical, probing: pipelined }")) {
        for (String verify : List.of("", "verify: { above: 1 }", "verify: { above: 2 }")) {
          all.add("""
              tree: test
              mode: %s
              %s
              filter: { expected: 100k, fpp: 1e-9 }
              root: { slices: %s }
              regions:
                - { id: eu, slices: %s, edges: [a, b], regions: [{ id: south, edges: [c] }] }
              edges: [d]
              """.formatted(mode, verify, slices, slices));
        }
      }
    }
    return all;
  }

  private static RunResult run(Topology topology, int inFlight, long seed)
      throws InterruptedException {
    try (OfferedTree tree = OfferedTree.embedded(topology)) {
      return new StreamRun(tree, inFlight, System::nanoTime, done -> { })
          .run(new DemoStream(topology.root(), tree.edges(), EVENTS, seed));
    }
  }

  @ParameterizedTest(name = "seed 1, {0}")
  @MethodSource("topologies")
  void everyKeyIsDeliveredOnce(String yaml) throws InterruptedException {
    var result = run(Topology.parse("test", yaml), 1024, 1);

    var told = result.judgement().told();
    assertThat(result.judgement().errors()).isEqualTo(new Judgement.Errors(0, 0, 0, 0));
    assertThat(told.events()).isEqualTo(EVENTS);
    assertThat(told.distinct()).isEqualTo(result.judgement().keys());
    assertThat(told.degraded()).isZero();
    assertThat(told.failed()).isZero();
  }

  @ParameterizedTest(name = "seed 2, {0}")
  @MethodSource("topologies")
  void filtersThatAreTooSmallErrAndNothingElseDoes(String yaml) throws InterruptedException {
    var small = Topology.parse("test",
        yaml.replace("expected: 100k, fpp: 1e-9", "expected: 300, fpp: 0.05"));

    var result = run(small, 256, 2);

    var errors = result.judgement().errors();
    assertThat(errors.falsePositives()).isPositive();
    assertThat(errors).isEqualTo(new Judgement.Errors(errors.falsePositives(), 0, 0, 0));
    assertThat(result.judgement().told().distinct())
        .isEqualTo(result.judgement().keys() - errors.falsePositives());
    assertThat(result.overloaded()).contains(new NodeId("root"));
  }

  @ParameterizedTest(name = "seed 1, {0}")
  @ValueSource(strings = {"sparse", "dense"})
  void accessesAreTestsAndSetsOnTheWay(String mode) throws InterruptedException {
    // one event at a time and one edge: each event is tested on every level that it comes to, and
    // set once on every level if it is new. What a slow machine makes the agent repeat comes on top
    var result = run(Topology.parse("test", """
        tree: test
        mode: %s
        regions: [{ id: eu, edges: [a] }]
        """.formatted(mode)), 1, 1);

    long keys = result.judgement().keys();
    assertThat(result.tests(2)).isEqualTo(EVENTS);
    assertThat(result.sets(2)).isEqualTo(keys);
    for (var level : result.judgement().levels()) {
      assertThat(result.tests(level.level())).isGreaterThanOrEqualTo(level.events());
      assertThat(result.sets(level.level())).isGreaterThanOrEqualTo(keys);
      assertThat(level.hits()).isEqualTo(level.level() == 2 ? EVENTS - keys : 0);
    }
    assertThat(result.judgement().atEdge().events()).isEqualTo(EVENTS - keys);
    assertThat(result.bytesOfEdges()).isPositive();
  }
}
