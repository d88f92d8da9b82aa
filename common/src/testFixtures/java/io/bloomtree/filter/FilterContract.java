package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every kind of filter promises. A kind's test extends this and says how to make one.
 *
 * <p>Two new filters of one test must be twins: the same operations leave them in the same state,
 * their randomness, if they have any, being seeded alike.
 */
public abstract class FilterContract {
  private static final int EVENTS = 1_000;

  /** An empty filter, sized for a few thousand events at 1 % or less. */
  protected abstract Filter newFilter();

  /** The filter that a snapshot was taken of. */
  protected abstract Filter restored(byte[] snapshot);

  /**
   * How often it claims an event however little it was fed. A kind that does so claims none of the
   * few events that these tests name, which is a matter of its seed, and its rate need not grow.
   */
  protected double leastFalsePositiveRate() {
    return 0;
  }

  @Test void anEmptyFilterClaimsNothingAndSaysSo() {
    var filter = newFilter();

    assertThat(filter.mightContain(42)).isFalse();
    assertThat(filter.fill()).isZero();
    assertThat(filter.estimatedCardinality()).isZero();
    assertThat(filter.estimatedFalsePositiveRate()).isEqualTo(leastFalsePositiveRate());
    assertThat(filter.memoryBytes()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0x9E3779B97F4A7C15L})
  void anEventIsNewOnceAndClaimedAfterwards(long fingerprint) {
    var filter = newFilter();

    assertThat(filter.addIfNew(fingerprint)).isTrue();
    assertThat(filter.addIfNew(fingerprint)).isFalse();
    assertThat(filter.mightContain(fingerprint)).isTrue();
  }

  @Test void testingChangesNothing() {
    var filter = newFilter();
    filter.add(7);
    byte[] before = filter.toSnapshot();

    filter.mightContain(8);
    filter.mightContain(new long[] {7, 8, 9}, 0, 3, new boolean[3]);

    assertThat(filter.toSnapshot()).isEqualTo(before);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void addingAndAddingIfNewLeaveTheSameState(long seed) {
    var added = newFilter();
    var addedIfNew = newFilter();
    for (long fingerprint : fingerprints(seed)) {
      boolean claimed = addedIfNew.mightContain(fingerprint);
      added.add(fingerprint);
      assertThat(addedIfNew.addIfNew(fingerprint)).isEqualTo(!claimed);
    }

    assertThat(addedIfNew.toSnapshot()).isEqualTo(added.toSnapshot());
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void batchesDoWhatSingleCallsDo(long seed) {
    var single = newFilter();
    var batch = newFilter();
    long[] fingerprints = fingerprints(seed);
    boolean[] answers = new boolean[EVENTS];
    var random = new SplittableRandom(seed);
    for (int from = 0; from < EVENTS; ) {
      int to = Math.min(EVENTS, from + random.nextInt(0, 150));
      batch.addIfNew(fingerprints, from, to, answers);
      for (int i = from; i < to; i++) {
        assertThat(answers[i]).as("event %d", i).isEqualTo(single.addIfNew(fingerprints[i]));
      }
      from = to;
    }
    assertThat(batch.toSnapshot()).isEqualTo(single.toSnapshot());

    long[] more = fingerprints(seed + 100);
    batch.add(more, 10, 300);
    for (int i = 10; i < 300; i++) {
      single.add(more[i]);
    }
    assertThat(batch.toSnapshot()).isEqualTo(single.toSnapshot());

    batch.mightContain(more, 0, EVENTS, answers);
    for (int i = 0; i < EVENTS; i++) {
      assertThat(answers[i]).as("event %d", i).isEqualTo(single.mightContain(more[i]));
    }
  }

  @Test void aBatchSeesItsOwnEarlierEvents() {
    var filter = newFilter();
    boolean[] answers = new boolean[4];

    filter.addIfNew(new long[] {5, 6, 5, 6}, 0, 4, answers);

    assertThat(answers).containsExactly(true, true, false, false);
  }

  @Test void aBatchTouchesNoAnswerOutsideItsRange() {
    var filter = newFilter();
    boolean[] answers = {true, true, true, true};

    filter.mightContain(new long[] {1, 2, 3, 4}, 1, 3, answers);
    filter.addIfNew(new long[] {1, 2, 3, 4}, 2, 2, answers);

    assertThat(answers).containsExactly(true, false, false, true);
  }

  @Test void aBatchOutsideItsArraysIsRefused() {
    var filter = newFilter();
    long[] three = {1, 2, 3};

    assertThatThrownBy(() -> filter.mightContain(three, 0, 4, new boolean[4]))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> filter.addIfNew(three, 0, 3, new boolean[2]))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> filter.add(three, 2, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(filter.fill()).isZero();
  }

  @Test void estimatesGrowWithTheEvents() {
    var filter = newFilter();
    filter.add(fingerprints(4), 0, EVENTS / 2);
    double fill = filter.fill();
    double cardinality = filter.estimatedCardinality();
    double rate = filter.estimatedFalsePositiveRate();
    filter.add(fingerprints(4), EVENTS / 2, EVENTS);

    assertThat(filter.fill()).isGreaterThan(fill).isLessThanOrEqualTo(1);
    assertThat(filter.estimatedCardinality()).isGreaterThan(cardinality);
    assertThat(filter.estimatedFalsePositiveRate()).isBetween(rate, 1.0);
    if (leastFalsePositiveRate() == 0) {
      assertThat(filter.estimatedFalsePositiveRate()).isGreaterThan(rate);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void aRestoredFilterGoesOnLikeItsTwin(long seed) throws IOException {
    var filter = newFilter();
    filter.add(fingerprints(seed), 0, EVENTS);
    byte[] snapshot = filter.toSnapshot();
    var stream = new ByteArrayOutputStream();
    filter.writeSnapshot(stream);

    var restored = restored(snapshot);

    assertThat(filter.snapshotBytes()).isEqualTo(snapshot.length);
    assertThat(stream.toByteArray()).isEqualTo(snapshot);
    assertThat(restored.toSnapshot()).isEqualTo(snapshot);
    assertThat(restored.fill()).isEqualTo(filter.fill());
    for (long fingerprint : fingerprints(seed + 1)) {
      assertThat(restored.addIfNew(fingerprint)).isEqualTo(filter.addIfNew(fingerprint));
    }
    assertThat(restored.toSnapshot()).isEqualTo(filter.toSnapshot());
  }

  @Test void aSnapshotWithADamagedByteIsRefused() {
    var filter = newFilter();
    filter.add(1);
    byte[] good = filter.toSnapshot();
    for (int at = 0; at < good.length; at += at < 64 ? 1 : 97) {
      byte[] bad = good.clone();
      bad[at] ^= 4;
      assertThatThrownBy(() -> restored(bad)).as("byte %d", at)
          .isInstanceOf(MalformedSnapshotException.class);
    }
  }

  private static long[] fingerprints(long seed) {
    return new SplittableRandom(seed).longs(EVENTS).toArray();
  }
}
