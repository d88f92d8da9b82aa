package io.bloomtree.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.BloomFilter;
import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.tree.Resolution.Decision;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What "One is Enough" (Koloniari et al., 2011) proves about Bloom trees, observed. */
class PropositionsTest {
  /** Small enough to err often: a proposition about errors needs some. */
  private static final BloomShape SHAPE = BloomShape.sizedFor(Layout.PLAIN, 300, 0.1);
  private static final int AGENTS = 6;
  private static final int EVENTS = 3_000;
  private static final int KEYS = 500;

  private static TreeShape tree(SlicePlan root) {
    SlicePlan whole = SlicePlan.whole(SHAPE);
    return new TreeShape(3, 2, AGENTS, root, whole, whole);
  }

  private static Settings settings(Mode mode) {
    Settings defaults = Settings.defaults();
    return new Settings(
        mode, defaults.probing(), 0, defaults.slices(), defaults.parent(), defaults.timing(),
        defaults.batching(), defaults.limits());
  }

  /** One input: some keys often, most rarely, each at agents of its own liking. */
  private interface Input {
    void offered(int agent, long fingerprint);
  }

  private static void play(long seed, Input input) {
    long[] keys = new Random(seed).longs(KEYS).toArray();
    Random random = new Random(~seed);
    for (int i = 0; i < EVENTS; i++) {
      int key = (int) (KEYS * Math.pow(random.nextDouble(), 2));
      input.offered(random.nextInt(AGENTS), keys[key]);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8})
  void sparseAndDenseRootsAreBitEqualForOneInput(long seed) { // Proposition 3
    var sparse = new QuietTree(tree(SlicePlan.whole(SHAPE)), settings(Mode.SPARSE));
    var dense = new QuietTree(tree(SlicePlan.whole(SHAPE)), settings(Mode.DENSE));

    play(seed, sparse::offer);
    play(seed, dense::offer);

    assertThat(dense.filtersOf("root")).isEqualTo(sparse.filtersOf("root"));
    assertThat(dense.filtersOf("a0")).isNotEqualTo(sparse.filtersOf("a0"));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8})
  void denseTreesResolveMoreAtTheLeavesAndLessAtTheRoot(long seed) {
    var sparse = new QuietTree(tree(SlicePlan.whole(SHAPE)), settings(Mode.SPARSE));
    var dense = new QuietTree(tree(SlicePlan.whole(SHAPE)), settings(Mode.DENSE));

    play(seed, sparse::offer);
    play(seed, dense::offer);

    assertThat(dense.count("a0", Tally.Count.HITS))
        .isGreaterThan(sparse.count("a0", Tally.Count.HITS));
    assertThat(dense.count("root", Tally.Count.TESTS))
        .isLessThan(sparse.count("root", Tally.Count.TESTS));
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(Mode.class)
  void whatOneFilterCallsDistinctTheTreeCallsDistinct(Mode mode) { // Proposition 4
    assertThatTheTreeNeverErrsAlone(mode, SlicePlan.whole(SHAPE));
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(Mode.class)
  void theSameHoldsWithAVerticalRoot(Mode mode) { // Lemma 1
    assertThatTheTreeNeverErrsAlone(mode, SlicePlan.vertical(SHAPE, 4));
  }

  private static void assertThatTheTreeNeverErrsAlone(Mode mode, SlicePlan root) {
    var tree = new QuietTree(tree(root), settings(mode));
    var single = new BloomFilter(SHAPE);
    int[] duplicates = new int[1];

    play(1, (agent, fingerprint) -> {
      boolean distinct = single.addIfNew(fingerprint);
      Decision decision = tree.offer(agent, fingerprint).decision();
      if (decision == Decision.DUPLICATE) {
        duplicates[0]++;
        assertThat(distinct).as("distinct to the single filter").isFalse();
      }
    });

    assertThat(duplicates[0]).isPositive();
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(Mode.class)
  void itDoesNotHoldWithAHorizontalRoot(Mode mode) { // after Proposition 4
    SlicePlan sliced = SlicePlan.horizontal(SHAPE, 4);
    var tree = new QuietTree(tree(sliced), settings(mode));
    FilterSlice[] slices = new FilterSlice[sliced.count()];
    for (int i = 0; i < slices.length; i++) {
      slices[i] = sliced.newSlice(i);
    }
    int[] errsAlone = new int[1];

    play(1, (agent, fingerprint) -> {
      FilterSlice slice = slices[sliced.owner(fingerprint)];
      boolean distinct = !slice.holds(fingerprint);
      slice.set(fingerprint);
      if (distinct && tree.offer(agent, fingerprint).decision() == Decision.DUPLICATE) {
        errsAlone[0]++;
      } else if (!distinct) {
        tree.offer(agent, fingerprint);
      }
    });

    assertThat(errsAlone[0]).as("distinct to the slices alone, duplicate to the tree").isPositive();
  }
}
