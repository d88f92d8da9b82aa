package io.bloomtree.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import io.bloomtree.stream.ZipfStream;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SkewTest {

  @ParameterizedTest(name = "exponent {0}")
  @ValueSource(doubles = {0.5, 0.8, 1, 1.5, 2})
  void theExponentOfAStreamFollowsFromItsSelfJoinSize(double exponent) {
    long[] events = new ZipfStream(200_000, 100_000, exponent, 1).toArray();
    double selfJoin = Arrays.stream(events).boxed()
        .collect(Collectors.groupingBy(it -> it, Collectors.counting()))
        .values().stream().mapToDouble(count -> (double) count * count).sum();

    // below 0.5 most of the self-join size is events that meet themselves
    assertThat(Skew.zipfExponent(selfJoin, events.length, 100_000))
        .isEqualTo(exponent, within(0.02));
  }

  @Test void whereAllAreAsFrequentItIsZero() {
    assertThat(Skew.zipfExponent(1_000, 1_000, 500)).isEqualTo(0, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 1, 2.5})
  void longSumsAreWhatAddingOneByOneGives(double exponent) {
    double sum = IntStream.rangeClosed(1, 10_000).mapToDouble(r -> Math.pow(r, -exponent)).sum();
    double squares =
        IntStream.rangeClosed(1, 10_000).mapToDouble(r -> Math.pow(r, -2 * exponent)).sum();

    assertThat(Skew.selfJoinSize(exponent, 1_000_000, 10_000))
        .isCloseTo(1e6 + 1e6 * 999_999 * squares / (sum * sum),
            withPercentage(1e-5));
  }
}
