package io.bloomtree.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeySampleTest {
  /** Not a whole number of groups. */
  private static final long[] FINGERPRINTS = new SplittableRandom(1).longs(10_003).toArray();

  private static List<Integer> foundBy(KeySample sample) {
    List<Integer> found = new ArrayList<>();
    for (int i = sample.next(FINGERPRINTS, 0); i < FINGERPRINTS.length;
        i = sample.next(FINGERPRINTS, i + 1)) {
      found.add(i);
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 0.01, 0.1, 0.5, 1})
  void manyAreLookedThroughAsOneByOne(double share) {
    KeySample sample = KeySample.of(share);

    assertThat(foundBy(sample)).isEqualTo(IntStream.range(0, FINGERPRINTS.length)
        .filter(i -> sample.isPicked(FINGERPRINTS[i])).boxed().toList());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.1, 0.5})
  void itPicksItsShareOfAll(double share) {
    double deviation = Math.sqrt(share * (1 - share) / FINGERPRINTS.length);

    assertThat((double) foundBy(KeySample.of(share)).size() / FINGERPRINTS.length)
        .isBetween(share - 4 * deviation, share + 4 * deviation);
  }

  @Test void allAndNoneAreWhatTheySay() {
    assertThat(foundBy(KeySample.ALL)).hasSize(FINGERPRINTS.length);
    assertThat(foundBy(KeySample.NONE)).isEmpty();
    assertThat(KeySample.ALL.isPicked(FINGERPRINTS[0])).isTrue();
    assertThat(KeySample.NONE.isPicked(FINGERPRINTS[0])).isFalse();
  }

  @Test void nothingIsBeyondTheEnd() {
    assertThat(KeySample.ALL.next(new long[3], 3)).isEqualTo(3);
    assertThat(KeySample.ALL.next(new long[0], 0)).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.1, 1.1, Double.NaN})
  void aShareThatIsNoneIsRefused(double share) {
    assertThatIllegalArgumentException().isThrownBy(() -> KeySample.of(share))
        .withMessage("share must be in (0, 1]: share=" + share);
  }
}
