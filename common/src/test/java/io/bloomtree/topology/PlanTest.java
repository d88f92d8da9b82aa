package io.bloomtree.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bloomtree.filter.ErrorRates;
import io.bloomtree.filter.QuorumRates;
import io.bloomtree.filter.ReservoirShape;
import io.bloomtree.topology.Plan.PathPlan;
import io.bloomtree.topology.Plan.Share;
import io.bloomtree.topology.SliceFailures.QuorumRow;
import io.bloomtree.topology.SliceFailures.Row;
import io.bloomtree.sketch.HotCounter;
import io.bloomtree.wire.NodeId;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanTest {
  private static Plan plan(String text) {
    return Topology.parse("t.yaml", text).plan();
  }

  private static NodePlan node(Plan plan, String id) {
    return plan.nodes().stream()
        .filter(node -> node.id().equals(new NodeId(id))).findFirst().orElseThrow();
  }

  @Test void filtersOfOneShapeHaveTheWholeBudgetTogether() {
    Plan plan = plan("{ tree: t, regions: [{ id: r, edges: [a, b] }] }");

    assertThat(plan.shares()).singleElement().satisfies(share -> {
      assertThat(share.fpp()).isEqualTo(0.001);
      assertThat(share.built()).isEqualTo("cache-line");
      assertThat(share.nodes()).hasSize(4);
      assertThat(share.why()).contains("All filters on a path are alike");
    });
    assertThat(plan.paths()).extracting(PathPlan::falsePositives).allMatch(sum -> sum <= 0.001);
    assertThat(plan.memoryBytes()).isEqualTo(4 * node(plan, "root").bits() / 8);
  }

  @Test void verticalSlicesGiveWholeFiltersOfTheirDesignLoadThePlainLayout() {
    Plan plan = plan("""
        tree: t
        root: { slices: { count: 4, scheme: vertical } }
        regions: [{ id: r, edges: [a, { id: b, filter: { expected: 5k } }] }]
        """);

    assertThat(node(plan, "root").built()).isEqualTo("plain");
    assertThat(node(plan, "a").filter().shape()).isEqualTo(node(plan, "root").filter().shape());
    assertThat(node(plan, "b").built()).isEqualTo("cache-line");
    assertThat(plan.shares().get(0).why()).contains("vertical slices need it");
  }

  @Test void sketchesCostACopyForTheNodeOneForEachRegionAndTwoForEachEdgeThatMayStartAgain() {
    SketchPlan plan = plan("""
        tree: t
        sketches:
          { every: 500ms, bytes: 32KiB, frequency: { memory: 64KiB, depth: 5 }, similarity: {} }
        regions: [{ id: r, edges: [a, b, c] }, { id: s, edges: [d] }]
        """).sketches().orElseThrow();

    long each = plan.frequency().orElseThrow().shape().memoryBytes()
        + plan.similarity().orElseThrow().shape().memoryBytes();
    assertThat(plan.memoryBytes(new NodeId("root"))).isEqualTo(3 * each);
    assertThat(plan.memoryBytes(new NodeId("r"))).isEqualTo(7 * each);
    long cells = HotCounter.memoryBytes(plan.frequency().get().shape());
    assertThat(plan.memoryBytes(new NodeId("d"))).isEqualTo(each + cells);
    assertThat(plan.memoryBytes()).isEqualTo((3 + 7 + 3 + 4) * each + 4 * cells);
    assertThat(plan.bytesPerSecond()).isEqualTo(64 * 1024);
    int width = plan.frequency().get().shape().width();
    assertThat(plan.frequency().get().error()).isEqualTo(Math.E / width);
    assertThat(plan.frequency().get().confidence()).isEqualTo(1 - Math.exp(-5));
    assertThat(plan("{ tree: t, edges: [a] }").sketches()).isEmpty();
  }

  @Test void countsOfPairsAreTheLessSureTheFewerEventsAreLookedAt() {
    SketchPlan.Similarity all = similarity("sample: 1, memory: 1MiB");
    SketchPlan.Similarity some = similarity("sample: 0.1, memory: 1MiB");
    SketchPlan.Similarity small = similarity("sample: 1, memory: 256KiB");

    assertThat(some.deviation()).isCloseTo(10 * all.deviation(), within(1e-6));
    assertThat(small.deviation()).isCloseTo(2 * all.deviation(), within(0.01 * all.deviation()));
  }

  @Test void whereManyEventsAreAlikeTheSampleErrsTooAndWithThePairs() {
    SketchPlan.Similarity some = similarity("sample: 0.1, memory: 1MiB");

    assertThat(some.deviation(0, 1e9)).isCloseTo(some.deviation() * 1e9, within(1e-3 * 1e9));
    // 10,000 of 100,000 are looked at: a hundredth more or less of them, and twice that of pairs
    double pairs = 1e12;
    double ofSample = 2 * pairs * Math.sqrt(0.9 / 10_000);
    assertThat(some.deviation(pairs, 100_000)).isGreaterThan(ofSample);
    assertThat(similarity("sample: 0.1, memory: 1GiB").deviation(pairs, 100_000))
        .isCloseTo(ofSample, within(0.1 * ofSample));
  }

  private static SketchPlan.Similarity similarity(String keys) {
    return plan("{ tree: t, sketches: { similarity: { " + keys + " } }, edges: [a] }")
        .sketches().orElseThrow().similarity().orElseThrow();
  }

  @Test void horizontalSlicesAreAnotherShape() {
    Plan plan = plan("{ tree: t, root: { slices: { count: 4 } }, edges: [a] }");

    assertThat(plan.shares()).extracting(Share::fpp).containsExactly(0.0005, 0.0005);
    assertThat(plan.worstFalsePositives()).isLessThanOrEqualTo(0.001).isGreaterThan(0.0009);
  }

  /** A leaf that records few events remembers what the root has forgotten, and errs on that. */
  @Test void nodesWithAWindowOfEventsDoNotErrTogether() {
    Plan plan = plan("{ tree: t, mode: sparse, window: 100k events, edges: [a, b] }");

    assertThat(plan.shares()).extracting(Share::fpp).containsExactly(0.0005, 0.0005, 0.0005);
    assertThat(plan.worstFalsePositives()).isLessThanOrEqualTo(0.001).isGreaterThan(0.0009);
    assertThat(plan("{ tree: t, window: 10m, edges: [a, b] }").shares()).hasSize(1);
  }

  @Test void aReservoirThatFillsUpHasRoomForTheExpectedEvents() {
    Plan plan = plan("""
        { tree: t, filter: { kind: reservoir, reset: set-ones, expected: 40k }, edges: [a] }""");

    assertThat(((ReservoirShape) node(plan, "root").filter().shape()).bits())
        .isGreaterThanOrEqualTo(40_000);
    assertThat(plan.shares().get(0).why()).contains("It fills up");
  }

  @Test void eachShapeOnAPathHasAShareAndThePathsStayWithinTheBudget() {
    Plan plan = plan("""
        tree: t
        filter: { expected: 100k, fpp: 0.01 }
        regions:
          - id: eu
            filter: { expected: 40k }
            regions: [{ id: south, filter: { expected: 10k }, edges: [a] }]
            edges: [b]
        edges: [c]
        """);

    assertThat(node(plan, "root").share()).isEqualTo(0.01 / 3);
    assertThat(node(plan, "eu").share()).isEqualTo(0.01 / 3);
    assertThat(node(plan, "a").share()).isEqualTo(0.01 / 3);
    assertThat(plan.paths()).hasSize(3).allSatisfy(path ->
        assertThat(path.falsePositives()).isLessThanOrEqualTo(0.01));
    PathPlan longest = plan.paths().get(0);
    assertThat(longest.nodes()).extracting(NodeId::value)
        .containsExactly("a", "south", "eu", "root");
    assertThat(longest.falsePositives()).isCloseTo(
        node(plan, "root").falsePositives() + node(plan, "eu").falsePositives()
            + node(plan, "a").falsePositives(), within(1e-15));
  }

  @ParameterizedTest(name = "P4, seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
  void noPathOfAnyTreeExceedsTheBudget(long seed) {
    var random = new Random(seed);
    StringBuilder text = new StringBuilder("{ tree: t, filter: { fpp: 0.01, expected: 3k }");
    text.append(random.nextBoolean()
        ? ", root: { slices: { count: 3, scheme: vertical } }"
        : ", root: { slices: { count: 3 } }");
    text.append(", regions: ").append(regions(random, "r", 3)).append(" }");
    Plan plan = plan(text.toString());

    assertThat(plan.worstFalsePositives()).isLessThanOrEqualTo(0.01);
    assertThat(plan.nodes()).allSatisfy(node ->
        assertThat(node.falsePositives()).isLessThanOrEqualTo(node.share() * (1 + 1e-6)));
  }

  private static String regions(Random random, String prefix, int depth) {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < 2; i++) {
      String id = prefix + i;
      text.append("{ id: ").append(id);
      if (random.nextBoolean()) {
        text.append(", filter: { expected: ").append(1 + random.nextInt(3)).append("k }");
      }
      if (random.nextInt(3) == 0) {
        text.append(", slices: { count: 2, scheme: ")
            .append(random.nextBoolean() ? "vertical" : "horizontal").append(" }");
      }
      if (depth > 1 && random.nextBoolean()) {
        text.append(", regions: ").append(regions(random, id, depth - 1));
      }
      text.append(", edges: [e").append(id).append("] },");
    }
    return text.append("]").toString();
  }

  @Test void failuresOfVerticalSlicesAreThoseOfTheFormulas() {
    NodePlan root = node(plan("""
        { tree: t, filter: { expected: 10k, fpp: 0.01 }, edges: [a],
          root: { slices: { count: 8, scheme: vertical } } }
        """), "root");
    int k = root.probes();
    double fill = ErrorRates.fillOfLarge(root.bits(), k, 10_000);

    assertThat(root.failures().orElseThrow().rows()).hasSize(7);
    Row two = root.failures().orElseThrow().rows().get(1);
    assertThat(two.failed()).isEqualTo(2);
    assertThat(two.duplicate().falsePositives())
        .isEqualTo(ErrorRates.verticalFailedAsDuplicate(fill, k, 2, 8));
    assertThat(two.duplicate().falseNegatives()).isZero();
    assertThat(two.distinct().falsePositives())
        .isEqualTo(ErrorRates.verticalFailedAsDistinct(fill, k, 2, 8));
    assertThat(two.distinct().falseNegatives())
        .isEqualTo(ErrorRates.verticalFalseNegatives(k, 2, 8));
    assertThat(two.distinctFalseNegativesAsPrinted())
        .isEqualTo(ErrorRates.verticalFalseNegativesAsPrinted(k, 2, 8));
    assertThat(two.quorums()).hasSize(k);
    QuorumRow three = two.quorums().get(2);
    var rates = new QuorumRates(k, 3, fill, 0.25);
    assertThat(three.quorum()).isEqualTo(3);
    assertThat(three.ours().falsePositives()).isEqualTo(rates.falsePositives());
    assertThat(three.ours().falseNegatives()).isEqualTo(rates.falseNegatives());
    assertThat(three.falsePositivesOfPaper()).isEqualTo(rates.falsePositivesOfPaper());
    assertThat(three.falsePositivesAsPrinted()).isEqualTo(rates.falsePositivesAsPrinted());
  }

  @Test void failuresOfHorizontalSlicesAreThoseOfTheFormulas() {
    NodePlan root = node(
        plan("{ tree: t, filter: { expected: 10k }, edges: [a], root: { slices: { count: 4 } } }"),
        "root");
    Row one = root.failures().orElseThrow().rows().get(0);
    double rate = root.falsePositives();

    assertThat(one.duplicate().falsePositives())
        .isEqualTo(ErrorRates.horizontalFailedAsDuplicate(rate, 1, 4));
    assertThat(one.distinct().falsePositives())
        .isEqualTo(ErrorRates.horizontalFailedAsDistinct(rate, 1, 4));
    assertThat(one.distinct().falseNegatives()).isEqualTo(0.25);
    assertThat(one.quorums()).isEmpty();
  }

  @Test void aNodeWithoutSlicesHasNoneThatCouldFail() {
    Plan plan = plan("{ tree: t, edges: [a], root: { slices: { count: 1 } } }");

    assertThat(plan.nodes()).allMatch(node -> node.failures().isEmpty());
    assertThat(plan.shares()).as("one slice is the whole").hasSize(1);
  }

  @Test void whatANodeForgetsIsWhatItsShapeSays() {
    Plan plan = plan("""
        tree: t
        filter: { kind: stable, expected: 10k, gap: 300 }
        root: { slices: { count: 2 } }
        edges: [{ id: a, filter: { kind: importance } }, { id: b, filter: { kind: bloom } }]
        """);
    NodePlan root = node(plan, "root");
    Forgetting forgetting = root.forgetting().orElseThrow();

    assertThat(forgetting.usual()).extracting(Forgetting.Missed::gap)
        .containsExactly(99L, 999L, 9_999L, 99_999L);
    assertThat(forgetting.usual()).allSatisfy(missed -> assertThat(missed.falseNegatives())
        .as("a slice is fed half of the events")
        .isEqualTo(root.filter().sliceShape().falseNegativeRate(missed.gap() / 2)));
    assertThat(forgetting.telling()).isEqualTo(forgetting.atGap());
    assertThat(forgetting.atGap().orElseThrow().gap()).isEqualTo(300);
    assertThat(node(plan, "b").forgets()).isFalse();
    Forgetting.Missed important = node(plan, "a").forgetting().orElseThrow().usual().get(1);
    assertThat(important.byImportance().orElseThrow().most())
        .isLessThan(important.byImportance().orElseThrow().least());
  }

  @Test void whatIsOlderThanTheWindowIsNotMissed() {
    Plan plan = plan("""
        { tree: t, window: 10m, filter: { equal-timers: 2 }, edges: [a] }
        """);
    Forgetting forgetting = node(plan, "root").forgetting().orElseThrow();

    assertThat(forgetting.usual()).hasSize(3);
    assertThat(forgetting.telling()).contains(forgetting.usual().get(2));
    assertThat(plan("{ tree: t, window: 10m, edges: [a] }").nodes())
        .noneMatch(NodePlan::forgets);
  }

  @Test void onlyBloomAndSlidingFiltersThatStayAsTheyAreCanBeCutVertically() {
    assertThat(tolerance("{ kind: bloom }").verticalByFalseNegatives()).isPresent();
    for (String filter : List.of("{ growth: density }", "{ kind: stable }", "{ kind: buffer }")) {
      assertThat(tolerance(filter).verticalByFalseNegatives()).as(filter).isEmpty();
      assertThat(tolerance(filter).horizontalByFalseNegatives()).as(filter).isPresent();
    }
  }

  private static SliceTolerance tolerance(String filter) {
    return node(plan("{ tree: t, filter: " + filter + ", edges: [a] }"), "root")
        .tolerating(1, 0.1, 0.1);
  }

  @Test void theFewestSlicesFollowDefinitionThree() {
    NodePlan root = node(plan("{ tree: t, filter: { fpp: 0.01 }, edges: [a] }"), "root");
    double rate = root.falsePositives();
    SliceTolerance tolerance = root.tolerating(2, 0.15, 0.1);

    assertThat(tolerance.horizontalByFalsePositives())
        .hasValue(ErrorRates.horizontalSlicesForFalsePositives(2, rate, 0.15));
    assertThat(tolerance.verticalByFalsePositives())
        .hasValue(ErrorRates.verticalSlicesForFalsePositives(2, root.probes(), rate, 0.15));
    assertThat(tolerance.horizontalByFalseNegatives()).hasValue(20);
    assertThat(tolerance.verticalByFalseNegatives())
        .hasValue(ErrorRates.verticalSlicesForFalseNegatives(2, root.probes(), 0.1));
    assertThat(root.tolerating(1, 0.001, 0.1).verticalByFalsePositives())
        .as("below the rate of the filter itself").isEmpty();
  }
}
