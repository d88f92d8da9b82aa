package io.bloomtree.experiments.oneisenough;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.experiments.Trace;
import io.bloomtree.filter.BloomFilter;
import io.bloomtree.tree.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Our trees beside the paper's algorithms, written down as they are printed. */
class TreeRunTest {
  /** Small enough to err often: the false hits must be on the same levels too. */
  private static final int SIZED_FOR = 500;
  private static final Trace LOG = WebLog.of(3_000, 7);

  private static TreePlan plan(int levels, int fanOut) {
    return new TreePlan(levels, fanOut, TreePlan.filter(SIZED_FOR, 0.08));
  }

  private static TreeRun run(TreePlan plan, Mode mode, int threshold) {
    return TreeRun.of(LOG, plan, mode, threshold, events -> {});
  }

  /** Algorithms 1 and 2, and how often each level's filters are accessed. */
  private static final class Printed {
    final long[] hits;
    final long[] accesses;
    private final TreePlan plan;
    private final BloomFilter[][] filters;

    Printed(TreePlan plan) {
      this.plan = plan;
      this.hits = new long[plan.levels()];
      this.accesses = new long[plan.levels()];
      this.filters = new BloomFilter[plan.levels()][];
      for (int level = 0; level < plan.levels(); level++) {
        filters[level] = new BloomFilter[plan.nodes(level)];
        for (int i = 0; i < filters[level].length; i++) {
          filters[level][i] = new BloomFilter(plan.filter());
        }
      }
    }

    void testAndSet(int leaf, long event) {
      int node = leaf;
      for (int level = plan.levels() - 1; level >= 0; level--) {
        accesses[level]++;
        if (!filters[level][node].addIfNew(event)) {
          hits[level]++;
          return;
        }
        node /= plan.fanOut();
      }
    }

    void firstTestThenSet(int leaf, long event) {
      int node = leaf;
      for (int level = plan.levels() - 1; level >= 0; level--) {
        accesses[level]++;
        if (filters[level][node].mightContain(event)) {
          hits[level]++;
          return;
        }
        node /= plan.fanOut();
      }
      node = leaf;
      for (int level = plan.levels() - 1; level >= 0; level--) {
        accesses[level]++;
        filters[level][node].add(event);
        node /= plan.fanOut();
      }
    }
  }

  @ParameterizedTest(name = "{0} levels of {1} children")
  @CsvSource({"2, 16", "5, 2"})
  void denseTreeHasTheHitsAndAccessesOfAlgorithm1(int levels, int fanOut) {
    TreePlan plan = plan(levels, fanOut);
    var printed = new Printed(plan);
    for (int i = 0; i < LOG.length(); i++) {
      printed.testAndSet(LOG.leaf(i, plan.leaves()), LOG.events()[i]);
    }

    TreeRun run = run(plan, Mode.DENSE, 0);

    assertThat(run.hits()).isEqualTo(printed.hits);
    assertThat(accesses(run, Primitive.TEST_AND_SET)).isEqualTo(printed.accesses);
    assertThat(run.falsePositives()).isPositive();
  }

  @ParameterizedTest(name = "{0} levels of {1} children")
  @CsvSource({"2, 16", "5, 2"})
  void sparseTreeHasTheHitsAndAccessesOfAlgorithm2(int levels, int fanOut) {
    TreePlan plan = plan(levels, fanOut);
    var printed = new Printed(plan);
    for (int i = 0; i < LOG.length(); i++) {
      printed.firstTestThenSet(LOG.leaf(i, plan.leaves()), LOG.events()[i]);
    }

    TreeRun run = run(plan, Mode.SPARSE, 0);

    assertThat(run.hits()).isEqualTo(printed.hits);
    assertThat(accesses(run, Primitive.FIRST_TEST_THEN_SET)).isEqualTo(printed.accesses);
    assertThat(run.falsePositives()).isPositive();
  }

  private static long[] accesses(TreeRun run, Primitive primitive) {
    var accesses = new long[run.hits().length];
    for (int level = 0; level < accesses.length; level++) {
      accesses[level] = run.accesses(level, primitive);
    }
    return accesses;
  }

  @Test
  void whereEachMissIsSetLaterThePrimitivesDifferByTheMisses() {
    TreeRun run = run(plan(5, 2), Mode.DENSE, 0);

    for (int level = 0; level < 5; level++) {
      assertThat(run.sets()[level]).isEqualTo(run.tests()[level] - run.hits()[level]);
    }
  }

  @Test
  void neighboursShareALeafAndLeavesAParent() {
    TreePlan plan = plan(5, 2);

    assertThat(plan.leaves()).isEqualTo(16);
    assertThat(plan.nodes(3)).isEqualTo(8);
    assertThat(plan.nodes(0)).isEqualTo(1);
  }

  /** As the paper sizes them: 143,000, 105,000 and 89,000 bits for 2, 5 and 8 %. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({"0.02, 143000", "0.05, 105000", "0.08, 89000"})
  void filtersHaveThePapersSizes(double fpp, double bits) {
    assertThat((double) TreePlan.filter(16_860, fpp).bits()).isBetween(0.99 * bits, 1.01 * bits);
  }
}
