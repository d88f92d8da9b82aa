package io.bloomtree.experiments.importance;

import io.bloomtree.experiments.importance.Contender.Detector;
import io.bloomtree.stream.Truth;
import java.util.stream.IntStream;

/** How often filters of one kind erred, counted by importance. Owned by one thread. */
final class ErrorsByImportance {
  /*
   * Section IV-B divides by queries, and does not say by which. False positives are divided by new
   * events here and false negatives by copies, as elsewhere: by those that could have gone wrong.
   * The sums of wFP and wFN, of which the paper prints percentages, likewise by their importance.
   */
  private static final int KINDS = Contender.MOST_IMPORTANT + 1;

  private final long[] copies = new long[KINDS];
  private final long[] originals = new long[KINDS];
  private final long[] falsePositives = new long[KINDS];
  private final long[] falseNegatives = new long[KINDS];

  /** Feeds all events to a filter, and counts. */
  void feed(Detector detector, ImportantEvents stream, Truth truth) {
    for (int i = 0; i < stream.length(); i++) {
      int importance = stream.importances()[i];
      boolean isNew = detector.addIfNew(stream.events()[i], importance);
      if (truth.isCopy(i)) {
        copies[importance]++;
        falseNegatives[importance] += isNew ? 1 : 0;
      } else {
        originals[importance]++;
        falsePositives[importance] += isNew ? 0 : 1;
      }
    }
  }

  /** FP: the share of new events that were taken for copies. */
  double falsePositiveRate() {
    return falsePositiveRate(0, KINDS - 1);
  }

  /** FN: the share of copies that were not recognised. */
  double falseNegativeRate() {
    return falseNegativeRate(0, KINDS - 1);
  }

  /** FP among events with an importance from one to another, both included. */
  double falsePositiveRate(int from, int to) {
    return (double) sum(falsePositives, from, to) / sum(originals, from, to);
  }

  /** FN among events with an importance from one to another, both included. */
  double falseNegativeRate(int from, int to) {
    return (double) sum(falseNegatives, from, to) / sum(copies, from, to);
  }

  /** wFP: the share of the importance of new events on which a false positive fell. */
  double weightedFalsePositiveRate() {
    return (double) weight(falsePositives) / weight(originals);
  }

  /** wFN: the share of the importance of copies on which a false negative fell. */
  double weightedFalseNegativeRate() {
    return (double) weight(falseNegatives) / weight(copies);
  }

  /** The share of events that were copies. */
  double copies() {
    return (double) sum(copies, 0, KINDS - 1) / queries(0, KINDS - 1);
  }

  /** The share of all events that have an importance. */
  double events(int importance) {
    return (double) queries(importance, importance) / queries(0, KINDS - 1);
  }

  /** The share of different events that have an importance. */
  double differentEvents(int importance) {
    return (double) originals[importance] / sum(originals, 0, KINDS - 1);
  }

  /** The importances that there were. */
  int[] importances() {
    return IntStream.range(0, KINDS).filter(it -> queries(it, it) > 0).toArray();
  }

  private long queries(int from, int to) {
    return sum(originals, from, to) + sum(copies, from, to);
  }

  private static long sum(long[] counts, int from, int to) {
    return IntStream.rangeClosed(from, to).mapToLong(i -> counts[i]).sum();
  }

  private static long weight(long[] counts) {
    return IntStream.range(0, KINDS).mapToLong(i -> i * counts[i]).sum();
  }
}
