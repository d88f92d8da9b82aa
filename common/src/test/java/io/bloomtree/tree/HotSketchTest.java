package io.bloomtree.tree;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.bloomtree.sketch.CountMinShape;
import io.bloomtree.sketch.TopKeys;
import io.bloomtree.wire.SketchFrame;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HotSketchTest {
  private static final CountMinShape SHAPE = new CountMinShape(4, 4_096, 3);

  @Test void whatIsAboveTheGuaranteeOfASumIsACandidate() {
    var random = new Random(11);
    var parts = new HotSketch[] {sketch(4), sketch(4), sketch(4)};
    var sum = sketch(4);
    long[] truth = new long[200];
    long[] guaranteed = new long[parts.length];
    for (int round = 0; round < 30; round++) {
      for (int i = 0; i < 400; i++) {
        int key = (int) (200 * Math.pow(random.nextDouble(), 3));
        truth[key]++;
        parts[key % 2 == 0 ? 0 : random.nextInt(parts.length)].add(key);
        sum.counts().add(key);
      }
      int next = round % parts.length;
      long above = parts[next].guaranteedAbove();
      sum.nominate(parts[next].candidateFingerprints(), above - guaranteed[next]);
      guaranteed[next] = above;
    }
    for (int i = 0; i < parts.length; i++) {
      long above = parts[i].guaranteedAbove();
      sum.nominate(parts[i].candidateFingerprints(), above - guaranteed[i]);
    }

    assertThat(sum.candidates()).isEqualTo(4);
    for (int key = 0; key < truth.length; key++) {
      if (truth[key] > sum.guaranteedAbove()) {
        assertThat(sum.isCandidate(key)).as("%d, seen %d times", key, truth[key]).isTrue();
      }
    }
  }

  @Test void candidatesThatAreNominatedAgainDoNotLoosenTheGuaranteeOfASum() {
    var part = sketch(100);
    var sum = sketch(100);
    for (int round = 0; round < 10; round++) {
      for (long key = 0; key < 100; key++) {
        long[] copies = new long[1_000];
        Arrays.fill(copies, key);
        part.addAll(copies, 0, copies.length);
        sum.counts().add(key, copies.length);
      }
      if (round == 0) {
        part.add(100);
        sum.counts().add(100, 1);
      }
      long more = round == 0 ? part.guaranteedAbove() : 0;
      sum.nominate(part.candidateFingerprints(), more);
    }

    assertThat(part.guaranteedAbove()).isEqualTo(1);
    assertThat(sum.guaranteedAbove()).isLessThanOrEqualTo(2);
    for (long key = 0; key < 100; key++) {
      assertThat(sum.isCandidate(key)).isTrue();
    }
  }

  @Test void whoeverLooksSeesAllThatWasOffered() {
    var random = new Random(5);
    var counted = sketch(8);
    var waiting = sketch(8);
    long[] events = random.longs(10_000, 0, 50).toArray();
    for (long event : events) {
      counted.add(event);
      assertThat(counted.counts().atMost(event)).isPositive(); // looks after each
    }

    waiting.add(events[0]);
    waiting.addAll(events, 1, 5_000);
    waiting.add(events[5_000]);
    waiting.addAll(events, 5_001, events.length);

    assertThat(waiting.guaranteedAbove())
        .isLessThanOrEqualTo(counted.top(8).get(7).atMost());
    assertThat(waiting.top(7)).isEqualTo(counted.top(7)); // two share the last place
    assertThat(waiting.counts()).isEqualTo(counted.counts());
    assertThat(waiting.counts().total()).isEqualTo(events.length);
  }

  @Test void textsAreKeptOfCandidatesOnly() {
    var top = new TopKeys(2);
    var texts = new KeptTexts(top, 2);
    for (long key = 1; key <= 100; key++) {
      top.offer(key, it -> it);
      texts.put(key, "key " + key);
      assertThat(texts.size()).isLessThanOrEqualTo(4);
    }

    assertThat(texts.get(100)).contains("key 100");
    assertThat(texts.get(99)).contains("key 99");
    assertThat(texts.get(1)).isEmpty();
  }

  @Test void aLongTextIsCutBetweenCharactersAndMarked() {
    assertThat(KeptTexts.cut("x".repeat(255))).isEqualTo("x".repeat(255));
    assertThat(KeptTexts.cut("x".repeat(256))).isEqualTo("x".repeat(252) + "…");
    String cut = KeptTexts.cut("ab" + "δ".repeat(1_000));
    assertThat(cut).startsWith("abδ").endsWith("δ…").isNotEqualTo("ab" + "δ".repeat(1_000));
    assertThat(cut.getBytes(UTF_8).length).isBetween(
        SketchFrame.MOST_TEXT_BYTES - 3, SketchFrame.MOST_TEXT_BYTES);
    assertThat(KeptTexts.cut("\uD83C\uDF33".repeat(100)).getBytes(UTF_8).length)
        .isLessThanOrEqualTo(SketchFrame.MOST_TEXT_BYTES);
    assertThat(KeptTexts.cut("half \uD83C")).isEqualTo("half ?");
  }

  @Test void settingsThatMakeNoSenseAreRefused() {
    var frequency = Optional.of(new Sketching.Frequency(SHAPE, 100, false));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Sketching(Duration.ZERO, 65_536, frequency, Optional.empty()))
        .withMessageContaining("every");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new Sketching(Duration.ofSeconds(1), 100, frequency, Optional.empty()))
        .withMessageContaining("maxBytes");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new Sketching(Duration.ofSeconds(1), 2_048, frequency, Optional.empty()))
        .withMessageContaining("hot must be at most 64");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new Sketching(Duration.ofSeconds(1), 2_048, Optional.empty(), Optional.empty()));
  }

  private static HotSketch sketch(int hot) {
    return new HotSketch(new Sketching.Frequency(SHAPE, hot, true));
  }
}
