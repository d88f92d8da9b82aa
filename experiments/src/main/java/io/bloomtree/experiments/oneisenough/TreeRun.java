package io.bloomtree.experiments.oneisenough;

import io.bloomtree.experiments.Trace;
import io.bloomtree.stream.Truth;
import io.bloomtree.tree.Mode;
import io.bloomtree.tree.QuietTree;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.tree.Tally.Count;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * What became of a log that was offered to a Bloom tree, one event after the other. Its arrays,
 * with a value for each level from the root's on, are not copied, and nobody changes them.
 *
 * @param hits events that were told DUPLICATE there
 * @param tests how often filters were tested
 * @param sets how often filters were set
 * @param distinct events that had not come before
 * @param falsePositives those of them that were told DUPLICATE
 * @param deliveredTwice events that were told DISTINCT again
 */
record TreeRun(
    Mode mode, long[] hits, long[] tests, long[] sets, long distinct, long falsePositives,
    long deliveredTwice) {
  private static final int STEP = 1_000;

  /** {@code progress} is told every now and then how many events were offered since. */
  static TreeRun of(Trace log, TreePlan plan, Mode mode, int threshold, IntConsumer progress) {
    QuietTree tree = plan.plant(mode, threshold);
    Truth truth = Truth.of(log.events());
    var hits = new long[plan.levels()];
    Set<Long> dropped = new HashSet<>();
    long falsePositives = 0;
    long twice = 0;
    for (int i = 0; i < log.length(); i++) {
      long event = log.events()[i];
      Verdict verdict = tree.offer(log.leaf(i, plan.leaves()), event);
      if (!verdict.isDistinct()) {
        hits[verdict.level()]++;
        if (!truth.isCopy(i)) {
          falsePositives++;
          dropped.add(event);
        }
      } else if (truth.isCopy(i) && !dropped.remove(event)) {
        twice++;
      }
      if (i % STEP == STEP - 1 || i == log.length() - 1) {
        progress.accept(i % STEP + 1);
      }
    }
    return new TreeRun(mode, hits, counts(tree, plan, Count.TESTS),
        counts(tree, plan, Count.SETS), truth.distinct(), falsePositives, twice);
  }

  private static long[] counts(QuietTree tree, TreePlan plan, Count count) {
    return IntStream.range(0, plan.levels())
        .mapToLong(level -> IntStream.range(0, plan.nodes(level))
            .mapToLong(i -> tree.count(TreePlan.name(level, i), count)).sum())
        .toArray();
  }

  /** A word for the kind of tree. */
  String tree() {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  double falsePositiveRate() {
    return (double) falsePositives / distinct;
  }

  /** All events that were told DUPLICATE. */
  long duplicates() {
    return LongStream.of(hits).sum();
  }

  /** Filters accessed on a level, as the paper counts them. */
  long accesses(int level, Primitive primitive) {
    return primitive.accesses(tests[level], sets[level]);
  }

  /** The same on all levels. */
  long accesses(Primitive primitive) {
    return IntStream.range(0, hits.length)
        .mapToLong(level -> accesses(level, primitive)).sum();
  }
}
