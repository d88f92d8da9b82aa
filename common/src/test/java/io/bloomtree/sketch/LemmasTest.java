package io.bloomtree.sketch;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.Confidence;
import io.bloomtree.sketch.CountMeanMin.Noise;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lemmas 2 to 5 and Theorems 5 and 6, over many hash functions: seeds 0 to so many. */
class LemmasTest {
  private static final int TRIALS = 4_000;
  private static final int ROWS = 3;
  private static final int WIDTH = 16;
  /** Elements are 1, 2, ...; the multiplicity of x is the x-th of these. */
  private static final long[] STREAM =
      LongStream.rangeClosed(1, 200).map(x -> 1 + 600 / x).toArray();
  private static final long QUERIED = 20;

  private static long multiplicity(long element) {
    return STREAM[(int) element - 1];
  }

  private static double sumOfPowers(int power) {
    return LongStream.of(STREAM).mapToDouble(f -> Math.pow(f, power)).sum();
  }

  private static double squaresOfOthers(long element) {
    return sumOfPowers(2) - Math.pow(multiplicity(element), 2);
  }

  /** The sum of f_x^2 f_y^2 over pairs x < y. */
  private static double productsOfSquares() {
    return (Math.pow(sumOfPowers(2), 2) - sumOfPowers(4)) / 2;
  }

  private static CountMin countMin(int depth, int width, long seed) {
    var sketch = new CountMin(new CountMinShape(depth, width, seed));
    for (int x = 1; x <= STREAM.length; x++) {
      sketch.add(x, multiplicity(x));
    }
    return sketch;
  }

  private static FastAgms fastAgms(int depth, int width, long seed) {
    var sketch = new FastAgms(new FastAgmsShape(depth, width, seed));
    for (int x = 1; x <= STREAM.length; x++) {
      sketch.add(x, multiplicity(x));
    }
    return sketch;
  }

  /** The estimate of each row, over all trials. */
  private static Moments[] moments() {
    var rows = new Moments[ROWS];
    for (int row = 0; row < ROWS; row++) {
      rows[row] = new Moments(TRIALS);
    }
    return rows;
  }

  @Test void lemma2MultiplicitiesOfCmmAreUnbiasedWithThatVariance() {
    Moments[] rows = moments();
    var products = new Moments(TRIALS);
    for (int seed = 0; seed < TRIALS; seed++) {
      CountMin sketch = countMin(ROWS, WIDTH, seed);
      CountMeanMin estimator = sketch.estimator(Noise.MEAN);
      long[] counters = new long[ROWS];
      sketch.counters(QUERIED, counters);
      for (int row = 0; row < ROWS; row++) {
        rows[row].add(estimator.residue(row, counters[row]));
      }
      products.add((estimator.residue(0, counters[0]) - multiplicity(QUERIED))
          * (estimator.residue(2, counters[2]) - multiplicity(QUERIED)));
    }

    for (Moments row : rows) {
      row.assertUnbiased(multiplicity(QUERIED));
      row.assertVariance(squaresOfOthers(QUERIED) / (WIDTH - 1));
    }
    // rows do not depend on each other
    products.assertUnbiased(0);
  }

  @Test void lemma3MultiplicitiesOfFastAgmsAreUnbiasedWithThatVariance() {
    Moments[] rows = moments();
    for (int seed = 0; seed < TRIALS; seed++) {
      double[] estimates = fastAgms(ROWS, WIDTH, seed).rows().estimates(QUERIED);
      for (int row = 0; row < ROWS; row++) {
        rows[row].add(estimates[row]);
      }
    }

    for (Moments row : rows) {
      row.assertUnbiased(multiplicity(QUERIED));
      row.assertVariance(squaresOfOthers(QUERIED) / WIDTH);
    }
  }

