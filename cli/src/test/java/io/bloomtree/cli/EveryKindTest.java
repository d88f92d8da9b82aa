package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of filter on a real tree in this process. */
class EveryKindTest {
  private static final int EVENTS = 20_000;

  private static RunResult run(String yaml, long seed) throws InterruptedException {
    var topology = Topology.parse("test", yaml);
    try (OfferedTree tree = OfferedTree.embedded(topology)) {
      return new StreamRun(tree, 1024, System::nanoTime, done -> { })
          .run(new DemoStream(topology.root(), tree.edges(), EVENTS, seed));
    }
  }

  private static String tree(String mode, String root, String below) {
    return """
        tree: test
        mode: %s
        %s
        root: %s
        regions: [{ id: eu, edges: [a, b] }]
        edges: [c]
        """.formatted(mode, below, root);
  }

  static List<String> rootsThatRememberAll() {
    var all = new ArrayList<String>();
    for (String mode : List.of("sparse", "dense")) {
      for (String slices : List.of("{ count: 1 }", "{ count: 3 }",
          "{ count: 3, scheme: vertical }")) {
        all.add(tree(mode, "{ slices: " + slices + " }",
            "window: 1h\nfilter: { expected: 100k, fpp: 1e-9 }"));
        all.add(tree(mode, "{ slices: " + slices + " }",
            "window: 1h\nfilter: { kind: buffer, expected: 10 }")
            .replace("root: {", "root: { filter: { kind: sliding, expected: 100k },"));
      }
      for (String growth : List.of("density", "cardinality")) {
        String filter = "filter: { expected: 500, fpp: 1e-9, growth: " + growth + " }";
        all.add(tree(mode, "{ slices: { count: 2 } }", filter));
        all.add(tree(mode, "{}", "window: 1h\n" + filter));
      }
      for (String kind : List.of("stable", "reservoir", "importance", "buffer", "fp-buffer")) {
        all.add(tree(mode, "{ filter: { kind: bloom, expected: 100k } }",
            "filter: { kind: " + kind + ", expected: 100, fpp: 1e-6 }"));
      }
    }
    return all;
  }

  /** P1 and P2: a filter that forgets below a root that does not leaks nothing. */
  @ParameterizedTest(name = "seed 1, {0}")
  @MethodSource("rootsThatRememberAll")
  void everyKeyIsDeliveredOnce(String yaml) throws InterruptedException {
    var result = run(yaml, 1);

    var errors = result.judgement().errors();
    assertThat(errors.expectedLeaks()).isEmpty();
    assertThat(errors.falseNegatives()).isZero();
    assertThat(errors.lost()).isZero();
    assertThat(errors.falsePositives()).isLessThanOrEqualTo(2);
    assertThat(result.judgement().told().events()).isEqualTo(EVENTS);
    assertThat(result.judgement().told().failed()).isZero();
  }

  @ParameterizedTest(name = "seed 2, root of kind {0}")
  @ValueSource(strings = {
      "stable, memory: 4KiB", "reservoir, memory: 4KiB", "importance, memory: 8KiB",
      "buffer, expected: 500", "fp-buffer, expected: 500"})
  void aRootThatForgetsLeaksAboutAsMuchAsIsExpected(String kind) throws InterruptedException {
    var result = run(
        tree("sparse", "{ filter: { kind: " + kind + " }, slices: { count: 2 } }",
            "filter: { kind: buffer, expected: 20, fpp: 0.01 }"), 2);

    var errors = result.judgement().errors();
    assertThat(errors.isBroken()).isFalse();
    assertThat(errors.expectedLeaks()).isPresent();
    double expected = errors.expectedLeaks().getAsDouble();
    // by the papers' theory, which knows streams of events that are all as frequent
    assertThat((double) errors.falseNegatives()).isBetween(expected * 0.5, expected * 1.5 + 20);
    assertThat(result.json()).containsEntry("expectedFalseNegatives", expected);
  }

  @Test void aWindowThatPassesMakesEventsNewAgain() throws InterruptedException {
    var result = run(tree("sparse", "{}", "window: 200 events\nfilter: { expected: 1k }"), 3);

    var errors = result.judgement().errors();
    assertThat(errors.afterWindow()).isPositive();
    assertThat(result.json()).containsEntry("deliveredAfterWindow", errors.afterWindow());
  }
}
