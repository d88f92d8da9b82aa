package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorRatesTest {

  @Test void equationsAgreeOnWhatTheyShareForLargeFilters() {
    double first = ErrorRates.falsePositives(1_000_000, 7, 100_000);

    assertThat(first).isCloseTo(0.00819, within(1e-5));
    assertThat(ErrorRates.falsePositivesOfLarge(1_000_000, 7, 100_000))
        .isCloseTo(first, within(1e-7));
    assertThat(ErrorRates.verticalFalsePositives(1_000_000, 7, 10, 100_000)).isEqualTo(first);
    assertThat(ErrorRates.horizontalFalsePositives(1_000_000, 7, 10, 100_000))
        .isGreaterThan(first).isCloseTo(first, within(1e-6));
    assertThat(ErrorRates.horizontalFalsePositives(1_000_000, 7, 1, 100_000))
        .isCloseTo(first, within(1e-15));
  }

  @Test void largeFiltersLoseNoDigits() {
    assertThat(ErrorRates.falsePositives(1L << 40, 1, 1)).isCloseTo(0x1p-40, within(1e-20));
    assertThat(ErrorRates.falsePositivesOfLarge(1L << 40, 1, 1)).isCloseTo(0x1p-40, within(1e-20));
  }

  @Test void failedSlicesCountedAsDuplicates() {
    assertThat(ErrorRates.horizontalFailedAsDuplicate(0.01, 2, 10)).isEqualTo(0.2 + 0.8 * 0.01);
    assertThat(ErrorRates.verticalFailedAsDuplicate(0.5, 8, 2, 10))
        .isCloseTo(Math.pow(0.6, 8), within(1e-15));
    assertThat(ErrorRates.verticalFailedAsDuplicate(0.5, 8, 0, 10)).isEqualTo(Math.pow(0.5, 8));
    assertThat(ErrorRates.verticalFailedAsDuplicate(0.5, 8, 10, 10)).isEqualTo(1);
  }

  @Test void failedSlicesCountedAsDistinct() {
    assertThat(ErrorRates.horizontalFailedAsDistinct(0.01, 2, 10)).isEqualTo(0.8 * 0.01);
    assertThat(ErrorRates.horizontalFalseNegatives(2, 10)).isEqualTo(0.2);
    assertThat(ErrorRates.verticalFailedAsDistinct(0.5, 8, 2, 10))
        .isCloseTo(Math.pow(0.4, 8), within(1e-15));
    assertThat(ErrorRates.verticalFalseNegatives(8, 2, 10))
        .isCloseTo(1 - Math.pow(0.8, 8), within(1e-12));
    assertThat(ErrorRates.verticalFalseNegatives(8, 10, 10)).isEqualTo(1);
    assertThat(ErrorRates.verticalFalseNegativesAsPrinted(8, 2, 10))
        .isLessThan(ErrorRates.verticalFalseNegatives(8, 2, 10));
  }

  /**
   * The paper: at 0.15 and four failures vertical needs fewer than 20 slices, horizontal over 30.
   */
  @Test void slicesForALimitAreTheFewestThatKeepIt() {
    double fpp = 0.02;
    long horizontal = ErrorRates.horizontalSlicesForFalsePositives(4, fpp, 0.15);
    long vertical = ErrorRates.verticalSlicesForFalsePositives(4, 6, fpp, 0.15);

    assertThat(horizontal).isGreaterThan(30);
    assertThat(vertical).isLessThan(20);
    assertThat(ErrorRates.horizontalFailedAsDuplicate(fpp, 4, (int) horizontal))
        .isLessThanOrEqualTo(0.15);
    assertThat(ErrorRates.horizontalFailedAsDuplicate(fpp, 4, (int) horizontal - 1))
        .isGreaterThan(0.15);
    double fill = Math.pow(fpp, 1 / 6.0);
    assertThat(ErrorRates.verticalFailedAsDuplicate(fill, 6, 4, (int) vertical))
        .isLessThanOrEqualTo(0.15);
    assertThat(ErrorRates.verticalFailedAsDuplicate(fill, 6, 4, (int) vertical - 1))
        .isGreaterThan(0.15);
  }

  @Test void slicesForALimitOfFalseNegativesAreTheFewestThatKeepIt() {
    assertThat(ErrorRates.horizontalSlicesForFalseNegatives(2, 0.1)).isEqualTo(20);
    int vertical = (int) ErrorRates.verticalSlicesForFalseNegatives(2, 7, 0.1);

    assertThat(ErrorRates.verticalFalseNegatives(7, 2, vertical)).isLessThanOrEqualTo(0.1);
    assertThat(ErrorRates.verticalFalseNegatives(7, 2, vertical - 1)).isGreaterThan(0.1);
  }

  @Test void noFailuresNeedOneSlice() {
    assertThat(ErrorRates.horizontalSlicesForFalsePositives(0, 0.01, 0.1)).isEqualTo(1);
    assertThat(ErrorRates.verticalSlicesForFalseNegatives(0, 7, 0.1)).isEqualTo(1);
  }

  @Test void aLimitThatIsAlreadyPassedIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ErrorRates.horizontalSlicesForFalsePositives(1, 0.2, 0.1))
        .withMessage("limit must be > falsePositives and < 1: limit=0.1, falsePositives=0.2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ErrorRates.horizontalFalseNegatives(3, 2))
        .withMessage("failed must be 0 to 2: failed=3");
  }

  @Test void theQuorumExampleThreeWays() {
    var rates = new QuorumRates(8, 3, 0.5, 0.2);

    assertThat(rates.falsePositivesAsPrinted()).isCloseTo(0.064, within(1e-12));
    assertThat(rates.falsePositivesOfPaper()).isCloseTo(0.685, within(5e-4));
    assertThat(rates.falsePositives()).isCloseTo(0.0165, within(5e-5));
    assertThat(rates.falseNegatives()).isCloseTo(0.00123, within(5e-6));
  }

  @ParameterizedTest
  @CsvSource({"8, 0.5, 0.2", "1, 0.3, 0.5", "40, 0.5, 0.1", "64, 0.5, 0.25"})
  void aQuorumOfNoneIsEquationSixAndOfAllIsTheDistinctPolicy(int k, double fill, double share) {
    int failed = (int) Math.round(share * 100);
    var none = new QuorumRates(k, 0, fill, share);
    var all = new QuorumRates(k, k, fill, share);

    double six = ErrorRates.verticalFailedAsDuplicate(fill, k, failed, 100);
    assertThat(none.falsePositives()).isCloseTo(six, within(1e-12));
    assertThat(none.falseNegatives()).isZero();
    double distinct = ErrorRates.verticalFailedAsDistinct(fill, k, failed, 100);
    assertThat(all.falsePositives()).isCloseTo(distinct, within(1e-12 * distinct));
    assertThat(all.falseNegatives())
        .isCloseTo(ErrorRates.verticalFalseNegatives(k, failed, 100), within(1e-12));
  }

  @Test void tailsKeepTheirDigits() {
    assertThat(Binomial.atLeast(64, 64, 1e-3)).isCloseTo(1e-192, within(1e-203));
    assertThat(Binomial.atLeast(64, 0, 0.3)).isEqualTo(1);
    assertThat(Binomial.fewerThan(64, 1, 0.5)).isCloseTo(0x1p-64, within(1e-31));
    assertThat(Binomial.atLeast(10, 5, 0.5) + Binomial.fewerThan(10, 5, 0.5))
        .isCloseTo(1, within(1e-14));
    assertThat(Binomial.atLeast(8, 8, 1)).isEqualTo(1);
    assertThat(Binomial.atLeast(8, 1, 0)).isZero();
  }

  @Test void aQuorumAboveTheProbesIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new QuorumRates(8, 9, 0.5, 0.2))
        .withMessage("quorum must be 0 to 8: quorum=9");
  }
}
