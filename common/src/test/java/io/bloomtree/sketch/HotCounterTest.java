package io.bloomtree.sketch;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.stream.ZipfStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HotCounterTest {
  private static final int CANDIDATES = 20;

  /** Crowded ones, whose cells are often hot and overflow, and wide ones. */
  @ParameterizedTest(name = "{1} rows of {2}, Zipf {3}, seed {0}")
  @CsvSource({
    "1, 3, 50, 0.5", "2, 3, 50, 1.5", "3, 1, 7, 1", "4, 5, 2000, 0.8", "5, 3, 10000, 1", "6, 2, 2, 1"
  })
  void itCountsAndChoosesAsOneByOne(long seed, int depth, int width, double skew) {
    long[] events = new ZipfStream(300_000, 20_000, skew, seed).toArray();
    var random = new Random(seed);
    var shape = new CountMinShape(depth, width, seed);
    var one = new CountMin(shape);
    var topOfOne = new TopKeys(CANDIDATES);
    var many = new CountMin(shape);
    var topOfMany = new TopKeys(CANDIDATES);
    var counter = new HotCounter(many, topOfMany);

    for (long event : events) {
      one.add(event);
      boolean isIn = topOfOne.offer(event, one::atMost);
      counter.add(event);
      assertThat(topOfMany.contains(event)).isEqualTo(isIn);
      if (random.nextInt(10_000) == 0) { // somebody looks
        counter.settle();
        assertThat(many).isEqualTo(one);
      }
    }
    counter.settle();

    assertThat(many).isEqualTo(one);
    assertThat(topOfMany.top(CANDIDATES, many)).isEqualTo(topOfOne.top(CANDIDATES, one));
    assertThat(topOfMany.guaranteedAbove())
        .isBetween(topOfOne.guaranteedAbove(), topOfMany.threshold());
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void bulksOfAnySizeAreCounted(long seed) {
    var random = new Random(seed);
    long[] events = new ZipfStream(300_000, 20_000, 1, seed).toArray();
    var one = new CountMin(new CountMinShape(3, 200, seed));
    one.add(events, 0, events.length);
    var many = new CountMin(one.shape());
    var counter = new HotCounter(many, new TopKeys(CANDIDATES));

    for (int from = 0, to; from < events.length; from = to) {
      int bulk = new int[] {0, 1, 511, 512, 513, 2_048, 20_000}[random.nextInt(7)];
      to = Math.min(events.length, from + bulk);
      counter.add(events, from, to);
    }
    counter.settle();

    assertThat(many).isEqualTo(one);
    assertThat(many.total()).isEqualTo(events.length);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void whatWasSeenMoreOftenThanGuaranteedIsACandidate(long seed) {
    var random = new Random(seed);
    var counts = new CountMin(new CountMinShape(3, 300, seed));
    var top = new TopKeys(CANDIDATES);
    var counter = new HotCounter(counts, top);
    Map<Long, Long> truth = new HashMap<>();
    for (int round = 0; round < 200; round++) {
      // what is frequent changes, so that candidates come and go
      long base = round / 20 * 5L;
      long[] events = LongStream.generate(() ->
          base + (long) (500 * Math.pow(random.nextDouble(), 4))).limit(700).toArray();
      LongStream.of(events).forEach(event -> truth.merge(event, 1L, Long::sum));
      counter.add(events, 0, events.length);
      counter.settle();
      truth.forEach((event, count) -> assertThat(
          top.contains(event) || count <= top.guaranteedAbove())
          .as("%d, seen %d times, guaranteed above %d", event, count, top.guaranteedAbove())
          .isTrue());
    }
  }

  @Test void anElementThatFillsItsCellsManyTimesIsCountedExactly() {
    var counts = new CountMin(new CountMinShape(3, 100, 1));
    var counter = new HotCounter(counts, new TopKeys(1));
    long[] events = new long[100_000];

    counter.add(events, 0, events.length);
    counter.settle();

    assertThat(counts.atMost(0)).isEqualTo(100_000);
    assertThat(counts.total()).isEqualTo(100_000);
  }

  /**
   * A rare element is passed over for a cell that is cold, which then fills with copies of another
   * one and is cold no more when it is settled.
   */
  @Test void theGuaranteeHoldsForWhatWasPassedOverForACellThatThenOverflows() {
    var shape = new CountMinShape(2, 5, 1);
    long frequent = 0;
    long rare = find(shape, it -> !meet(shape, it, frequent, 0) && meet(shape, it, frequent, 1));
    long other = find(shape, it -> meet(shape, it, rare, 0) && !meet(shape, it, rare, 1));
    var counts = new CountMin(shape);
    var top = new TopKeys(1);
    var counter = new HotCounter(counts, top);
    add(counter, frequent, 1_000);
    add(counter, rare, 800);
    counter.settle();
    assertThat(top.threshold()).isEqualTo(1_000);

    add(counter, rare, 100);
    add(counter, other, 300);
    counter.settle();

    assertThat(top.contains(rare)).isFalse();
    assertThat(top.guaranteedAbove()).isGreaterThanOrEqualTo(900);
  }

  private static void add(HotCounter counter, long element, int copies) {
    long[] events = new long[copies];
    Arrays.fill(events, element);
    counter.add(events, 0, copies);
  }

  private static long find(CountMinShape shape, LongPredicate wanted) {
    return LongStream.range(1, 10_000).filter(wanted).findFirst().orElseThrow();
  }

  /** Whether two have the same counter in a row. */
  private static boolean meet(CountMinShape shape, long one, long other, int row) {
    var counts = new CountMin(shape);
    counts.add(one);
    long[] ofRows = new long[shape.depth()];
    counts.counters(other, ofRows);
    return ofRows[row] == 1;
  }

  /** Reports are of what changed: a line that is not marked would never reach a sum. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void whatItCountsIsReported(long seed) {
    var random = new Random(seed);
    var counts = new CountMin(new CountMinShape(3, 1_000, seed));
    var counter = new HotCounter(counts, new TopKeys(2));
    var changes = new SketchChanges(counts, 1);
    var sum = new SketchSum<>(new CountMin(counts.shape()));
    SketchSum<CountMin>.Part part = sum.newPart(1);
    for (int round = 0; round < 100; round++) {
      // frequent ones, whose cells overflow between two settlements, and a few others
      long[] events = random.longs(random.nextInt(3_000), 0, round % 2 == 0 ? 3 : 500).toArray();
      counter.add(events, 0, events.length);
      counter.settle();
      changes.take(1 << 20).map(SketchReport::read).ifPresent(report -> {
        part.apply(report);
        changes.acknowledged(report.number());
      });
      assertThat(sum.sum()).isEqualTo(counts);
    }
  }
}