  /**
   * What is said of medians of Fast-AGMS rows holds for both: each row errs by more than the root
   * of eight times its variance in one of eight cases at most (Chebyshev), their median rarely.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void theorem5MediansOfCmmErrAsThoseOfFastAgms(long element) {
    int trials = 500;
    int width = 512;
    double delta = 0.02;
    int depth = Medians.rowsFor(1 / 8.0, delta);
    double most = Math.sqrt(8 * squaresOfOthers(element) / (width - 1));
    // neither nothing, nor twice the truth, nor one answer for both elements would do
    assertThat(2 * most).isLessThan(multiplicity(1) - multiplicity(2));
    int wrong = 0;
    int wrongOfAgms = 0;
    for (int seed = 0; seed < trials; seed++) {
      double cmm = countMin(depth, width, seed).estimator(Noise.MEAN).estimate(element);
      double agms = fastAgms(depth, width, seed).estimate(element);
      wrong += Math.abs(cmm - multiplicity(element)) > most ? 1 : 0;
      wrongOfAgms += Math.abs(agms - multiplicity(element)) > most ? 1 : 0;
    }

    Confidence.assertAtMost(delta, wrong, trials);
    Confidence.assertAtMost(delta, wrongOfAgms, trials);
  }

  @Test void lemma4SelfJoinSizesOfCmmAreUnbiasedWithThatVariance() {
    Moments[] rows = moments();
    for (int seed = 0; seed < TRIALS; seed++) {
      CountMin sketch = countMin(ROWS, WIDTH, seed);
      for (int row = 0; row < ROWS; row++) {
        rows[row].add(sketch.joinSize(sketch, row));
      }
    }

    for (Moments row : rows) {
      row.assertUnbiased(sumOfPowers(2));
      row.assertVariance(4.0 / (WIDTH - 1) * productsOfSquares());
    }
  }

  @Test void lemma5SelfJoinSizesOfFastAgmsAreUnbiasedWithThatVariance() {
    Moments[] rows = moments();
    for (int seed = 0; seed < TRIALS; seed++) {
      AgmsRows agms = fastAgms(ROWS, WIDTH, seed).rows();
      double[] sizes = agms.joinSizes(agms);
      for (int row = 0; row < ROWS; row++) {
        rows[row].add(sizes[row]);
      }
    }

    for (Moments row : rows) {
      row.assertUnbiased(sumOfPowers(2));
      row.assertVariance(4.0 / WIDTH * productsOfSquares());
    }
  }

  /** The printed estimator, with the mean of the other counters taken from each. */
  @Test void selfJoinSizesAreThoseOfThePrintedFormula() {
    CountMin sketch = countMin(ROWS, WIDTH, 1);
    double n = sketch.total();
    for (int row = 0; row < ROWS; row++) {
      double sum = 0;
      for (int j = 0; j < WIDTH; j++) {
        double counter = sketch.counters().get(row * WIDTH + j);
        sum += Math.pow(counter - (n - counter) / (WIDTH - 1), 2);
      }

      assertThat(sketch.joinSize(sketch, row))
          .isCloseTo(sum * (WIDTH - 1) / WIDTH, withinRounding(sum));
    }
  }

  @Test void joinSizesAreUnbiased() {
    var cmm = new Moments(TRIALS);
    var agms = new Moments(TRIALS);
    double truth = 0;
    for (int x = 101; x <= 200; x++) {
      truth += multiplicity(x) * multiplicity(x - 100);
    }
    for (int seed = 0; seed < TRIALS; seed++) {
      CountMin one = countMin(1, WIDTH, seed);
      var other = new CountMin(one.shape());
      FastAgms signed = fastAgms(1, WIDTH, seed);
      var otherSigned = new FastAgms(signed.shape());
      for (int x = 1; x <= STREAM.length; x++) {
        other.add(x + 100, multiplicity(x));
        otherSigned.add(x + 100, multiplicity(x));
      }
      cmm.add(one.joinSize(other));
      agms.add(signed.joinSize(otherSigned));
      assertThat(one.joinSizeAtMost(other)).isGreaterThanOrEqualTo(truth);
    }

    cmm.assertUnbiased(truth);
    agms.assertUnbiased(truth);
  }

  @Test void theorem6SelfJoinSizesAreWithinEpsilonButForDelta() {
    int trials = 300;
    double epsilon = 0.2;
    double delta = 0.05;
    int wrong = 0;
    for (int seed = 0; seed < trials; seed++) {
      CountMinShape shape = CountMinShape.forSelfJoin(epsilon, delta, seed);
      double size = countMin(shape.depth(), shape.width(), seed).selfJoinSize();
      wrong += Math.abs(size - sumOfPowers(2)) > epsilon * sumOfPowers(2) ? 1 : 0;
    }

    Confidence.assertAtMost(delta, wrong, trials);
  }

  @Test void upperBoundsAreWithinEpsilonOfAllEventsButForDelta() {
    int trials = 1_000;
    double epsilon = 0.02;
    double delta = 0.1;
    int wrong = 0;
    for (int seed = 0; seed < trials; seed++) {
      CountMinShape shape = CountMinShape.forError(epsilon, delta, seed);
      CountMin sketch = countMin(shape.depth(), shape.width(), seed);
      long excess = sketch.atMost(QUERIED) - multiplicity(QUERIED);
      assertThat(excess).isNotNegative();
      wrong += excess > epsilon * sketch.total() ? 1 : 0;
    }

    Confidence.assertAtMost(delta, wrong, trials);
  }

  private static Offset<Double> withinRounding(double value) {
    return Offset.offset(1e-12 * value);
  }
}
