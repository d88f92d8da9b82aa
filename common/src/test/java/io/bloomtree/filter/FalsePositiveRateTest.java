package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.BloomShape.Layout;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** P4, honest error rates: at the design load a filter errs no more often than its shape says. */
class FalsePositiveRateTest {

  @ParameterizedTest(name = "P4: {0} at {1}, seed 1")
  @CsvSource({
    "PLAIN, 0.3", "PLAIN, 0.1", "PLAIN, 0.01", "PLAIN, 0.001",
    "CACHE_LINE, 0.3", "CACHE_LINE, 0.1", "CACHE_LINE, 0.01", "CACHE_LINE, 0.001",
    "CACHE_LINE, 0.0001",
  })
  void theRateIsKeptAtTheDesignLoad(Layout layout, double fpp) {
    var shape = BloomShape.sizedFor(layout, 20_000, fpp);
    long claimed = claimed(shape, 20_000, 10, 100_000, 1);

    Confidence.assertAtMost(fpp, claimed, 1_000_000);
    assertThat(shape.falsePositiveRate(20_000)).isBetween(0.98 * fpp, fpp);
  }

  /** Small filters, where asymptotic formulas are wrong and coinciding probes would show. */
  @ParameterizedTest(name = "P4: {0}, {1} events at {2}, seed 2")
  @CsvSource({
    "PLAIN, 1, 0.01", "PLAIN, 5, 0.01", "PLAIN, 30, 0.01", "PLAIN, 30, 0.001", "PLAIN, 300, 0.001",
    "CACHE_LINE, 1, 0.01", "CACHE_LINE, 40, 0.1", "CACHE_LINE, 50, 0.01", "CACHE_LINE, 300, 0.001",
  })
  void theRateIsKeptBySmallFilters(Layout layout, int events, double fpp) {
    var shape = BloomShape.sizedFor(layout, events, fpp);
    long claimed = claimed(shape, events, 2_000, 500, 2);

    Confidence.assertAtMost(fpp, claimed, 1_000_000);
  }

  /** The computed rate is not only a bound: it is met below, at and above the design load. */
  @ParameterizedTest(name = "{0}, {1} probes, {2} events, seed 3")
  @CsvSource({
    "PLAIN, 1, 1000", "PLAIN, 6, 500", "PLAIN, 6, 1000", "PLAIN, 6, 2000", "PLAIN, 20, 800",
    "CACHE_LINE, 2, 1000", "CACHE_LINE, 4, 2000", "CACHE_LINE, 6, 500", "CACHE_LINE, 6, 1000",
    "CACHE_LINE, 8, 1000", "CACHE_LINE, 12, 1000", "CACHE_LINE, 12, 2000",
  })
  void theComputedRateIsTheObservedOne(Layout layout, int probes, int events) {
    var shape = BloomShape.of(layout, 20 * 512, probes, 1_000);
    long claimed = claimed(shape, events, 1_000, 1_000, 3);

    Confidence.assertAbout(shape.falsePositiveRate(events), claimed, 1_000_000);
  }

  /** Events of a filter and queries of it, drawn at random: how many queries are claimed. */
  private static long claimed(
      BloomShape shape, int events, int filters, int queries, long seed) {
    var random = new SplittableRandom(seed);
    long claimed = 0;
    for (int i = 0; i < filters; i++) {
      var filter = new BloomFilter(shape);
      for (int event = 0; event < events; event++) {
        filter.add(random.nextLong());
      }
      for (int query = 0; query < queries; query++) {
        claimed += filter.mightContain(random.nextLong()) ? 1 : 0;
      }
    }
    return claimed;
  }
}
