package io.bloomtree.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairCountTest {
  private static final int FIELDS = 5;
  private static final List<long[]> ONES = Records.ofFewValues(60, FIELDS, 2, 1);
  private static final List<long[]> OTHERS = Records.ofFewValues(50, FIELDS, 2, 2);
  private static final PairShape ALL = new PairShape(FIELDS, 1, 1);
  private static final PairSketchShape WIDE =
      new PairSketchShape(ALL, new FastAgmsShape(5, 1 << 16, 42));

  private static ExactPairCount exact(List<long[]> records) {
    var count = new ExactPairCount(ALL, new SplittableRandom(1));
    records.forEach(count::add);
    return count;
  }

  private static PairSketch sketch(PairSketchShape shape, List<long[]> records, long seed) {
    var sketch = new PairSketch(shape);
    var random = new SplittableRandom(seed);
    records.forEach(record -> sketch.add(record, random));
    return sketch;
  }

  /** Of all combinations nothing is left to chance, but collisions in the sketches. */
  private static void assertPairs(PairCounts counted, PairCounts sketched, long[] truth) {
    double atLeast = 0;
    for (int k = FIELDS; k >= 1; k--) {
      atLeast += truth[k];
      assertThat(counted.exactly(k)).as("%d alike", k).isEqualTo(truth[k], within(1e-9));
      assertThat(counted.atLeast(k)).isEqualTo(atLeast, within(1e-9));
      // rows of 65,536 with 80 values at most: in most rows none collide
      assertThat(sketched.exactly(k)).as("%d alike", k).isEqualTo(truth[k], within(1e-9));
    }
  }

  @Test void pairsWithinAStreamAreExactIfAllCombinationsAreLookedAt() {
    assertPairs(exact(ONES).selfJoin(), sketch(WIDE, ONES, 1).selfJoin(),
        Records.pairsWithin(ONES));
  }

  @Test void pairsBetweenStreamsAreExactIfAllCombinationsAreLookedAt() {
    assertPairs(exact(ONES).join(exact(OTHERS)),
        sketch(WIDE, ONES, 1).join(sketch(WIDE, OTHERS, 2)),
        Records.pairsBetween(ONES, OTHERS));
  }

  @Test void recordsLikeOneAreExactIfAllCombinationsAreLookedAt() {
    ExactPairCount exact = exact(ONES);
    PairSketch sketch = sketch(WIDE, ONES, 1);
    for (long[] record : OTHERS) {
      assertPairs(exact.search(record), sketch.search(record, new SplittableRandom(3)),
          Records.pairsBetween(List.of(record), ONES));
    }
  }

  @Test void aSampleOfAllIsExact() {
    var sample = new PairSample(FIELDS, ONES.size(), new SplittableRandom(1));
    ONES.forEach(sample::add);
    long[] truth = Records.pairsWithin(ONES);

    for (int k = 0; k <= FIELDS; k++) {
      assertThat(sample.selfJoin().exactly(k)).isEqualTo(truth[k], within(1e-9));
    }
  }

  @Test void samplesAreUnbiased() {
    int trials = 2_000;
    var moments = new Moments(trials);
    for (int seed = 0; seed < trials; seed++) {
      var sample = new PairSample(FIELDS, 10, new SplittableRandom(seed));
      ONES.forEach(sample::add);
      moments.add(sample.selfJoin().exactly(2));
    }

    moments.assertUnbiased(Records.pairsWithin(ONES)[2]);
  }

  @Test void mergedEqualsSingle() {
    var shape = new PairSketchShape(new PairShape(FIELDS, 2, 1), new FastAgmsShape(3, 50, 9));
    List<long[]> all = new ArrayList<>(ONES);
    all.addAll(OTHERS);
    PairSketch both = sketch(shape, all, 1);
    PairSketch left = sketch(shape, ONES, 2);
    PairSketch right = sketch(shape, OTHERS, 3);

    left.merge(right);

    assertThat(left).isEqualTo(both);
    assertThat(left.total()).isEqualTo(ONES.size() + OTHERS.size());
  }

  /** Otherwise a record would meet itself more often than Eq. 5.1 takes away. */
  @Test void combinationsOfOneRecordAreDifferent() {
    var superValues = new SuperValues(new PairShape(6, 2, 0.6));
    var random = new SplittableRandom(1);
    for (int i = 0; i < 100; i++) {
      var seen = new HashSet<Long>();
      int[] drawn = new int[5];
      superValues.of(new long[] {1, 1, 1, 1, 1, 1}, random, (stream, value) -> {
        assertThat(seen.add(value)).isTrue();
        drawn[stream]++;
      });
      assertThat(drawn).containsExactly(9, 12, 9, 4, 1);
    }
  }

  /** Of six fields at 0.5 the thesis has 32 of them: not rounded up, and with k = 0. */
  @Test void aRecordHasSoManySuperValues() {
    var shape = new PairShape(6, 1, 0.5);

    assertThat(shape.superValues()).isEqualTo(3 + 8 + 10 + 8 + 3 + 1);
    assertThat(new PairShape(10, 1, 0.3).superValues(1)).isEqualTo(3);
    assertThat(shape.expectedMatches(5, 4)).isEqualTo(5 * 64 / 225.0, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 1", "17, 1, 1", "4, 0, 1", "4, 5, 1", "4, 2, 0", "4, 2, 1.1", "4, 2, NaN"})
  void impossibleShapesAreRefused(int fields, int threshold, double sampling) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PairShape(fields, threshold, sampling));
  }

  @Test void othersAreRefused() {
    var sketch = new PairSketch(WIDE);
    var other = new PairSketch(
        new PairSketchShape(new PairShape(FIELDS, 2, 1), new FastAgmsShape(5, 1 << 16, 42)));

    assertThatExceptionOfType(IncompatibleSketchException.class)
        .isThrownBy(() -> sketch.merge(other));
    assertThatExceptionOfType(IncompatibleSketchException.class)
        .isThrownBy(() -> sketch.join(other));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sketch.add(new long[4], new SplittableRandom(1)))
        .withMessage("record must have 5 fields: fields=4");
    assertThatIllegalArgumentException().isThrownBy(() -> other.selfJoin().exactly(1))
        .withMessage("counted are pairs with 2 to 5 fields alike: fields=1");
  }

  @Test void aMemoryIsKept() {
    PairSketchShape shape = PairSketchShape.forMemory(1 << 18, new PairShape(6, 4, 0.5), 3, 1);

    assertThat(shape.memoryBytes()).isBetween((1L << 18) * 99 / 100, 1L << 18);
  }
}
