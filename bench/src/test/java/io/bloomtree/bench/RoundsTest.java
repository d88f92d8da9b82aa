package io.bloomtree.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RoundsTest {
  private final Rounds rounds = new Rounds();

  @Test void theRatioIsTheMedianOfTheRoundsRatios() {
    rounds.add(10, OptionalDouble.of(10));
    rounds.add(40, OptionalDouble.of(10));
    rounds.add(60, OptionalDouble.of(20));

    assertThat(rounds.ours()).isEqualTo(40);
    assertThat(rounds.peer()).hasValue(10);
    assertThat(rounds.ratio()).hasValue(3);
  }

  @Test void theMedianOfTwoIsTheirMean() {
    rounds.add(1, OptionalDouble.of(1));
    rounds.add(2, OptionalDouble.of(1));

    assertThat(rounds.ratio()).hasValue(1.5);
  }

  @Test void withoutAPeerThereIsNoRatio() {
    rounds.add(1, OptionalDouble.empty());

    assertThat(rounds.ours()).isEqualTo(1);
    assertThat(rounds.peer()).isEmpty();
    assertThat(rounds.ratio()).isEmpty();
  }

  @Test void theSpreadIsInfiniteWhileChanceAloneCouldHavePutAllRoundsOnOneSide() {
    for (int round = 1; round <= 5; round++) {
      rounds.add(round, OptionalDouble.of(1));
    }
    assertThat(rounds.spread().width()).isInfinite();

    rounds.add(6, OptionalDouble.of(1));
    assertThat(rounds.spread()).isEqualTo(new Rounds.Spread(1, 6));
  }

  /** Of 14 all but four are on one side of the median in 2.9 % of all cases, but three in 0.6 %. */
  @Test void theSpreadOfManyRoundsLeavesOutWhatLiesFarOff() {
    for (int round = 14; round >= 1; round--) {
      rounds.add(round, OptionalDouble.of(1));
    }

    assertThat(rounds.spread()).isEqualTo(new Rounds.Spread(3, 12));
    assertThat(rounds.spread().width()).isEqualTo(9);
  }
}
