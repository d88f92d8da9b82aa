package io.bloomtree.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bloomtree.filter.Confidence;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventStreamsTest {
  private static final Recency RECENCY = Recency.of(Map.of(10L, 0.5, 100L, 0.2, 1_000L, 0.0));

  static Stream<EventStream> streams() {
    return Stream.of(
        new UniformStream(10_000, 500, 1),
        new ZipfStream(10_000, 500, 1, 2),
        new PoissonStream(10_000, 0.3, 50, 3),
        new BModelStream(10_000, 0.1, 0.7, 6, 50, 4),
        new RecencyStream(10_000, 0.4, RECENCY, 5));
  }

  @ParameterizedTest
  @MethodSource("streams")
  void aStreamIsTheSameEachTimeAndAsLongAsItSays(EventStream stream) {
    long[] events = stream.toArray();
    var iterator = stream.iterator();
    for (long event : events) {
      assertThat(iterator.nextLong()).isEqualTo(event);
    }

    assertThat(events).hasSize(10_000);
    assertThat(iterator.hasNext()).isFalse();
    assertThatThrownBy(iterator::nextLong).isInstanceOf(NoSuchElementException.class);
  }

  @Test void anotherSeedIsAnotherStreamOfOtherFingerprints() {
    long[] events = new UniformStream(1_000, 50, 1).toArray();
    long[] others = new UniformStream(1_000, 50, 2).toArray();

    assertThat(Arrays.stream(others).boxed().collect(Collectors.toSet()))
        .doesNotContainAnyElementsOf(Arrays.stream(events).boxed().collect(Collectors.toSet()));
  }

  @Test void uniformEventsAreAllAsFrequent() {
    Map<Long, Integer> counts = counts(new UniformStream(100_000, 20, 6));

    assertThat(counts).hasSize(20);
    counts.values().forEach(count -> Confidence.assertAbout(1 / 20.0, count, 100_000));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.999999999, 1, 1.000000001, 1.2, 3})
  void frequenciesFallWithAPowerOfTheRank(double exponent) {
    int[] counts = counts(new ZipfStream(200_000, 1_000, exponent, 7)).values().stream()
        .mapToInt(count -> -count).sorted().map(count -> -count).toArray();
    double sum = 0;
    for (int rank = 1; rank <= 1_000; rank++) {
      sum += Math.pow(rank, -exponent);
    }

    for (int rank = 1; rank <= 5; rank++) { // further down neighbours trade places
      Confidence.assertAbout(Math.pow(rank, -exponent) / sum, counts[rank - 1], 200_000);
    }
  }

  private static Map<Long, Integer> counts(EventStream stream) {
    var counts = new HashMap<Long, Integer>();
    stream.events().forEach(event -> counts.merge(event, 1, Integer::sum));
    return counts;
  }

  /** With a mean so small that all that come again are one: the paper's first step alone. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.5, 0.9})
  void aPoissonProcessHasItsShare(double rate) {
    boolean[] comes = firstStep(new PoissonStream(200_000, rate, 0.001, 8), 200_000);
    double sum = 0;
    for (int i = 0; i < comes.length; i++) {
      sum += comes[i] ? 1 : 0;
    }

    // the variance of counts in a Poisson process is the count
    assertThat(sum).isEqualTo(200_000 * rate, within(3.9 * Math.sqrt(200_000 * rate)));
  }

  @Test void timesBetweenArrivalsAreExponential() {
    boolean[] comes = firstStep(new PoissonStream(500_000, 0.01, 0.001, 9), 500_000);
    int arrivals = 0;
    int late = 0;
    int last = -1;
    for (int i = 0; i < comes.length; i++) {
      if (comes[i]) {
        arrivals++;
        late += last >= 0 && i - last > 150 ? 1 : 0;
        last = i;
      }
    }

    // rounded to places: more than 150 are on average more than 150.5
    Confidence.assertAbout(Math.exp(-0.01 * 150.5), late, arrivals);
  }

  /** The most frequent event's places. */
  private static boolean[] firstStep(EventStream stream, int length) {
    long frequent = counts(stream).entrySet().stream()
        .max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    boolean[] comes = new boolean[length];
    var iterator = stream.iterator();
    for (int i = 0; i < length; i++) {
      comes[i] = iterator.nextLong() == frequent;
    }
    return comes;
  }

  @ParameterizedTest
  @CsvSource({"0.1, 0.7, 6", "0.1, 0.5, 6", "0.5, 0.5, 20", "0.5, 0.9, 1", "1, 0.5, 3"})
  void theBModelGivesOneHalfItsShareAndSoOn(double volume, double bias, int levels) {
    int length = 1 << 16;
    boolean[] comes =
        firstStep(new BModelStream(length, volume, bias, levels, 0.001, 10), length);

    assertShares(comes, 0, length, Math.round(volume * length), bias, levels);
  }

  private static void assertShares(
      boolean[] comes, int from, int to, long expected, double bias, int levels) {
    int count = count(comes, from, to);
    assertThat((double) count).isEqualTo(expected, within(1.0));
    if (levels > 0 && to - from > 1) {
      int middle = (from + to) / 2;
      int first = count(comes, from, middle);
      double larger = Math.max(first, count - first);
      assertThat(larger).isEqualTo(bias * count, within(1.0));
      assertShares(comes, from, middle, first, bias, levels - 1);
      assertShares(comes, middle, to, count - first, bias, levels - 1);
    }
  }

  private static int count(boolean[] comes, int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      count += comes[i] ? 1 : 0;
    }
    return count;
  }

  /** The second step: number i with the chance that an exponential number rounds down to it. */
  @Test void frequentEventsAreSharedOutExponentially() {
    Map<Long, Integer> counts = counts(new BModelStream(400_000, 0.5, 0.5, 6, 10, 11));
    int[] most = counts.values().stream().mapToInt(count -> -count).sorted().limit(5)
        .map(count -> -count).toArray();

    for (int i = 0; i < most.length; i++) {
      Confidence.assertAbout(Math.exp(-i / 10.0) * -Math.expm1(-0.1), most[i], 200_000);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.4, 0.7566, 1})
  void theShareOfDistinctEventsIsExactlyTheOneAskedFor(double distinct) {
    Truth truth = Truth.of(new RecencyStream(100_000, distinct, RECENCY, 12).toArray());

    assertThat(truth.distinct()).isEqualTo((int) Math.round(100_000 * distinct));
  }

  /** After a quarter of the events, half of what a square root has in the end. */
  @Test void distinctEventsBecomeFewerAsAskedFor() {
    Truth truth = Truth.of(new RecencyStream(100_000, 0.02, 0.5, RECENCY, 14).toArray());
    int early = (int) IntStream.range(0, 25_000).filter(place -> !truth.isCopy(place)).count();

    assertThat(truth.distinct()).isEqualTo(2_000);
    Confidence.assertAbout(0.5, early, 2_000);
  }

  @Test void copiesAreAsLongAgoAsAskedFor() {
    Gaps gaps = Gaps.of(new RecencyStream(200_000, 0.5, RECENCY, 13).toArray());

    assertThat(atLeast(gaps, 1_000)).isZero();
    Confidence.assertAbout(0.2, atLeast(gaps, 100), 100_000);
    Confidence.assertAbout(0.5, atLeast(gaps, 10), 100_000);
    // half of the copies between 0 and 10, a share that falls with the logarithm
    Confidence.assertAbout(1 - 0.5 * Math.log(4) / Math.log(11), atLeast(gaps, 3), 100_000);
  }

  private static int atLeast(Gaps gaps, long different) {
    return (int) gaps.different().entrySet().stream()
        .filter(gap -> gap.getKey() >= different).mapToDouble(Map.Entry::getValue).sum();
  }

  @Test void impossibleStreamsAreRefused() {
    assertThatThrownBy(() -> new UniformStream(0, 1, 1)).hasMessageContaining("length=0");
    assertThatThrownBy(() -> new UniformStream(1, 0, 1)).hasMessageContaining("universe=0");
    assertThatThrownBy(() -> new ZipfStream(1, 0, 1, 1)).hasMessageContaining("ranks=0");
    assertThatThrownBy(() -> new ZipfStream(1, 1, 0, 1)).hasMessageContaining("exponent=0");
    assertThatThrownBy(() -> new PoissonStream(1, 1.1, 1, 1)).hasMessageContaining("rate=1.1");
    assertThatThrownBy(() -> new PoissonStream(1, 1, 0, 1)).hasMessageContaining("mean=0");
    assertThatThrownBy(() -> new BModelStream(1, 0.1, 0.4, 6, 1, 1)).hasMessageContaining("bias=0");
    assertThatThrownBy(() -> new BModelStream(1, 0.1, 0.5, -1, 1, 1))
        .hasMessageContaining("levels=-1");
    // the paper's examples: at most 6 levels, and at most 1
    assertThatThrownBy(() -> new BModelStream(1, 0.1, 0.7, 7, 1, 1)).hasMessageContaining("fit");
    assertThatThrownBy(() -> new BModelStream(1, 0.5, 0.8, 2, 1, 1)).hasMessageContaining("fit");
    assertThatThrownBy(() -> new RecencyStream(1, 0, RECENCY, 1))
        .hasMessageContaining("distinct=0");
    assertThatThrownBy(() -> new RecencyStream(1, 1, 1.1, RECENCY, 1))
        .hasMessageContaining("growth=1.1");
    assertThatThrownBy(() -> Recency.of(Map.of(5L, 0.5))).hasMessageContaining("must be 0");
    assertThatThrownBy(() -> Recency.of(Map.of(5L, 0.5, 6L, 0.6))).hasMessageContaining("fall");
    assertThatThrownBy(() -> Recency.of(Map.of(0L, 0.0))).hasMessageContaining("fall");
  }
}
