package io.bloomtree.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.Confidence;
import io.bloomtree.sketch.FastAgmsShape;
import io.bloomtree.sketch.PairShape;
import io.bloomtree.sketch.PairSketch;
import io.bloomtree.sketch.PairSketchShape;
import io.bloomtree.sketch.Shingles;
import io.bloomtree.topology.SketchPlan;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The error that is stated beside a number of similar pairs, measured: over many seeds, of what is
 * picked and of hash functions, the truth is within it as often as within a standard deviation, and
 * within twice of it too.
 */
class SimilarErrorsTest {
  private static final int TRIALS = 400;
  private static final int FIELDS = 4;
  private static final int ALIKE = 3;
  /** How often a value is within one standard deviation, and within two, of a normal mean. */
  private static final double WITHIN_ONE = 0.6827;
  private static final double WITHIN_TWO = 0.9545;

  private static Sketching.Similarity similarity(int width, double sample, long seed) {
    var shape = new PairSketchShape(
        new PairShape(FIELDS, ALIKE, 1), new FastAgmsShape(3, width, seed));
    return new Sketching.Similarity(shape, Shingles.Unit.WORDS, 1, sample);
  }

  /** Events in groups, in which all are alike and no other is. */
  private static PairSketch sketch(
      Sketching.Similarity similarity, int events, int groups, SplittableRandom random) {
    var sketch = new PairSketch(similarity.shape());
    KeySample sample = similarity.picked();
    for (int event = 0; event < events; event++) {
      if (sample.isPicked(random.nextLong())) {
        long group = 1 + event % groups;
        sketch.add(new long[] {group, 2 * group, 3 * group, 5 * group}, random);
      }
    }
    return sketch;
  }

  /** Of many trials: what was found, and what was stated beside it. */
  private static final class Coverage {
    private final double truth;
    private int trials;
    private int beyondOne;
    private int beyondTwo;
    private double squares;
    private double stated;

    Coverage(double truth) {
      this.truth = truth;
    }

    void add(double found, double deviation) {
      double off = Math.abs(found - truth);
      trials++;
      beyondOne += off > deviation ? 1 : 0;
      beyondTwo += off > 2 * deviation ? 1 : 0;
      squares += off * off;
      stated += deviation;
    }

    /** {@code most}: how many times the error that was measured the stated one is, at most. */
    void check(double most) {
      Confidence.assertAtMost(1 - WITHIN_ONE, beyondOne, trials);
      Confidence.assertAtMost(1 - WITHIN_TWO, beyondTwo, trials);
      assertThat(stated / trials).isBetween(truth / 1_000, most * Math.sqrt(squares / trials));
    }
  }

  private static double found(double ofSample, Sketching.Similarity similarity) {
    return ofSample * similarity.scale();
  }

  private static SketchPlan.Similarity plan(Sketching.Similarity similarity) {
    return new SketchPlan.Similarity(similarity.shape(), similarity.sample());
  }

  /** Large groups and sketches: nearly all of the error is that a quarter was looked at. */
  @Test void ofASampleWithinANode() {
    int events = 4_000;
    int groups = 10;
    var coverage = new Coverage(groups * 400 * 399 / 2.0);
    for (int seed = 0; seed < TRIALS; seed++) {
      Sketching.Similarity similarity = similarity(1 << 16, 0.25, seed);
      PairSketch sketch = sketch(similarity, events, groups, new SplittableRandom(seed));
      double pairs = found(sketch.selfJoin().atLeast(ALIKE), similarity);

      coverage.add(pairs,
          plan(similarity).deviation(pairs, sketch.total() / similarity.sample()));
    }

    coverage.check(2);
  }

  /** Where one node has few events, each of them has many similar ones, and is there or not. */
  @Test void ofASampleBetweenNodesOfWhichOneIsSmall() {
    int events = 4_000;
    int others = 200;
    int groups = 10;
    var coverage = new Coverage((double) events * others / groups);
    for (int seed = 0; seed < TRIALS; seed++) {
      Sketching.Similarity similarity = similarity(1 << 16, 0.25, seed);
      var random = new SplittableRandom(seed);
      PairSketch one = sketch(similarity, events, groups, random);
      PairSketch other = sketch(similarity, others, groups, random);
      double pairs = found(one.join(other).atLeast(ALIKE), similarity);

      coverage.add(pairs, plan(similarity).deviation(
          pairs, one.total() / similarity.sample(), other.total() / similarity.sample()));
    }

    coverage.check(2);
  }

  /** All are looked at, with a small sketch: what Theorem 9 bounds, which is on the safe side. */
  @Test void ofASmallSketch() {
    int events = 1_000;
    int groups = 20;
    var coverage = new Coverage(groups * 50 * 49 / 2.0);
    for (int seed = 0; seed < TRIALS; seed++) {
      Sketching.Similarity similarity = similarity(512, 1, seed);
      PairSketch sketch = sketch(similarity, events, groups, new SplittableRandom(seed));
      double pairs = found(sketch.selfJoin().atLeast(ALIKE), similarity);

      coverage.add(pairs, plan(similarity).deviation(pairs, sketch.total()));
    }

    coverage.check(20);
  }
}
