package io.bloomtree.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TruthTest {

  /** A list with the most recent event last, searched from its end. */
  @ParameterizedTest(name = "seed {0}, {1} different")
  @CsvSource({"1, 1", "2, 2", "3, 30", "4, 700", "5, 1000000"})
  void itIsWhatAListWouldSay(long seed, long different) {
    long[] events = new UniformStream(2_000, different, seed).toArray();
    Truth truth = Truth.of(events);
    var recent = new ArrayList<Long>();
    var differentBetween = new HashMap<Long, Double>();
    int copies = 0;
    for (int i = 0; i < events.length; i++) {
      int found = recent.lastIndexOf(events[i]);
      assertThat(truth.isCopy(i)).as("event %d", i).isEqualTo(found >= 0);
      if (found >= 0) {
        copies++;
        differentBetween.merge(recent.size() - 1L - found, 1.0, Double::sum);
        recent.remove(found);
      }
      recent.add(events[i]);
    }

    assertThat(truth.copies()).isEqualTo(copies);
    assertThat(truth.distinct()).isEqualTo(recent.size());
    assertThat(Gaps.of(events).different()).isEqualTo(differentBetween);
  }

  @Test void gapsAreCounted() {
    Gaps gaps = Gaps.of(new long[] {1, 2, 3, 2, 1, 1, 0, 0});

    assertThat(gaps.events()).isEqualTo(Map.of(1L, 1.0, 3L, 1.0, 0L, 2.0));
    assertThat(gaps.different()).isEqualTo(Map.of(1L, 1.0, 2L, 1.0, 0L, 2.0));
  }

  @Test void ofNothingItIsEmpty() {
    assertThat(Truth.of(new long[0]).copies()).isZero();
    assertThat(Gaps.of(new long[0]).events()).isEmpty();
  }
}
