package io.bloomtree.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.bloomtree.sketch.TopKeys.HotKey;
import io.bloomtree.stream.ZipfStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
      boolean isIn = top.offer(events[i], sketch.addAndBound(events[i], 1));

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
    Map<Long, Long> expected = new HashMap<>();
    for (long event : events) {
      long bound = sketch.addAndBound(event, 1);
      long smallest = expected.values().stream().mapToLong(it -> it).min().orElse(0);
      if (expected.containsKey(event) || expected.size() < 25) {
        expected.put(event, bound);
      } else if (bound > smallest) {
        // of several with the same bound either may leave
        List<Long> leaving = new ArrayList<>();
        expected.forEach((it, b) -> {
          if (b == smallest) {
            leaving.add(it);
          }
        });
        top.offer(event, bound);
        leaving.removeIf(top::contains);
        assertThat(leaving).hasSize(1);
        expected.remove(leaving.get(0));
        expected.put(event, bound);
        continue;
      }
      top.offer(event, bound);
    }

    assertThat(top.candidates())
        .containsExactlyInAnyOrder(expected.keySet().stream().mapToLong(it -> it).toArray());
  }

  @Test void theMostFrequentAreListedFirst() {
    long[] events = new ZipfStream(100_000, 10_000, 1.2, 3).toArray();
    var sketch = new CountMin(new CountMinShape(5, 2_000, 3));
    var top = new TopKeys(100);
    Map<Long, Long> truth = new HashMap<>();
    for (long event : events) {
      truth.merge(event, 1L, Long::sum);
      top.offer(event, sketch.addAndBound(event, 1));
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
    top.offer(1, 10);
    top.offer(2, 20);
    top.offer(3, 30);

    top.refresh(fingerprint -> fingerprint == 1 ? 100 : 20 * fingerprint);
    top.offer(4, 45);

    assertThat(top.candidates()).containsExactlyInAnyOrder(1, 3, 4);
    assertThat(top.guaranteedAbove()).isEqualTo(40);
  }

  @Test void noneIsNotEnough() {
    assertThatIllegalArgumentException().isThrownBy(() -> new TopKeys(0));
  }
}
