package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.bloomtree.filter.BloomShape.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlicePlanTest {
  private static final BloomShape PLAIN = BloomShape.sizedFor(Layout.PLAIN, 2_000, 0.01);

  /** Lemma 1 rests on this: put together, vertical slices are the unsliced filter. */
  @ParameterizedTest(name = "{0} slices, seed 1")
  @ValueSource(ints = {1, 2, 3, 7, 8, 100, 1000})
  void verticalSlicesTogetherAreTheUnslicedFilter(int count) {
    var plan = SlicePlan.vertical(BloomShape.of(Layout.PLAIN, 10_007, 7, 1_000), count);
    var filter = new BloomFilter(plan.shape());
    List<BloomSlice> slices = slices(plan);
    var random = new SplittableRandom(1);
    for (int i = 0; i < 1_000; i++) {
      long fingerprint = random.nextLong();
      filter.add(fingerprint);
      for (int slice : plan.slicesOf(fingerprint)) {
        slices.get(slice).set(fingerprint);
      }
    }

    for (long position = 0; position < 10_007; position++) {
      int owner = Math.toIntExact(((position + 1) * count - 1) / 10_007);
      boolean bit = false;
      for (BloomSlice slice : slices) {
        bit |= ((VerticalSlice) slice).bit(position);
      }
      assertThat(bit).as("bit %d", position).isEqualTo(filter.bit(position));
      assertThat(((VerticalSlice) slices.get(owner)).bit(position)).isEqualTo(bit);
    }
    for (int i = 0; i < 1_000; i++) {
      long fingerprint = random.nextLong();
      assertThat(held(plan, slices, fingerprint)).isEqualTo(filter.mightContain(fingerprint));
    }
  }

  @Test void aWholePlanIsTheFilterItselfSeed2() {
    for (Layout layout : Layout.values()) {
      var plan = SlicePlan.whole(BloomShape.sizedFor(layout, 1_000, 0.01));
      var filter = new BloomFilter(plan.shape());
      var slice = plan.newSlice(0);
      var random = new SplittableRandom(2);
      for (int i = 0; i < 1_000; i++) {
        long fingerprint = random.nextLong();
        filter.add(fingerprint);
        slice.set(fingerprint);
        assertThat(plan.owner(fingerprint)).isZero();
        assertThat(plan.slicesOf(fingerprint)).containsExactly(0);
        assertThat(plan.deciders(fingerprint)).containsExactly(0);
      }

      assertThat(((WholeSlice) slice).filter()).isEqualTo(filter);
    }
  }

  @Test void verticalSlicesOfAnEventAreThoseOfItsPositionsInOrderSeed3() {
    var plan = SlicePlan.vertical(PLAIN, 5);
    var random = new SplittableRandom(3);
    for (int i = 0; i < 10_000; i++) {
      long fingerprint = random.nextLong();
      Set<Integer> expected = new LinkedHashSet<>();
      long h = Probes.mix(fingerprint);
      for (int probe = 0; probe < plan.probes(); probe++, h = Probes.next(h)) {
        long position = Probes.reduce(h, PLAIN.bits());
        expected.add(Math.toIntExact(((position + 1) * 5 - 1) / PLAIN.bits()));
      }

      assertThat(Arrays.stream(plan.slicesOf(fingerprint)).boxed())
          .containsExactlyElementsOf(expected);
      assertThat(plan.owner(fingerprint)).isEqualTo(expected.iterator().next());
      assertThat(plan.deciders(fingerprint)).isEqualTo(plan.slicesOf(fingerprint));
    }
  }

  @Test void positionsOnAllSlicesAreAllPositionsSeed4() {
    var plan = SlicePlan.vertical(PLAIN, 4);
    List<BloomSlice> slices = slices(plan);
    var random = new SplittableRandom(4);
    for (int i = 0; i < 1_000; i++) {
      long fingerprint = random.nextLong();
      int probes = 0;
      for (int index = 0; index < 4; index++) {
        var slice = slices.get(index);
        int before = slice.setProbes(fingerprint);
        assertThat(before).isBetween(0, slice.probes(fingerprint));
        assertThat(slice.holds(fingerprint)).isEqualTo(before == slice.probes(fingerprint));
        slice.set(fingerprint);
        assertThat(slice.setProbes(fingerprint)).isEqualTo(slice.probes(fingerprint));
        assertThat(slice.holds(fingerprint)).isTrue();
        probes += slice.probes(fingerprint);
      }
      assertThat(probes).isEqualTo(plan.probes());
    }
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void aHorizontalSliceHasAllPositionsOfItsEventsSeed5(Layout layout) {
    var plan = SlicePlan.horizontal(BloomShape.sizedFor(layout, 2_000, 0.0001), 3);
    List<BloomSlice> slices = slices(plan);
    var random = new SplittableRandom(5);
    for (int i = 0; i < 2_000; i++) {
      long fingerprint = random.nextLong();
      int owner = plan.owner(fingerprint);
      var slice = slices.get(owner);
      boolean held = slice.setProbes(fingerprint) == slice.probes(fingerprint);
      assertThat(slice.holds(fingerprint)).isEqualTo(held);
      slice.set(fingerprint);

      assertThat(slice.probes(fingerprint)).isEqualTo(plan.probes());
      assertThat(slice.setProbes(fingerprint)).isEqualTo(plan.probes());
      assertThat(slice.holds(fingerprint)).isTrue();
      assertThat(plan.slicesOf(fingerprint)).containsExactly(owner);
      assertThat(plan.deciders(fingerprint))
          .containsExactly(owner, (owner + 1) % 3, (owner + 2) % 3);
    }
    for (BloomSlice slice : slices) {
      assertThat(slice.estimatedCardinality()).isCloseTo(2_000 / 3.0, within(100.0));
    }
  }

  /** P4 for sliced filters: unevenly loaded horizontal slices must still keep the rate. */
  @ParameterizedTest(name = "P4: {0}, {1} events in {2} horizontal slices at {3}, seed 6")
  @CsvSource({
    "PLAIN, 40, 8, 0.01", "PLAIN, 1000, 8, 0.01", "PLAIN, 1000, 100, 0.1", "PLAIN, 5000, 3, 0.001",
    "CACHE_LINE, 1000, 8, 0.01", "CACHE_LINE, 5000, 4, 0.001", "CACHE_LINE, 3000, 30, 0.1",
  })
  void horizontalSlicesKeepTheRate(Layout layout, int events, int count, double fpp) {
    var plan = SlicePlan.horizontal(BloomShape.sizedFor(layout, events, fpp), count);
    var random = new SplittableRandom(6);
    int filters = Math.max(10, 200_000 / events);
    int queries = 1_000_000 / filters;
    long claimed = 0;
    for (int i = 0; i < filters; i++) {
      List<BloomSlice> slices = slices(plan);
      for (int event = 0; event < events; event++) {
        long fingerprint = random.nextLong();
        slices.get(plan.owner(fingerprint)).set(fingerprint);
      }
      for (int query = 0; query < queries; query++) {
        claimed += held(plan, slices, random.nextLong()) ? 1 : 0;
      }
    }

    Confidence.assertAtMost(fpp, claimed, (long) filters * queries);
  }

  @Test void horizontalSlicesAreAboutTheSizeOfTheirShare() {
    var plan = SlicePlan.horizontal(BloomShape.sizedFor(1_000_000, 0.01), 8);

    assertThat((double) plan.sliceShape().bits())
        .isBetween(plan.shape().bits() / 8.0, plan.shape().bits() / 8.0 * 1.005);
  }

  @Test void everySliceGetsItsShareSeed7() {
    var random = new SplittableRandom(7);
    var horizontal = SlicePlan.horizontal(PLAIN, 7);
    var vertical = SlicePlan.vertical(PLAIN, 7);
    long[] owned = new long[7];
    long[] ownedVertically = new long[7];
    for (int i = 0; i < 200_000; i++) {
      long fingerprint = random.nextLong();
      owned[horizontal.owner(fingerprint)]++;
      ownedVertically[vertical.owner(fingerprint)]++;
    }

    for (int slice = 0; slice < 7; slice++) {
      Confidence.assertAbout(1.0 / 7, owned[slice], 200_000);
      Confidence.assertAbout(1.0 / 7, ownedVertically[slice], 200_000);
    }
  }

  @Test void aVerticalSliceEstimatesForTheWholeFilterSeed8() {
    var plan = SlicePlan.vertical(BloomShape.sizedFor(Layout.PLAIN, 50_000, 0.01), 4);
    List<BloomSlice> slices = slices(plan);
    var random = new SplittableRandom(8);
    for (int i = 0; i < 50_000; i++) {
      long fingerprint = random.nextLong();
      slices.forEach(slice -> slice.set(fingerprint));
    }

    for (BloomSlice slice : slices) {
      assertThat(slice.memoryBytes() * 8.0).isCloseTo(plan.shape().bits() / 4.0, within(64.0));
      assertThat(slice.estimatedCardinality()).isCloseTo(50_000, within(1_000.0));
      assertThat(slice.estimatedFalsePositiveRate()).isCloseTo(0.01, within(0.001));
    }
  }

  @Test void thePlanKnowsTheMemoryOfEachSlice() {
    for (BloomSlicePlan plan : List.of(
        SlicePlan.whole(PLAIN), SlicePlan.horizontal(PLAIN, 3), SlicePlan.vertical(PLAIN, 3))) {
      long sum = 0;
      for (int index = 0; index < plan.count(); index++) {
        assertThat(plan.memoryBytes(index)).isEqualTo(plan.newSlice(index).memoryBytes());
        sum += plan.memoryBytes(index);
      }
      assertThat(plan.memoryBytes()).isEqualTo(sum);
    }
  }

  @Test void slicesSurviveTheirSnapshots() {
    for (BloomSlicePlan plan : List.of(
        SlicePlan.whole(PLAIN), SlicePlan.horizontal(PLAIN, 3), SlicePlan.vertical(PLAIN, 3))) {
      for (int index = 0; index < plan.count(); index++) {
        var slice = plan.newSlice(index);
        for (long i = 0; i < 300; i++) {
          slice.set(i);
        }

        var restored = plan.sliceFrom(index, slice.toSnapshot());

        assertThat(restored).isEqualTo(slice);
        assertThat(restored.fill()).isEqualTo(slice.fill());
        assertThat(slice.snapshotBytes()).isEqualTo(slice.toSnapshot().length);
      }
    }
  }

  @Test void theSnapshotOfAnotherSliceOrFilterIsRefused() {
    var plan = SlicePlan.vertical(PLAIN, 3);
    byte[] second = plan.newSlice(1).toSnapshot();

    assertThatExceptionOfType(MalformedSnapshotException.class)
        .isThrownBy(() -> plan.sliceFrom(2, second))
        .withMessageStartingWith("snapshot must be of slice 2 of 3, has ");
    assertThatExceptionOfType(IncompatibleFilterException.class)
        .isThrownBy(() -> SlicePlan.horizontal(PLAIN, 3).sliceFrom(1, second));
  }

  @Test void plansThatMakeNoSenseAreRefused() {
    var lines = BloomShape.sizedFor(2_000, 0.01);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SlicePlan.vertical(lines, 4))
        .withMessage("vertical slices must have the plain layout: layout=CACHE_LINE");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SlicePlan.vertical(PLAIN, 0))
        .withMessage("slices must be 1 to 1024: count=0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SlicePlan.horizontal(PLAIN, 1025))
        .withMessage("slices must be 1 to 1024: count=1025");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SlicePlan.horizontal(BloomShape.sizedFor(5, 0.01), 6))
        .withMessage("slices must be 1 to 5: count=6");
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> SlicePlan.vertical(PLAIN, 4).newSlice(4));
  }

  static List<BloomSlice> slices(BloomSlicePlan plan) {
    List<BloomSlice> slices = new ArrayList<>();
    for (int index = 0; index < plan.count(); index++) {
      slices.add(plan.newSlice(index));
    }
    return slices;
  }

  private static boolean held(BloomSlicePlan plan, List<BloomSlice> slices, long fingerprint) {
    for (int slice : plan.slicesOf(fingerprint)) {
      if (!slices.get(slice).holds(fingerprint)) {
        return false;
      }
    }
    return true;
  }
}
