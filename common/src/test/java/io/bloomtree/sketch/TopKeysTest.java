package io.bloomtree.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.bloomtree.sketch.TopKeys.HotKey;
import io.bloomtree.stream.ZipfStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopKeysTest {

  /** Small sketches and few candidates, so that many leave and come back. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
  void whatIsSeenMoreOftenThanGuaranteedIsACandidateAtAnyTime(long seed) {
    var random = new Random(seed);
    long[] events = new ZipfStream(5_000, 500, 0.1 + random.nextDouble(), seed).toArray();
    var sketch = new CountMin(new CountMinShape(2, 20 + random.nextInt(200), seed));
    var top = new TopKeys(1 + random.nextInt(30));
    Map<Long, Long> truth = new HashMap<>();
    for (int i = 0; i < events.length; i++) {
      truth.merge(events[i], 1L, Long::sum);
      sketch.add(events[i]);
      boolean isIn = top.offer(events[i], sketch::atMost);

      assertThat(isIn).isEqualTo(top.contains(events[i]));
      if (i % 500 == 499) {
        truth.forEach((event, count) ->
            assertThat(top.contains(event) || count <= top.guaranteedAbove())
                .as("%d times, above %d", count, top.guaranteedAbove()).isTrue());
      }
    }
  }

  @Test void candidatesAreThoseThatAHeapThatIsAlwaysUpToDateHas() {
    long[] events = new ZipfStream(50_000, 2_000, 0.8, 7).toArray();
    var sketch = new CountMin(new CountMinShape(3, 300, 7));
    var top = new TopKeys(25);
    Set<Long> expected = new HashSet<>();
    for (long event : events) {
      sketch.add(event);
      long smallest = expected.stream().mapToLong(sketch::atMost).min().orElse(0);
      boolean takesAPlace = expected.size() == 25 && !expected.contains(event)
          && sketch.atMost(event) > smallest;

      boolean isIn = top.offer(event, sketch::atMost);

      if (takesAPlace) { // of several with the same bound either may leave
        List<Long> left = expected.stream().filter(it -> !top.contains(it)).toList();
        assertThat(left).singleElement().satisfies(it ->
            assertThat(sketch.atMost(it)).isEqualTo(smallest));
        expected.remove(left.get(0));
      }
      if (expected.size() < 25) {
        expected.add(event);
      }
      assertThat(isIn).isEqualTo(expected.contains(event));
    }

    assertThat(top.candidates())
        .containsExactlyInAnyOrder(expected.stream().mapToLong(it -> it).toArray());
  }

  @Test void theMostFrequentAreListedFirst() {
    long[] events = new ZipfStream(100_000, 10_000, 1.2, 3).toArray();
    var sketch = new CountMin(new CountMinShape(5, 2_000, 3));
    var top = new TopKeys(100);
    Map<Long, Long> truth = new HashMap<>();
    for (long event : events) {
      truth.merge(event, 1L, Long::sum);
      sketch.add(event);
      top.offer(event, sketch::atMost);
    }
    long[] first = truth.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(10).mapToLong(Map.Entry::getKey).toArray();

    List<HotKey> hot = top.top(10, sketch);

    assertThat(hot).extracting(HotKey::fingerprint)
        .containsExactlyElementsOf(Arrays.stream(first).boxed().toList());
    assertThat(hot).allSatisfy(key -> {
      long count = truth.get(key.fingerprint());
      assertThat(key.atMost()).isGreaterThanOrEqualTo(count);
      // 50 others in a counter, so a deviation well below that of a hundred
      assertThat(key.estimate()).isBetween(count - 60.0, count + 60.0);
    });
  }

  @Test void afterRefreshingTheSmallestLeavesFirst() {
    var top = new TopKeys(3);
    for (long fingerprint = 1; fingerprint <= 3; fingerprint++) {
      top.offer(fingerprint, it -> 100 - it);
    }

    LongUnaryOperator shrunk = it -> 20 * it;
    top.refresh(shrunk);
    top.offer(4, shrunk);

    assertThat(top.candidates()).containsExactlyInAnyOrder(2, 3, 4);
    assertThat(top.guaranteedAbove()).isEqualTo(20);
  }

  @Test void noneIsNotEnough() {
    assertThatIllegalArgumentException().isThrownBy(() -> new TopKeys(0));
  }
}
