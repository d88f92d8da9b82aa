package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many fingerprints at once, on every kind of slice. */
class FilterSliceTest {
  static Stream<FilterSlice> slices() {
    BloomShape shape = BloomShape.sizedFor(500, 0.1);
    BloomShape plain = BloomShape.of(BloomShape.Layout.PLAIN, 1_024, 4, 200);
    return Stream.of(
        SlicePlan.whole(shape).newSlice(0),
        SlicePlan.whole(plain).newSlice(0),
        SlicePlan.horizontal(shape, 3).newSlice(1),
        SlicePlan.vertical(plain, 3).newSlice(2));
  }

  @ParameterizedTest
  @MethodSource("slices")
  void manyAreAnsweredAsOneIs(FilterSlice slice) {
    long[] fingerprints = new Random(1).longs(1_000).toArray();
    for (int i = 0; i < fingerprints.length; i += 3) {
      slice.set(fingerprints[i]);
    }
    boolean[] answers = new boolean[fingerprints.length];

    slice.expect(fingerprints, 10, 990);
    slice.holds(fingerprints, 10, 990, answers);

    for (int i = 0; i < fingerprints.length; i++) {
      boolean isAsked = i >= 10 && i < 990;
      assertThat(answers[i]).isEqualTo(isAsked && slice.holds(fingerprints[i]));
    }
  }

  @ParameterizedTest
  @MethodSource("slices")
  void answersMustFit(FilterSlice slice) {
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> slice.holds(new long[3], 0, 3, new boolean[2]));
  }
}
