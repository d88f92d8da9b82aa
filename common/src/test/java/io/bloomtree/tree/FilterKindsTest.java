package io.bloomtree.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BufferShape;
import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.GrowingShape.Trigger;
import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.filter.ReservoirShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.StableShape;
import io.bloomtree.filter.TimedBufferShape;
import io.bloomtree.filter.Window;
import io.bloomtree.tree.Resolution.Verdict;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the kinds of filter are told in a tree, and how long they remember there. */
class FilterKindsTest {
  private static final long EVENT = 4711;
  private static final Window MINUTE = Window.of(Duration.ofMinutes(1));
  private static final long SLOT = 600;
  private static final SlicePlan BLOOM = Trees.WHOLE;

  private static QuietTree tree(SlicePlan root, SlicePlan regions, SlicePlan leaves, Mode mode) {
    return new QuietTree(
        new TreeShape(2, 1, 2, root, regions, leaves), new Tuning().mode(mode).settings());
  }

  private static SlidingShape sliding() {
    return SlidingShape.sizedFor(1_000, 1e-6, MINUTE);
  }

  static Stream<Arguments> windowed() {
    FilterShape sliding = sliding();
    FilterShape growing = new GrowingShape(sliding, Trigger.DENSITY, 4, 1 << 30);
    FilterShape buffer = new TimedBufferShape(new BufferShape(1_000), MINUTE);
    Map<String, SlicePlan[]> trees = Map.of(
        "sliding", plans(SlicePlan.whole(sliding), SlicePlan.whole(sliding)),
        "horizontal root", plans(SlicePlan.horizontal(sliding, 3), SlicePlan.whole(sliding)),
        "vertical root", plans(SlicePlan.vertical(sliding, 3), SlicePlan.whole(sliding)),
        "growing", plans(SlicePlan.whole(growing), SlicePlan.whole(growing)),
        "buffers below", plans(SlicePlan.whole(sliding), SlicePlan.whole(buffer)));
    return trees.entrySet().stream().flatMap(tree -> Stream.of(Mode.values())
        .map(mode -> Arguments.of(tree.getKey(), mode, tree.getValue())));
  }

  private static SlicePlan[] plans(SlicePlan root, SlicePlan below) {
    return new SlicePlan[] {root, below};
  }

  /** P2 within the window, and P1 after it: at every level, whoever recorded the event when. */
  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("windowed")
  void anEventIsADuplicateForItsWindowAndNoLonger(String name, Mode mode, SlicePlan[] plans) {
    var tree = tree(plans[0], plans[1], plans[1], mode);
    assertThat(tree.offer(0, EVENT).isDistinct()).isTrue();

    // copies elsewhere, later and later: each is recorded below as old as the event is
    for (long passed = 0; passed < MINUTE.span() - 6_000; passed += 6_000) {
      tree.pass(6_000);
      assertThat(tree.offer(0, EVENT).isDistinct()).as("after %d ms", passed).isFalse();
      assertThat(tree.offer(1, EVENT).isDistinct()).as("after %d ms", passed).isFalse();
    }
    tree.pass(6_000 + 2 * SLOT);

    assertThat(tree.offer(1, EVENT).isDistinct()).as("its window has passed").isTrue();
    assertThat(tree.offer(0, EVENT).isDistinct()).as("delivered anew").isFalse();
  }

  @Test void aWindowOfEventsIsMeasuredInWhatEachNodeRecords() {
    var events = SlidingShape.sizedFor(100, 1e-6, Window.ofEvents(100));
    var growing = new GrowingShape(
        SlidingShape.sizedFor(40, 1e-6, Window.ofEvents(100)), Trigger.DENSITY, 8, 1 << 30);
    for (FilterShape shape : new FilterShape[] {events, growing}) {
      var tree = tree(
          SlicePlan.whole(shape), SlicePlan.whole(shape), SlicePlan.whole(shape), Mode.SPARSE);
      tree.offer(0, EVENT);
      for (long other = 1; other <= 100; other++) {
        tree.offer(1, EVENT + other);
        assertThat(tree.offer(1, EVENT + other).isDistinct()).as("copies do not count").isFalse();
      }
      assertThat(tree.offer(0, EVENT).level()).as("its leaf recorded nothing since").isEqualTo(2);
      assertThat(tree.offer(1, EVENT).level()).as("so did the others").isEqualTo(1);

      tree.offer(1, EVENT + 101);
      tree.offer(1, EVENT + 102);
      assertThat(tree.offer(1, EVENT).isDistinct()).as("forgotten above its leaf").isTrue();
    }
  }

  @Test void aLeafWithAShorterWindowAsksAgainAndLeaksNothing() {
    var quick = SlicePlan.whole(
        SlidingShape.sizedFor(1_000, 1e-6, Window.of(Duration.ofSeconds(5))));
    var tree = tree(SlicePlan.whole(sliding()), quick, quick, Mode.DENSE);
    tree.offer(0, EVENT);
    tree.pass(20_000);

    Verdict copy = tree.offer(0, EVENT);

    assertThat(copy.isDistinct()).isFalse();
    assertThat(copy.level()).as("leaf and region have forgotten it").isZero();
    tree.pass(1_000);
    assertThat(tree.offer(0, EVENT).level()).as("as old as it is, it is too old here").isZero();
  }

