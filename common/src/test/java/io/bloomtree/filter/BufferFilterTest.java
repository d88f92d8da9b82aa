package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BufferFilterTest extends FilterContract {

  @Override protected Filter newFilter() {
    return new BufferFilter(new BufferShape(5_000));
  }

  @Override protected Filter restored(byte[] snapshot) {
    return BufferFilter.fromSnapshot(snapshot);
  }

  /** With room for three quarters of the contract's events. */
  static class TooSmallTest extends FilterContract {
    @Override protected Filter newFilter() {
      return new BufferFilter(new BufferShape(750));
    }

    @Override protected Filter restored(byte[] snapshot) {
      return BufferFilter.fromSnapshot(snapshot);
    }
  }

  /** A map of the library in the order of access, which is slow and large and known to be right. */
  private static final class Reference extends LinkedHashMap<Long, Long> {
    private static final long serialVersionUID = 1;

    private final int capacity;

    Reference(int capacity) {
      super(16, 0.75f, true);
      this.capacity = capacity;
    }

    @Override protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
      return size() > capacity;
    }

    int removeOlderThan(long time, int most) {
      int removed = 0;
      for (var entries = entrySet().iterator(); removed < most && entries.hasNext(); removed++) {
        if (entries.next().getValue() >= time) {
          break;
        }
        entries.remove();
      }
      return removed;
    }
  }

  /** Few different events for small tables, so that runs of full slots wrap around their end. */
  @ParameterizedTest(name = "seed {0}, capacity {1}, {2} different")
  @CsvSource({
      "1, 1, 3", "2, 2, 5", "3, 3, 6", "4, 7, 20", "5, 16, 20", "6, 64, 100", "7, 64, 1000",
      "8, 500, 700", "9, 1000, 900", "10, 333, 100000"})
  void itRemembersWhatAMapInTheOrderOfAccessDoes(long seed, int capacity, int different) {
    var filter = new BufferFilter(new BufferShape(capacity));
    var reference = new Reference(capacity);
    var random = new SplittableRandom(seed);
    for (int step = 0; step < 30_000; step++) {
      long fingerprint = fingerprint(random.nextInt(different));
      long time = step / 2 + random.nextInt(10);
      switch (random.nextInt(20)) {
        case 0 -> assertThat(filter.removeOlderThan(time - capacity, 3))
            .isEqualTo(reference.removeOlderThan(time - capacity, 3));
        case 1, 2 -> assertThat(filter.mightContain(fingerprint))
            .isEqualTo(reference.containsKey(fingerprint));
        default -> {
          assertThat(filter.addIfNew(fingerprint, time)).as("step %d", step)
              .isEqualTo(!reference.containsKey(fingerprint));
          reference.merge(fingerprint, time, Math::max);
        }
      }
      assertThat(filter.size()).isEqualTo(reference.size()).isLessThanOrEqualTo(capacity);
    }

    for (int i = 0; i < different; i++) {
      long fingerprint = fingerprint(i);
      assertThat(filter.mightContain(fingerprint)).isEqualTo(reference.containsKey(fingerprint));
    }
    reference.forEach((fingerprint, time) ->
        assertThat(filter.recordedAt(fingerprint)).hasValue(time));
  }

  /** Not spread at all where the number is even, so that homes coincide in a small table. */
  private static long fingerprint(int number) {
    return number % 2 == 0 ? number : Probes.scramble(number);
  }

  @Test void whatIsRemovedIsGoneAndWhatIsLeftIsFound() {
    var entries = new RecentEntries(100);
    var random = new SplittableRandom(17);
    for (int round = 0; round < 2_000; round++) {
      while (entries.size() < 100) {
        entries.insert(random.nextLong(), 0);
      }
      for (int left = 100; left > 50; left--) {
        long removed = entries.fingerprint(entries.leastRecent());
        entries.remove(entries.leastRecent());
        assertThat(entries.find(removed)).isEqualTo(RecentEntries.NONE);
      }
      int found = 0;
      for (int entry = entries.leastRecent(); entry != RecentEntries.NONE;
          entry = entries.newer(entry)) {
        assertThat(entries.find(entries.fingerprint(entry))).isEqualTo(entry);
        found++;
      }
      assertThat(found).isEqualTo(50);
    }
  }

  @Test void askingDoesNotKeepAnEvent() {
    var filter = new BufferFilter(new BufferShape(2));
    filter.add(1);
    filter.add(2);

    filter.mightContain(1);
    filter.recordedAt(1);
    filter.add(3);

    assertThat(filter.mightContain(1)).isFalse();
    assertThat(filter.mightContain(2)).isTrue();
  }

  @Test void addingAgainKeepsAnEvent() {
    var filter = new BufferFilter(new BufferShape(2));
    filter.add(1);
    filter.add(2);

    assertThat(filter.addIfNew(1)).isFalse();
    filter.add(3);

    assertThat(filter.mightContain(1)).isTrue();
    assertThat(filter.mightContain(2)).isFalse();
  }

  @Test void anEventKeepsTheYoungerOfTwoTimes() {
    var filter = new BufferFilter(new BufferShape(10));
    filter.add(1, 50);
    filter.add(1, 40);
    filter.add(2, 40);
    filter.add(2, 50);

    assertThat(filter.recordedAt(1)).hasValue(50);
    assertThat(filter.recordedAt(2)).hasValue(50);
    assertThat(filter.recordedAt(3)).isEmpty();
  }

  @Test void withoutATimeAnEventIsOfTheYoungestSoFar() {
    var filter = new BufferFilter(new BufferShape(10));
    filter.add(1);
    assertThat(filter.recordedAt(1)).hasValue(Long.MIN_VALUE);

    filter.add(2, 70);
    filter.add(3, 60);
    filter.add(4);
    filter.add(3);

    assertThat(filter.recordedAt(4)).hasValue(70);
    assertThat(filter.recordedAt(3)).hasValue(70);
    assertThat(BufferFilter.fromSnapshot(filter.toSnapshot()).addIfNew(5)).isTrue();
  }

  @Test void theOldAreRemovedALittleAtATime() {
    var filter = new BufferFilter(new BufferShape(100));
    for (int i = 0; i < 100; i++) {
      filter.add(i, 1_000 + i);
    }

    assertThat(filter.removeOlderThan(1_050, 0)).isZero();
    assertThat(filter.removeOlderThan(1_050, 30)).isEqualTo(30);
    assertThat(filter.recordedAt(29)).isEmpty();
    assertThat(filter.recordedAt(30)).hasValue(1_030);
    assertThat(filter.removeOlderThan(1_050, 30)).isEqualTo(20);
    assertThat(filter.removeOlderThan(1_050, 30)).isZero();
    assertThat(filter.size()).isEqualTo(50);
    assertThat(filter.recordedAt(50)).hasValue(1_050);
    assertThatThrownBy(() -> filter.removeOlderThan(0, -1)).hasMessageContaining("most=-1");
  }

  @Test void anOlderOneWaitsBehindAYoungerOne() {
    var filter = new BufferFilter(new BufferShape(10));
    filter.add(1, 20);
    filter.add(2, 10);

    assertThat(filter.removeOlderThan(15, 10)).isZero();
    assertThat(filter.recordedAt(2)).hasValue(10);
    assertThat(filter.removeOlderThan(21, 10)).isEqualTo(2);
  }

  @Test void itsMemoryIsThatOfItsArraysAndFits() {
    for (int capacity : new int[] {1, 2, 3, 10, 1_000, 12_345}) {
      var shape = new BufferShape(capacity);
      long bytes = new BufferFilter(shape).memoryBytes();

      assertThat(shape.memoryBytes()).isEqualTo(bytes);
      assertThat(BufferShape.forMemory(bytes)).isEqualTo(shape);
      assertThat(BufferShape.forMemory(bytes + 31)).isEqualTo(shape);
      assertThat(BufferShape.forMemory(bytes + 32).capacity()).isEqualTo(capacity + 1);
    }
    assertThatThrownBy(() -> BufferShape.forMemory(55)).hasMessageContaining("bytes=55");
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void aRestoredBufferKnowsOrderAndTimes(long seed) throws IOException {
    var filter = new BufferFilter(new BufferShape(10_000)); // more than a block of words
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 25_000; i++) {
      filter.add(random.nextInt(15_000), i);
    }
    filter.removeOlderThan(17_000, 1_000_000);
    byte[] bytes = filter.toSnapshot();

    var restored = BufferFilter.readSnapshot(new ByteArrayInputStream(bytes), bytes.length);

    assertThat(restored.shape()).isEqualTo(filter.shape());
    for (int i = 0; i < 15_000; i++) {
      assertThat(restored.recordedAt(i)).isEqualTo(filter.recordedAt(i));
    }
    for (int i = 0; i < 25_000; i++) {
      long event = random.nextInt(15_000);
      assertThat(restored.addIfNew(event)).isEqualTo(filter.addIfNew(event));
    }
    assertThat(restored.removeOlderThan(25_000, 77)).isEqualTo(filter.removeOlderThan(25_000, 77));
    assertThat(restored.toSnapshot()).isEqualTo(filter.toSnapshot());
  }

  @Test void anEmptyOneIsRestoredEmpty() {
    var restored = BufferFilter.fromSnapshot(newFilter().toSnapshot());

    assertThat(restored.size()).isZero();
    assertThat(restored.recordedAt(0)).isEqualTo(OptionalLong.empty());
  }

  @Test void aSnapshotOfAnotherLengthOrKindIsRefused() {
    var filter = newFilter();
    filter.add(1);
    byte[] good = filter.toSnapshot();
    assertThatThrownBy(() -> restored(Arrays.copyOf(good, good.length - 1)))
        .isInstanceOf(MalformedSnapshotException.class)
        .hasMessageContaining("must have");
    assertThatThrownBy(() -> restored(new StableFilter(StableShape.forMemory(99, 0.1), 1)
        .toSnapshot())).hasMessageContaining("not a buffer snapshot");
  }

  @Test void aSnapshotOfTheImpossibleIsRefused() {
    var two = new BufferFilter(new BufferShape(3));
    two.add(1);
    two.add(2);
    byte[] good = two.toSnapshot();
    assertRefused(forged(good, 5, 9, 0, 24), "must be zero");
    assertRefused(forged(good, 8, 0, 0, 24), "capacity=0");
    assertRefused(forged(good, 12, 4, 0, 24), "events must be 0 to 3, are 4");
    assertRefused(forged(good, 44, 1, 28, 60), "event 1 is there twice");
  }

  /** With another byte, and the checksum made right again that is behind what it is of. */
  static byte[] forged(byte[] good, int at, int value, int from, int checksum) {
    byte[] bad = good.clone();
    bad[at] = (byte) value;
    var crc = new CRC32C();
    crc.update(bad, from, checksum - from);
    ByteBuffer.wrap(bad).order(ByteOrder.LITTLE_ENDIAN).putInt(checksum, (int) crc.getValue());
    return bad;
  }

  private void assertRefused(byte[] snapshot, String why) {
    assertThatThrownBy(() -> restored(snapshot))
        .isInstanceOf(MalformedSnapshotException.class)
        .hasMessageContaining(why);
  }

  @Test void impossibleShapesAreRefused() {
    assertThatThrownBy(() -> new BufferShape(0)).hasMessageContaining("capacity=0");
    assertThatThrownBy(() -> new BufferShape(1 << 30)).hasMessageContaining("capacity=1073741824");
    var shape = new BufferShape(5);
    assertThatThrownBy(() -> shape.falseNegativeRate(Map.of())).hasMessageContaining("shares");
    assertThatThrownBy(() -> shape.falseNegativeRate(Map.of(-1L, 1.0)))
        .hasMessageContaining("gap=-1");
  }
}
