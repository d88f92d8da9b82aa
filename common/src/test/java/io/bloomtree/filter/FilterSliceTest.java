package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every kind of slice promises to the node that has it. */
class FilterSliceTest {
  static Stream<FilterSlice> slices() {
    BloomShape shape = BloomShape.sizedFor(500, 0.1);
    BloomShape plain = BloomShape.of(BloomShape.Layout.PLAIN, 1_024, 4, 200);
    return Stream.concat(
        Stream.of(SlicePlan.vertical(plain, 3).newSlice(2)),
        Stream.concat(Stream.of(shape, plain), kinds()).flatMap(kind -> Stream.of(
            SlicePlan.whole(kind).newSlice(0, 1), SlicePlan.horizontal(kind, 3).newSlice(1, 1))));
  }

  /** All but Bloom filters. */
  static Stream<FilterShape> kinds() {
    SlidingShape sliding = SlidingShape.sizedFor(500, 0.01, Window.of(Duration.ofMinutes(1)));
    var buffer = new BufferShape(900);
    return Stream.of(
        sliding,
        sliding.withEqualTimers(2),
        SlidingShape.sizedFor(500, 0.01, Window.ofEvents(500)),
        new GrowingShape(sliding, GrowingShape.Trigger.DENSITY, 4, 1 << 20),
        new GrowingShape(
            BloomShape.sizedFor(100, 0.01), GrowingShape.Trigger.CARDINALITY, 8, 1 << 20),
        StableShape.forMemory(1 << 14, 0.01),
        ReservoirShape.forMemory(1 << 14, 0.01, ReservoirShape.Profile.BALANCED),
        ImportanceShape.boundedForMemory(1 << 16, 0.01, ImportanceShape.Variant.HYBRID),
        buffer,
        new TimedBufferShape(buffer, Window.of(Duration.ofMinutes(1))),
        new FpBufferShape(buffer, 0.01));
  }

  @ParameterizedTest
  @MethodSource("slices")
  void whatIsRecordedIsHeldWithAllItsPositions(FilterSlice slice) {
    slice.advance(1_000_000);
    for (long event : new Random(2).longs(50).toArray()) {
      slice.record(event, 0, 255);
      assertThat(slice.holds(event)).isTrue();
      assertThat(slice.setProbes(event)).isEqualTo(slice.probes(event));
      slice.repeated(event, slice.age(event), 255);
      assertThat(slice.holds(event)).isTrue();
    }
    assertThat(slice.fill()).isBetween(0.0, 1.0);
    assertThat(slice.memoryBytes()).isPositive();
    assertThat(slice.estimatedCardinality()).isPositive();
    assertThat(slice.toSnapshot()).hasSize((int) slice.snapshotBytes());
  }

  /** P4: where shapes are shared, the slices together err no more than the whole. */
  @ParameterizedTest
  @MethodSource("kinds")
  void aShareErrsNoMoreThanTheWholeAndTakesItsPartOfTheMemory(FilterShape shape) {
    for (int count : new int[] {1, 2, 5}) {
      FilterShape share = shape.share(count);
      assertThat(share.falsePositiveRate())
          .as("both are sized for one rate, of which they use nearly all")
          .isLessThanOrEqualTo(shape.falsePositiveRate() * 1.02 + 1e-12);
      assertThat(count * share.memoryBytes())
          .isBetween(shape.memoryBytes() / 2, shape.memoryBytes() * 2);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aShapeSaysWhatItsFiltersTake(FilterShape shape) {
    assertThat(shape.newFilter(1).memoryBytes()).isEqualTo(shape.memoryBytes());
    assertThat(SlicePlan.whole(shape).memoryBytes()).isEqualTo(shape.memoryBytes());
    assertThat(shape.falseNegativeRate(0)).isBetween(0.0, 0.01);
    assertThat(shape.falseNegativeRate(1 << 30))
        .isGreaterThanOrEqualTo(shape.falseNegativeRate(1));
  }

  /** P7: seeds, time and randomness come from outside: twins stay twins. */
  @ParameterizedTest
  @MethodSource("kinds")
  void twoSlicesOfOneSeedAreTwins(FilterShape shape) {
    FilterSlice one = SlicePlan.horizontal(shape, 2).newSlice(1, 7);
    FilterSlice other = SlicePlan.horizontal(shape, 2).newSlice(1, 7);
    long[] events = new Random(3).longs(2_000).toArray();
    for (int i = 0; i < events.length; i++) {
      for (FilterSlice slice : new FilterSlice[] {one, other}) {
        slice.advance(i * 100L);
        slice.record(events[i], 0, i % 256);
        slice.repeated(events[i / 2], slice.age(events[i / 2]), i % 256);
      }
    }
    assertThat(other.toSnapshot()).isEqualTo(one.toSnapshot());
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
