package io.bloomtree.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.bloomtree.stream.ZipfStream;
import org.junit.jupiter.api.Test;

/** That it is never below the truth is checked beside count-min. */
class MinimalIncreaseTest {

  @Test void itIsNeverAboveOneThatIncreasesAll() {
    long[] events = new ZipfStream(20_000, 5_000, 1, 1).toArray();
    var minimal = new MinimalIncrease(500, 4, 1);
    long[] all = new long[500];
    for (long event : events) {
      minimal.add(event);
      for (int at : places(event)) {
        all[at]++;
      }
    }

    long less = 0;
    for (long event : events) {
      long most = Long.MAX_VALUE;
      for (int at : places(event)) {
        most = Math.min(most, all[at]);
      }
      assertThat(minimal.atMost(event)).isLessThanOrEqualTo(most);
      less += minimal.atMost(event) < most ? 1 : 0;
    }
    assertThat(less).isGreaterThan(events.length / 2);
  }

  private static int[] places(long event) {
    int[] places = new int[4];
    long h = Mixing.scramble(event ^ Mixing.key(1));
    for (int i = 0; i < places.length; i++) {
      places[i] = Mixing.reduce(h, 500);
      h = Mixing.next(h);
    }
    return places;
  }

  @Test void twoProbesOfOneCounterCountOnce() {
    var one = new MinimalIncrease(1, 5, 1);
    one.add(7);
    one.add(7);

    assertThat(one.atMost(7)).isEqualTo(2);
  }

  @Test void impossibleOnesAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new MinimalIncrease(0, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new MinimalIncrease(1, 0, 1));
  }
}
