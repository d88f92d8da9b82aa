package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BinomialTailTest {

  @Test
  void tailsAreThoseThatCanBeCountedByHand() {
    assertThat(BinomialTail.atLeast(1, 1, 0.25)).isCloseTo(0.25, within(1e-12));
    assertThat(BinomialTail.atLeast(1, 3, 0.25)).isCloseTo(1 - 27 / 64.0, within(1e-12));
    assertThat(BinomialTail.atLeast(3, 4, 0.5)).isCloseTo(5 / 16.0, within(1e-12));
    assertThat(BinomialTail.atLeast(64, 64, 1e-3)).isCloseTo(1e-192, within(1e-203));
  }

  @Test
  void manyTrialsAreLikePoisson() {
    double none = Math.exp(-10);
    double below = 0;
    for (int i = 0; i < 30; i++) {
      below += none;
      none *= 10.0 / (i + 1);
    }

    assertThat(BinomialTail.atLeast(30, 1_000_000_000, 1e-8))
        .isCloseTo(1 - below, within(1e-12));
  }

  @Test
  void noMoreThanTheAverageIsExplained() {
    assertThat(BinomialTail.atLeast(0, 0, 0)).isEqualTo(1);
    assertThat(BinomialTail.atLeast(100, 1_000, 0.1)).isEqualTo(1);
    assertThat(BinomialTail.atLeast(5, 5, 1)).isEqualTo(1);
    assertThat(BinomialTail.atLeast(1, 1_000_000, 0)).isZero();
  }

  @Test
  void numbersThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> BinomialTail.atLeast(2, 1, 0.5))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> BinomialTail.atLeast(1, 1, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
