package io.bloomtree.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Theorems 7 and 9 and Corollaries 6, 8, 10 and 12, over many draws and hash functions, by seed.
 */
class PairTheoremsTest {
  private static final int TRIALS = 500;
  private static final int FIELDS = 5;
  private static final PairShape SHAPE = new PairShape(FIELDS, 3, 0.4);
  private static final int WIDTH = 128;

  /** 300 records, and to most of them one with 3, 4 or 5 fields alike. */
  private static final List<long[]> ONES = Records.different(300, FIELDS, 1);
  private static final List<long[]> OTHERS = others();
  private static final List<long[]> ALL = both();
  private static final double PAIRS = 150 + 80 + 40;
  /** A third of the records are like it. */
  private static final long[] QUERIED = {1, 2, 3, 4, 5};
  private static final List<long[]> SEARCHED = searched();

  private static List<long[]> others() {
    List<long[]> others = new ArrayList<>(Records.like(ONES, 0, 150, 3, 2));
    others.addAll(Records.like(ONES, 150, 80, 4, 3));
    others.addAll(Records.like(ONES, 230, 40, 5, 4));
    return others;
  }

  private static List<long[]> both() {
    List<long[]> both = new ArrayList<>(ONES);
    both.addAll(OTHERS);
    return both;
  }

  private static List<long[]> searched() {
    List<long[]> records = Records.different(200, FIELDS, 5);
    var random = new Random(6);
    for (int i = 0; i < 60; i++) {
      records.set(i, Records.like(QUERIED, 3, random));
    }
    for (int i = 60; i < 100; i++) {
      records.set(i, Records.like(QUERIED, 4, random));
    }
    return records;
  }

  private static ExactPairCount offline(PairShape shape, List<long[]> records, long seed) {
    var count = new ExactPairCount(shape, new SplittableRandom(seed));
    records.forEach(count::add);
    return count;
  }

  /** One row: a median is not without bias. */
  private static PairSketch online(PairShape shape, int width, List<long[]> records, long seed) {
    // hash functions are those of a pair of seeds, so that two streams have the same
    var sketch = new PairSketch(
        new PairSketchShape(shape, new FastAgmsShape(1, width, seed / 2)));
    var random = new SplittableRandom(seed);
    records.forEach(record -> sketch.add(record, random));
    return sketch;
  }

  @Test void theDataAreWhatTheyAreTakenFor() {
    assertThat(Records.pairsWithin(ALL)).endsWith(0, 150, 80, 40);
    assertThat(Records.pairsBetween(ONES, OTHERS)).endsWith(0, 150, 80, 40);
    assertThat(Records.pairsBetween(List.of(QUERIED), SEARCHED)).endsWith(60, 40, 0);
  }

  @Test void theorem7OfflineWithinAStream() {
    var moments = new Moments(TRIALS);
    var exactly = new Moments(TRIALS);
    for (int seed = 0; seed < TRIALS; seed++) {
      PairCounts counts = offline(SHAPE, ALL, seed).selfJoin();
      moments.add(counts.atLeast(3) / PAIRS);
      exactly.add(counts.exactly(4));
      // all of the fields are one combination, and that is looked at
      assertThat(counts.exactly(5)).isEqualTo(40, within(1e-9));
    }

    moments.assertUnbiased(1);
    moments.assertDeviationAtMost(PairBounds.offlineDeviation(SHAPE, PAIRS));
    exactly.assertUnbiased(80);
  }

  @Test void theorem9OnlineWithinAStream() {
    var moments = new Moments(TRIALS);
    for (int seed = 0; seed < TRIALS; seed++) {
      moments.add(online(SHAPE, WIDTH, ALL, 2L * seed).selfJoin().atLeast(3) / PAIRS);
    }

    moments.assertUnbiased(1);
    moments.assertDeviationAtMost(PairBounds.onlineDeviation(SHAPE, PAIRS, ALL.size(), WIDTH));
  }

  @Test void corollary6OfflineBetweenStreams() {
    var moments = new Moments(TRIALS);
    for (int seed = 0; seed < TRIALS; seed++) {
      moments.add(offline(SHAPE, ONES, 2L * seed).join(offline(SHAPE, OTHERS, 2L * seed + 1))
          .atLeast(3) / PAIRS);
    }

    moments.assertUnbiased(1);
    moments.assertDeviationAtMost(PairBounds.offlineDeviation(SHAPE, PAIRS));
  }

  @Test void corollary8OnlineBetweenStreams() {
    var moments = new Moments(TRIALS);
    for (int seed = 0; seed < TRIALS; seed++) {
      moments.add(online(SHAPE, WIDTH, ONES, 2L * seed)
          .join(online(SHAPE, WIDTH, OTHERS, 2L * seed + 1)).atLeast(3) / PAIRS);
    }

    moments.assertUnbiased(1);
    moments.assertDeviationAtMost(
        PairBounds.onlineDeviation(SHAPE, PAIRS, ONES.size() + OTHERS.size(), WIDTH));
  }

  @Test void corollary10OfflineLikeOneRecord() {
    var moments = new Moments(TRIALS);
    for (int seed = 0; seed < TRIALS; seed++) {
      moments.add(offline(SHAPE, SEARCHED, seed).search(QUERIED).atLeast(3) / 100);
    }

    moments.assertUnbiased(1);
    moments.assertDeviationAtMost(PairBounds.offlineDeviation(SHAPE, 100));
  }

  @Test void corollary12OnlineLikeOneRecord() {
    var moments = new Moments(TRIALS);
    for (int seed = 0; seed < TRIALS; seed++) {
      moments.add(online(SHAPE, WIDTH, SEARCHED, 2L * seed)
          .search(QUERIED, new SplittableRandom(2L * seed + 1)).atLeast(3) / 100);
    }

    moments.assertUnbiased(1);
    moments.assertDeviationAtMost(
        PairBounds.onlineDeviation(SHAPE, 100, SEARCHED.size(), WIDTH));
  }

  /** The remarks below Theorem 7 have these. */
  @ParameterizedTest
  @CsvSource({"5, 4, 7", "10, 8, 110", "20, 16, 40536"})
  void printedFactors(int fields, int threshold, long printed) {
    // of one pair, if all combinations are looked at
    double factor = Math.sqrt(PairBounds.offlineSampling(fields, threshold, 1, 8));

    assertThat((long) factor).isEqualTo(printed);
  }

  @Test void theBoundsShrinkWithPairsAndWidth() {
    assertThat(PairBounds.offlineDeviation(SHAPE, 400))
        .isEqualTo(PairBounds.offlineDeviation(SHAPE, 100) / 2, within(1e-12));
    assertThat(PairBounds.onlineDeviation(SHAPE, 100, 50, 1 << 26))
        .isEqualTo(PairBounds.offlineDeviation(SHAPE, 100), within(1e-4));
    assertThat(PairBounds.repetitions(0.01)).isEqualTo(15);
    // Chernoff is on the safe side
    assertThat(Medians.rowsFor(1 / 8.0, 0.01)).isLessThanOrEqualTo(15);
  }
}
