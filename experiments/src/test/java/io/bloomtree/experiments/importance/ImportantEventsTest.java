package io.bloomtree.experiments.importance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bloomtree.experiments.importance.Contender.Detector;
import io.bloomtree.stream.Truth;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The generated streams have what the paper says of its own, and errors are counted right. */
class ImportantEventsTest {

  @ParameterizedTest
  @EnumSource(Occurrence.class)
  void syntheticStreamsHaveAsManyCopiesAsAskedFor(Occurrence occurrence) {
    for (double copies : new double[] {0.1, 0.3, 0.5}) {
      ImportantEvents stream = occurrence.stream(copies, 1);

      Truth truth = Truth.of(stream.events());
      assertThat((double) truth.copies() / stream.length()).isCloseTo(copies, within(0.02));
      assertThat(stream.importances()).containsOnly(IntStream
          .rangeClosed(1, 50).toArray());
    }
  }

  @Test
  void importantEventsAreDrawnAsTheirNameSays() {
    assertThat(mean(Occurrence.EQUAL)).isCloseTo(25.5, within(0.5));
    // sums of squares over sums, and the other way round
    assertThat(mean(Occurrence.IMPORTANT_ARE_FREQUENT)).isCloseTo(33.7, within(0.5));
    assertThat(mean(Occurrence.IMPORTANT_ARE_RARE)).isCloseTo(50 / 4.499, within(0.5));
  }

  private static double mean(Occurrence occurrence) {
    return Arrays.stream(occurrence.stream(0.3, 1).importances()).average().orElseThrow();
  }

  @Test
  void aTenthOfVideosIsCappedAndShortOnesAreMoreThanLongOnes() {
    Map<Long, Integer> videos = videos(VideoTrace.byLength(1));

    assertThat(count(videos, 50, 50) / videos.size()).isCloseTo(0.1, within(0.001));
    assertThat(count(videos, 0, 24)).isGreaterThan(count(videos, 25, 49));
  }

  @Test
  void byRankEachImportanceHasAsManyVideos() {
    Map<Long, Integer> videos = videos(VideoTrace.byRank(1));

    for (int importance = 1; importance <= 50; importance++) {
      assertThat(count(videos, importance, importance))
          .isCloseTo(videos.size() / 50.0, within(1.0));
    }
  }

  private static Map<Long, Integer> videos(ImportantEvents stream) {
    var videos = new HashMap<Long, Integer>();
    for (int i = 0; i < stream.length(); i++) {
      Integer before = videos.put(stream.events()[i], stream.importances()[i]);
      assertThat(before).isIn(null, stream.importances()[i]);
    }
    return videos;
  }

  private static double count(Map<Long, Integer> videos, int from, int to) {
    return videos.values().stream().filter(it -> it >= from && it <= to).count();
  }

  @Test
  void errorsAreCountedByImportanceAndWeighted() {
    var stream = new ImportantEvents(new long[] {1, 2, 3, 1, 2}, new int[] {10, 30, 10, 10, 30});
    // wrong about 3, which is new, and about the copy of 2
    boolean[] answers = {true, true, false, false, true};
    var errors = new ErrorsByImportance();

    errors.feed(new Told(answers), stream, Truth.of(stream.events()));

    assertThat(errors.falsePositiveRate()).isEqualTo(1.0 / 3);
    assertThat(errors.falseNegativeRate()).isEqualTo(0.5);
    assertThat(errors.weightedFalsePositiveRate()).isEqualTo(0.2);
    assertThat(errors.weightedFalseNegativeRate()).isEqualTo(0.75);
    assertThat(errors.falsePositiveRate(10, 10)).isEqualTo(0.5);
    assertThat(errors.falseNegativeRate(11, 50)).isEqualTo(1);
    assertThat(errors.copies()).isEqualTo(0.4);
    assertThat(errors.importances()).containsExactly(10, 30);
  }

  /** Answers what it is told to. */
  private static final class Told implements Detector {
    private final boolean[] answers;
    private int next;

    Told(boolean[] answers) {
      this.answers = answers;
    }

    @Override public boolean addIfNew(long event, int importance) {
      return answers[next++];
    }

    @Override public double zeros() {
      return 0;
    }
  }
}
