package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bloomtree.stream.Gaps;
import io.bloomtree.stream.Truth;
import io.bloomtree.stream.ZipfStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FpBufferFilterTest extends FilterContract {
  private static final double FPP = 0.01;
  private static final FpBufferShape SHAPE = new FpBufferShape(new BufferShape(5_000), FPP);

  @Override protected Filter newFilter() {
    return new FpBufferFilter(SHAPE, 7);
  }

  @Override protected Filter restored(byte[] snapshot) {
    return FpBufferFilter.fromSnapshot(snapshot);
  }

  @Override protected double leastFalsePositiveRate() {
    return FPP;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.001, 0.1, 0.9})
  void unknownEventsAreClaimedAtItsRate(double fpp) {
    var filter = new FpBufferFilter(new FpBufferShape(new BufferShape(100), fpp), 3);
    var random = new SplittableRandom(4);
    int claimed = 0;
    for (int i = 0; i < 100_000; i++) {
      claimed += filter.addIfNew(random.nextLong()) ? 0 : 1;
    }

    Confidence.assertAbout(fpp, claimed, 100_000);
    assertThat(filter.events()).isEqualTo(100_000);
  }

  /** As a node's filter it has what was confirmed, not what it would have claimed anyway. */
  @Test void aConfirmedEventIsRecordedThoughItWasClaimedByChance() {
    FilterSlice filter = new FpBufferShape(new BufferShape(1_000), 0.5).newFilter(5);
    int claimed = 0;
    for (long i = 0; i < 1_000; i++) {
      claimed += filter.holds(i) ? 1 : 0;
      filter.set(i);
    }

    assertThat(claimed).isPositive();
    for (long i = 0; i < 1_000; i++) {
      assertThat(filter.holds(i)).isTrue();
    }
  }

  /** Consecutive numbers at one moment, and one number at consecutive moments. */
  @Test void neitherTheFingerprintNorTheMomentDecidesAlone() {
    var filter = new FpBufferFilter(new FpBufferShape(new BufferShape(1), 0.1), 5);
    int claimedAtOnce = 0;
    for (long i = 0; i < 50_000; i++) {
      claimedAtOnce += filter.mightContain(i) ? 1 : 0;
    }
    int claimedInTurn = 0;
    for (long i = 0; i < 50_000; i++) {
      claimedInTurn += filter.mightContain(42) ? 1 : 0;
      filter.add(1);
    }

    Confidence.assertAbout(0.1, claimedAtOnce, 50_000);
    Confidence.assertAbout(0.1, claimedInTurn, 50_000);
  }

  @Test void anAnswerStaysUntilSomethingIsFed() {
    var filter = new FpBufferFilter(new FpBufferShape(new BufferShape(10), 0.5), 6);
    var random = new SplittableRandom(7);
    for (int i = 0; i < 1_000; i++) {
      long event = random.nextInt(100);
      boolean claimed = filter.mightContain(event);

      assertThat(filter.mightContain(event)).isEqualTo(claimed);
      assertThat(filter.addIfNew(event)).isEqualTo(!claimed);
    }
  }

  @Test void anotherSeedClaimsOthers() {
    var shape = new FpBufferShape(new BufferShape(10), 0.5);
    var one = new FpBufferFilter(shape, 1);
    var other = new FpBufferFilter(shape, 2);
    int differ = 0;
    for (long i = 0; i < 10_000; i++) {
      differ += one.mightContain(i) != other.mightContain(i) ? 1 : 0;
    }

    Confidence.assertAbout(0.5, differ, 10_000);
  }

  @Test void itIsTheBufferApartFromWhatItClaims() {
    var buffer = new BufferFilter(SHAPE.buffer());
    var filter = new FpBufferFilter(SHAPE, 8);
    var random = new SplittableRandom(9);
    for (int i = 0; i < 50_000; i++) {
      long event = random.nextInt(10_000);
      boolean known = !buffer.addIfNew(event);
      boolean claimed = !filter.addIfNew(event);
      assertThat(claimed || !known).as("event %d is denied", i).isTrue();
    }
    assertThat(filter.estimatedCardinality()).isEqualTo(buffer.estimatedCardinality());
    assertThat(filter.memoryBytes()).isEqualTo(SHAPE.memoryBytes()).isEqualTo(buffer.memoryBytes());
  }

  @Test void theoryFollowsThePaper() {
    Map<Long, Double> gaps = Map.of(0L, 1.0, 99L, 2.0, 100L, 3.0, 5_000L, 4.0);
    var buffer = new BufferShape(100);
    var shape = new FpBufferShape(buffer, 0.25);

    assertThat(buffer.falseNegativeRate(gaps)).isEqualTo(0.7, within(1e-12));
    assertThat(shape.falseNegativeRate(gaps)).isEqualTo(0.75 * 0.7, within(1e-12));
    assertThat(shape.falsePositiveRate()).isEqualTo(0.25);
  }

  @Test void copiesAreForgottenAsTheorySays() {
    long[] events = new ZipfStream(200_000, 50_000, 0.8, 10).toArray();
    Map<Long, Double> gaps = Gaps.of(events).different();
    Truth truth = Truth.of(events);
    var shape = new FpBufferShape(new BufferShape(1_000), 0.1);

    Errors exact = Errors.of(new BufferFilter(shape.buffer()), events, truth);
    Errors some = Errors.of(new FpBufferFilter(shape, 11), events, truth);

    assertThat(exact.falseNegativeRate())
        .isBetween(0.1, 0.9)
        .isEqualTo(shape.buffer().falseNegativeRate(gaps), within(1e-12));
    assertThat(exact.falsePositives()).isZero();
    Confidence.assertAbout(0.1, some.falsePositives(), some.distinct());
    Confidence.assertAbout(0.1, exact.falseNegatives() - some.falseNegatives(),
        exact.falseNegatives());
  }

  @Test void aSnapshotIsReadFromAStreamAndNotBeyondIt() throws IOException {
    var filter = newFilter();
    filter.add(1);
    byte[] bytes = filter.toSnapshot();
    var in = new ByteArrayInputStream(Arrays.copyOf(bytes, bytes.length + 5));

    var restored = FpBufferFilter.readSnapshot(in, bytes.length);

    assertThat(restored.shape()).isEqualTo(SHAPE);
    assertThat(restored.events()).isEqualTo(1);
    assertThat(in.available()).isEqualTo(5);
  }

  @Test void aSnapshotOfAnotherLengthOrKindOrOfTheImpossibleIsRefused() {
    var filter = newFilter();
    filter.add(1);
    byte[] good = filter.toSnapshot();
    assertRefused(Arrays.copyOf(good, good.length - 1), "must have");
    assertRefused(Arrays.copyOf(good, 40), "ends within its header");
    assertRefused(new BufferFilter(SHAPE.buffer()).toSnapshot(), "ends within its header");
    assertRefused(BufferFilterTest.forged(good, 7, 1, 0, 32), "must be zero");
    assertRefused(BufferFilterTest.forged(good, 15, 0x7F, 0, 32), "fpp=");
    assertRefused(BufferFilterTest.forged(good, 31, 0x80, 0, 32), "events must be >= 0");
    assertThatThrownBy(() -> BufferFilter.fromSnapshot(good))
        .hasMessageContaining("not a buffer snapshot");
  }

  private void assertRefused(byte[] snapshot, String why) {
    assertThatThrownBy(() -> restored(snapshot))
        .isInstanceOf(MalformedSnapshotException.class)
        .hasMessageContaining(why);
  }

  @Test void impossibleShapesAreRefused() {
    var buffer = new BufferShape(5);
    assertThatThrownBy(() -> new FpBufferShape(buffer, 1)).hasMessageContaining("fpp=1");
    assertThatThrownBy(() -> new FpBufferShape(buffer, -0.1)).hasMessageContaining("fpp=-0.1");
    assertThatThrownBy(() -> new FpBufferShape(buffer, Double.NaN)).hasMessageContaining("fpp=NaN");
    assertThatThrownBy(() -> new FpBufferShape(null, 0.1)).hasMessageContaining("buffer");
  }
}