  static Stream<Arguments> learning() {
    FilterShape stable = StableShape.forMemory(1 << 14, 0.001);
    FilterShape reservoir =
        ReservoirShape.forMemory(1 << 14, 0.001, ReservoirShape.Profile.FEW_FALSE_POSITIVES);
    FilterShape importance =
        ImportanceShape.boundedForMemory(1 << 16, 0.01, ImportanceShape.Variant.MULTI_CLASS);
    return Stream.of(stable, reservoir, importance)
        .flatMap(shape -> Stream.of(Mode.values()).map(mode -> Arguments.of(shape, mode)));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("learning")
  void whatLearnsFromEveryOfferIsToldOfCopies(FilterShape shape, Mode mode) {
    var tree = tree(SlicePlan.whole(shape), BLOOM, SlicePlan.whole(shape), mode);
    tree.offer(0, EVENT);
    byte[] root = only(tree, "root").toSnapshot();
    byte[] leaf = only(tree, "a0").toSnapshot();
    byte[] other = only(tree, "a1").toSnapshot();

    assertThat(tree.offer(0, EVENT).level()).as("the leaf knows it").isEqualTo(2);
    assertThat(only(tree, "a0").toSnapshot()).as("the leaf has seen a copy").isNotEqualTo(leaf);
    assertThat(only(tree, "root").toSnapshot()).as("the root has not").isEqualTo(root);

    assertThat(tree.offer(1, EVENT).level()).as("the region knows it").isEqualTo(1);
    assertThat(only(tree, "a1").toSnapshot()).as("hears of it").isNotEqualTo(other);
    assertThat(only(tree, "root").toSnapshot()).isEqualTo(root);
  }

  @Test void aRootThatLearnsIsToldOfCopiesThatReachIt() {
    var tree = tree(
        SlicePlan.horizontal(StableShape.forMemory(1 << 16, 0.001), 2),
        SlicePlan.whole(new BufferShape(1)), SlicePlan.whole(new BufferShape(1)), Mode.SPARSE);
    tree.offer(0, EVENT);
    tree.offer(0, EVENT + 1); // and the buffers have forgotten the first
    byte[] before = tree.filtersOf("root").get(ownerOf(EVENT)).toSnapshot();

    assertThat(tree.offer(0, EVENT).level()).isZero();
    assertThat(tree.filtersOf("root").get(ownerOf(EVENT)).toSnapshot()).isNotEqualTo(before);
  }

  private static int ownerOf(long event) {
    return SlicePlan.horizontal(StableShape.forMemory(1 << 16, 0.001), 2).owner(event);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(Mode.class)
  void whatHoldsConfirmedEventsIsNotToldOfCopiesItKnows(Mode mode) {
    var tree = tree(BLOOM, BLOOM, BLOOM, mode);
    tree.offer(0, EVENT);
    byte[] root = only(tree, "root").toSnapshot();
    byte[] leaf = only(tree, "a0").toSnapshot();
    tree.offer(0, EVENT);
    tree.offer(1, EVENT);

    assertThat(only(tree, "root").toSnapshot()).isEqualTo(root);
    assertThat(only(tree, "a0").toSnapshot()).isEqualTo(leaf);
  }

  @Test void importanceReachesEveryFilterOnTheWay() {
    var shape = SlicePlan.whole(
        ImportanceShape.boundedForMemory(1 << 16, 0.01, ImportanceShape.Variant.MULTI_CLASS));
    var important = tree(shape, shape, shape, Mode.SPARSE);
    var trifling = tree(shape, shape, shape, Mode.SPARSE);
    important.offer(0, EVENT, 255);
    trifling.offer(0, EVENT, 0);

    for (String node : new String[] {"root", "r1-0", "a0"}) {
      assertThat(only(important, node).holds(EVENT)).isTrue();
      assertThat(only(important, node).toSnapshot()).as(node)
          .isNotEqualTo(only(trifling, node).toSnapshot());
    }
  }

  /** Section 5: at its limit a filter errs more, and its node says so. */
  @Test void aFilterThatMayNotGrowIsReported() {
    var shape = new GrowingShape(
        BloomShape.sizedFor(BloomShape.Layout.PLAIN, 10, 0.01), Trigger.CARDINALITY, 2, 1 << 20);
    var tree = tree(SlicePlan.whole(shape), BLOOM, BLOOM, Mode.SPARSE);
    for (long event = 0; event < 40; event++) {
      tree.offer(0, event * 0x9E3779B97F4A7C15L);
    }

    assertThat(only(tree, "root").subFilters()).isEqualTo(2);
    assertThat(only(tree, "root").isGrowthRefused()).isTrue();
    assertThat(tree.growthRefused()).containsExactly("root");
  }

  private static FilterSlice only(QuietTree tree, String node) {
    assertThat(tree.filtersOf(node)).hasSize(1);
    return tree.filtersOf(node).get(0);
  }
}
