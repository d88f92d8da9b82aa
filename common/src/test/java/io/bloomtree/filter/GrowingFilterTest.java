package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.GrowingShape.Trigger;
import java.time.Duration;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class GrowingFilterTest {
  private static final long AMPLE = 1L << 30;
  private static final Window MINUTE = Window.of(Duration.ofMinutes(1));

  private static GrowingFilter bloom(Layout layout, Trigger trigger, long expected, double fpp) {
    return new GrowingFilter(new GrowingShape(
        BloomShape.sizedFor(layout, expected, fpp), trigger, 16, AMPLE));
  }

  private static GrowingFilter sliding(Trigger trigger, long expected, double fpp) {
    return new GrowingFilter(new GrowingShape(
        SlidingShape.sizedFor(expected, fpp, MINUTE), trigger, 16, AMPLE));
  }

  @Nested class OfBloomFilters extends FilterContract {
    @Override protected Filter newFilter() {
      return bloom(Layout.PLAIN, Trigger.DENSITY, 3_000, 0.01);
    }

    @Override protected Filter restored(byte[] snapshot) {
      return GrowingFilter.fromSnapshot(snapshot);
    }
  }

  @Nested class InCacheLines extends FilterContract {
    @Override protected Filter newFilter() {
      return bloom(Layout.CACHE_LINE, Trigger.CARDINALITY, 3_000, 0.01);
    }

    @Override protected Filter restored(byte[] snapshot) {
      return GrowingFilter.fromSnapshot(snapshot);
    }
  }

  @Nested class OfSlidingFilters extends FilterContract {
    @Override protected Filter newFilter() {
      return sliding(Trigger.CARDINALITY, 3_000, 0.01);
    }

    @Override protected Filter restored(byte[] snapshot) {
      return GrowingFilter.fromSnapshot(snapshot);
    }
  }

  /** P4 while growing: at no load, up to the last part's, is the rate exceeded. */
  @ParameterizedTest(name = "{0} {1} seed {2}")
  @CsvSource({"PLAIN, DENSITY, 1", "PLAIN, CARDINALITY, 2", "CACHE_LINE, DENSITY, 3",
      "CACHE_LINE, CARDINALITY, 4"})
  void howeverItGrowsTheRateIsKept(Layout layout, Trigger trigger, long seed) {
    double fpp = 0.02;
    var filter = bloom(layout, trigger, 500, fpp);
    var random = new SplittableRandom(seed);
    long[] events = random.longs(16 * 450).toArray();
    for (int i = 0; i < events.length; i++) {
      filter.add(events[i]);
      if (i % 1_200 == 1_199) {
        int claimed = 0;
        for (int j = 0; j < 20_000; j++) {
          claimed += filter.mightContain(random.nextLong()) ? 1 : 0;
        }
        Confidence.assertAtMost(fpp, claimed, 20_000);
        Confidence.assertAbout(filter.estimatedFalsePositiveRate(), claimed, 20_000);
      }
    }
    assertThat(filter.subFilters()).isBetween(12, 16);
    assertThat(filter.isGrowthRefused()).isFalse();
    for (long event : events) {
      assertThat(filter.mightContain(event)).isTrue();
    }
    // what a part falsely claims is not recorded once more, so the estimate is a little low
    assertThat(filter.estimatedCardinality()).isBetween(events.length * 0.95, events.length * 1.05);
  }

  /** Section 5: z = m · P^(1/k) cells, or n = -m/k · ln(1 - P^(1/k)) events. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(Trigger.class)
  void itGrowsAtThePapersThreshold(Trigger trigger) {
    var filter = bloom(Layout.PLAIN, trigger, 10_000, 0.001);
    var part = (BloomShape) filter.shape().part(0);
    double perCell = Math.pow(part.fpp(), 1.0 / part.probes());
    double events = -(double) part.bits() / part.probes() * Math.log1p(-perCell);
    var random = new SplittableRandom(5);
    double fill = 0;
    int added = 0;
    while (filter.subFilters() == 1) {
      fill = filter.fill();
      filter.add(random.nextLong());
      added++;
    }

    assertThat(fill).isCloseTo(perCell, Percentage.withPercentage(1));
    assertThat((double) added)
        .isCloseTo(events, Percentage.withPercentage(1));
  }

  @Test void sharesOfTheRateAddUpToIt() {
    for (int parts : new int[] {1, 2, 16, 64}) {
      double sum = 0;
      for (int i = 0; i < parts; i++) {
        sum += GrowingShape.share(i, parts);
      }
      assertThat(sum).isCloseTo(1, Offset.offset(1e-12));
    }
    var shape = bloom(Layout.PLAIN, Trigger.DENSITY, 1_000, 0.01).shape();
    assertThat(shape.falsePositiveRate()).isLessThanOrEqualTo(0.01);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(Trigger.class)
  void aBurstGrowsASlidingFilterAndItsEndShrinksIt(Trigger trigger) {
    var filter = sliding(trigger, 1_000, 0.01);
    var random = new SplittableRandom(6);
    long now = run(filter, random, 0, 240_000, 60);
    int usual = filter.subFilters();
    now = run(filter, random, now, 60_000, 12);
    int burst = filter.subFilters();
    long most = filter.memoryBytes();
    now = run(filter, random, now, 180_000, 60);

    assertThat(usual).isLessThanOrEqualTo(2);
    assertThat(burst).isGreaterThanOrEqualTo(5);
    assertThat(filter.subFilters()).isLessThanOrEqualTo(2);
    assertThat(filter.memoryBytes()).isLessThan(most / 2);
  }

  /** One event every so often; what is in the window is always held. */
  private static long run(
      GrowingFilter filter, SplittableRandom random, long from, long span, long every) {
    long[] recent = new long[100];
    for (long now = from; now < from + span; now += every) {
      filter.advance(now);
      long event = random.nextLong();
      recent[(int) (now / every % recent.length)] = event;
      filter.add(event);
    }
    for (long event : recent) {
      assertThat(filter.mightContain(event)).isTrue();
    }
    return from + span;
  }

  /** Section 5: a filter by density may live on; one by cardinality goes between one and two. */
  @Test void atItsDesignLoadASlidingFilterByDensityNeedNotGrow() {
    var density = sliding(Trigger.DENSITY, 1_100, 0.01);
    var cardinality = sliding(Trigger.CARDINALITY, 1_100, 0.01);
    int most = 0;
    var random = new SplittableRandom(7);
    for (long now = 0; now < 600_000; now += 60) {
      long event = random.nextLong();
      density.advance(now);
      density.add(event);
      cardinality.advance(now);
      cardinality.add(event);
      assertThat(density.subFilters()).isEqualTo(1);
      assertThat(cardinality.subFilters()).isLessThanOrEqualTo(2);
      most = Math.max(most, cardinality.subFilters());
    }
    assertThat(most).isEqualTo(2);
  }

  /** A window of events passes for all parts, though an event is recorded in the newest alone. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(Trigger.class)
  void aWindowOfEventsIsMeasuredInTheEventsOfAllParts(Trigger trigger) {
    var filter = new GrowingFilter(new GrowingShape(
        SlidingShape.sizedFor(100, 1e-6, Window.ofEvents(1_000)), trigger, 16, AMPLE));
    long[] events = new SplittableRandom(12).longs(5_000).toArray();
    for (int i = 0; i < events.length; i++) {
      assertThat(filter.addIfNew(events[i])).isTrue();
      if (i >= 1_000) {
        assertThat(filter.mightContain(events[i - 1_000])).as("event %d", i).isTrue();
      }
      if (i >= 1_010) {
        assertThat(filter.mightContain(events[i - 1_010])).as("event %d", i).isFalse();
      }
    }
    assertThat(filter.subFilters()).isBetween(10, 13);
    assertThat(filter.isGrowthRefused()).isFalse();

    filter.add(events[4_500]);
    filter.add(new SplittableRandom(13).longs(900).toArray(), 0, 900);
    assertThat(filter.mightContain(events[4_499])).isFalse();
    assertThat(filter.mightContain(events[4_500])).as("recorded once more").isTrue();
  }

  @Test void aStepSweepsNoMoreThanItMayInAllPartsTogether() {
    var filter = sliding(Trigger.CARDINALITY, 20_000, 0.01);
    var random = new SplittableRandom(14);
    for (int i = 0; i < 100_000; i++) {
      filter.add(random.nextLong());
    }
    filter.advance(0);
    filter.add(1);
    long swept = 0;
    for (long now = 30_000; now < 30_020; now++) { // stopped for half of the window
      int some = filter.advance(now, FilterSlice.MOST_SWEPT);
      assertThat(some).isLessThanOrEqualTo(FilterSlice.MOST_SWEPT);
      swept += some;
    }

    assertThat(filter.subFilters()).isGreaterThanOrEqualTo(5);
    assertThat(swept).isGreaterThan(5L * FilterSlice.MOST_SWEPT);
  }

  @ParameterizedTest(name = "{0} parts")
  @ValueSource(ints = {1, 3})
  void atItsLimitItErrsMoreSaysSoAndForgetsNothing(int parts) {
    var filter = new GrowingFilter(new GrowingShape(
        BloomShape.sizedFor(Layout.PLAIN, 100, 0.01), Trigger.CARDINALITY, parts, AMPLE));
    assertThatItStopsAt(filter, parts);
  }

  /** Section 5: with a window, room comes back by itself. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(Trigger.class)
  void aRefusalEndsWithTheWindow(Trigger trigger) {
    var filter = new GrowingFilter(new GrowingShape(
        SlidingShape.sizedFor(100, 0.01, MINUTE), trigger, 2, AMPLE));
    var random = new SplittableRandom(11);
    long now = 0;
    for (; now < 30_000; now += 50) {
      filter.advance(now);
      filter.add(random.nextLong());
    }
    assertThat(filter.isGrowthRefused()).isTrue();
    for (; now < 300_000; now += 2_000) {
      filter.advance(now);
      filter.add(random.nextLong());
    }
    assertThat(filter.isGrowthRefused()).isFalse();
    assertThat(filter.estimatedFalsePositiveRate()).isLessThanOrEqualTo(0.01);
  }

  @Test void memoryIsALimitToo() {
    BloomShape first = BloomShape.sizedFor(Layout.PLAIN, 100, 0.01);
    var ample = new GrowingShape(first, Trigger.CARDINALITY, 16, AMPLE);
    long two = ample.part(0).memoryBytes() + ample.part(1).memoryBytes();
    var filter = new GrowingFilter(new GrowingShape(first, Trigger.CARDINALITY, 16, two));
    assertThatItStopsAt(filter, 2);
  }

  @Test void theShapeTellsHowFarItCanGrow() {
    var first = BloomShape.sizedFor(Layout.PLAIN, 1_000, 0.01);
    var ample = new GrowingShape(first, Trigger.CARDINALITY, 4, AMPLE);
    var tight = new GrowingShape(first, Trigger.CARDINALITY, 4, ample.grownBytes() - 1);
    var filter = new GrowingFilter(tight);
    for (long key = 0; !filter.isGrowthRefused(); key++) {
      filter.add(key * 0x9E3779B97F4A7C15L);
    }

    assertThat(ample.parts()).isEqualTo(4);
    assertThat(tight.parts()).isEqualTo(3).isEqualTo(filter.subFilters());
    assertThat(tight.grownBytes()).isEqualTo(filter.memoryBytes());
  }

  private static void assertThatItStopsAt(GrowingFilter filter, int parts) {
    var random = new SplittableRandom(8);
    long[] events = random.longs(100L * parts + 300).toArray();
    for (int i = 0; i < events.length; i++) {
      if (i < 100 * parts) {
        assertThat(filter.isGrowthRefused()).as("event %d", i).isFalse();
      }
      filter.add(events[i]);
    }
    assertThat(filter.isGrowthRefused()).isTrue();
    assertThat(filter.subFilters()).isEqualTo(parts);
    assertThat(filter.estimatedFalsePositiveRate()).isGreaterThan(0.01);
    for (long event : events) {
      assertThat(filter.mightContain(event)).isTrue();
    }
  }

  @Test void anEventOfAnOlderPartIsRecordedAnewOnlyIfItGetsYounger() {
    var filter = sliding(Trigger.CARDINALITY, 10, 1e-6);
    filter.advance(0);
    filter.add(1);
    for (long event = 2; event < 40; event++) {
      filter.add(event);
    }
    filter.advance(30_000);
    filter.record(1, 30_000, 0);
    assertThat(filter.age(1)).isGreaterThanOrEqualTo(30_000);
    filter.record(1, 0, 0);
    assertThat(filter.age(1)).isLessThan(1_000);

    filter.advance(70_000);
    assertThat(filter.mightContain(1)).isTrue();
    assertThat(filter.mightContain(2)).isFalse();
  }

  @Test void aRestoredFilterHasAllParts() {
    var filter = sliding(Trigger.CARDINALITY, 100, 0.01);
    filter.advance(7_000);
    long[] events = new SplittableRandom(10).longs(900).toArray();
    filter.add(events, 0, 450);
    var restored = GrowingFilter.fromSnapshot(filter.toSnapshot());

    assertThat(restored.subFilters()).isEqualTo(filter.subFilters()).isGreaterThan(3);
    for (int i = 0; i < events.length; i++) {
      assertThat(restored.addIfNew(events[i])).isEqualTo(filter.addIfNew(events[i]));
    }
    assertThat(restored.toSnapshot()).isEqualTo(filter.toSnapshot());
  }

  @Test void batchesFindWhatIsInAnyPart() {
    var filter = bloom(Layout.PLAIN, Trigger.CARDINALITY, 50, 1e-6);
    long[] events = new SplittableRandom(9).longs(500).toArray();
    filter.add(events, 0, 400);
    boolean[] answers = new boolean[500];
    filter.holds(events, 0, 500, answers);

    assertThat(filter.subFilters()).isEqualTo(8);
    for (int i = 0; i < 500; i++) {
      assertThat(answers[i]).isEqualTo(i < 400);
    }
  }

  @Test void impossibleShapesAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GrowingShape(
            StableShape.forMemory(1 << 16, 0.01), Trigger.DENSITY, 16, AMPLE))
        .withMessageContaining("only Bloom and sliding filters grow");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GrowingShape(
            BloomShape.sizedFor(1_000, 0.01), Trigger.DENSITY, 16, 1_000))
        .withMessageContaining("mostBytes must be at least");
    assertThatIllegalArgumentException() // not when it grows
        .isThrownBy(() -> new GrowingShape(
            BloomShape.sizedFor(1_000, 1e-11), Trigger.DENSITY, 16, AMPLE))
        .withMessageContaining("fpp must be >= ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SlicePlan.vertical(
            new GrowingShape(
                BloomShape.sizedFor(Layout.PLAIN, 1_000, 0.01), Trigger.DENSITY, 16, AMPLE), 2))
        .withMessageContaining("that do not grow");
  }
}
