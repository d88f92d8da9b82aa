package io.bloomtree.sketch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class MediansTest {

  @RepeatedTest(value = 50, name = "seed {currentRepetition}")
  void theMedianOfCountersIsThatOfTheSortedOnes(RepetitionInfo seed) {
    var random = new Random(seed.getCurrentRepetition());
    int length = 3 + random.nextInt(40);
    long[] counters = random.longs(length, 0, 1 + random.nextInt(30)).toArray();
    long[] before = counters.clone();
    int from = random.nextInt(2);
    int to = length - random.nextInt(2);
    double[] sorted = Arrays.stream(counters, from, to).asDoubleStream().toArray();

    assertThat(Medians.of(counters, from, to)).isEqualTo(Medians.of(sorted));
    assertThat(counters).isEqualTo(before);
  }
}
