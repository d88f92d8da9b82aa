package io.bloomtree.experiments.beyond;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.NUMBER;
import static io.bloomtree.experiments.Unit.SHARE;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Setup;
import io.bloomtree.filter.BloomFilter;
import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.ErrorRates;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The false positives of filters whose events have all their bits in one cache line, against the
 * plain layout in the same memory, and against what the textbook would say.
 */
final class CacheLineRate implements Experiment {
  private static final int[] BITS_PER_EVENT = {4, 6, 8, 10, 12, 14, 16};
  private static final List<Integer> PLAIN_PROBES = IntStream.rangeClosed(1, 12).boxed().toList();
  /** Those that the layout allows. */
  private static final List<Integer> LINE_PROBES = List.of(2, 4, 6, 8, 12);
  private static final double[] RATES = {0.1, 0.01, 0.001, 0.0001};
  /** The bits of the usual filter, of a hundredth false positives. */
  private static final int TYPICAL = 10;
  private static final double TYPICAL_RATE = 0.01;
  private static final int FILTERS = 4;
  private static final long SEED = 5;

  @Override public String name() {
    return "cache-line-rate";
  }

  @Override public Paper paper() {
    return Paper.BEYOND;
  }

  @Override public String figures() {
    return "The cache-line layout";
  }

  @Override public String title() {
    return "What one cache miss an event costs in false positives, and in memory";
  }

  @Override public Findings run(Setup setup) {
    int events = setup.scale().of(2_000, 20_000, 200_000);
    int queries = setup.scale().of(20_000, 250_000, 5_000_000);
    int steps = BITS_PER_EVENT.length + RATES.length;
    var rates = DataTable.named("rates", "False positives in the same memory")
        .column("bits per event", COUNT).column("k, plain", COUNT).column("plain, computed", SHARE)
        .column("plain, observed", SHARE).column("k, line", COUNT)
        .column("line, by Eq. 1", SHARE).column("line, computed", SHARE)
        .column("line, observed", SHARE);
    boolean agree = true;
    for (int i = 0; i < BITS_PER_EVENT.length; i++) {
      BloomShape plain = best(Layout.PLAIN, PLAIN_PROBES, BITS_PER_EVENT[i], events);
      BloomShape line = best(Layout.CACHE_LINE, LINE_PROBES, BITS_PER_EVENT[i], events);
      Observed plainSeen = observed(plain, queries);
      Observed lineSeen = observed(line, queries);
      agree &= lineSeen.agreesWith(line.falsePositiveRate());
      rates.row(BITS_PER_EVENT[i], plain.probes(), plain.falsePositiveRate(), plainSeen.rate(),
          line.probes(), ErrorRates.falsePositives(line.bits(), line.probes(), events),
          line.falsePositiveRate(), lineSeen.rate());
      setup.progress().at(i + 1, steps);
    }
    var sizes = DataTable.named("sizes", "Memory for a rate")
        .column("asked for", SHARE).column("plain, bits per event", NUMBER)
        .column("line, bits per event", NUMBER).column("more", SHARE)
        .column("line, observed", SHARE);
    boolean kept = true;
    for (int i = 0; i < RATES.length; i++) {
      BloomShape plain = BloomShape.sizedFor(Layout.PLAIN, events, RATES[i]);
      BloomShape line = BloomShape.sizedFor(Layout.CACHE_LINE, events, RATES[i]);
      Observed seen = observed(line, queries);
      kept &= seen.isAtMost(RATES[i]);
      sizes.row(RATES[i], plain.bitsPerEvent(), line.bitsPerEvent(),
          line.bitsPerEvent() / plain.bitsPerEvent() - 1, seen.rate());
      setup.progress().at(BITS_PER_EVENT.length + i + 1, steps);
    }
    return findings(events, queries, rates.build(), sizes.build(), agree, kept);
  }

  private static Findings findings(
      int events, int queries, DataTable rates, DataTable sizes, boolean agree, boolean kept) {
    double[] bits = rates.numbers("bits per event");
    var plot = Plot.named("rates", "False positives in the same memory",
            Axis.linear("bits per event"), Axis.logarithmic("false positives"))
        .line("cache line, observed", bits, rates.numbers("line, observed"))
        .dashed("cache line, computed", bits, rates.numbers("line, computed"))
        .dashed("cache line, by Eq. 1", bits, rates.numbers("line, by Eq. 1"))
        .line("plain, observed", bits, rates.numbers("plain, observed"))
        .dashed("plain, computed", bits, rates.numbers("plain, computed"))
        .build();
    return new Findings(
        "%,d events in each of %d filters, %,d queries of each for events that are not there; "
            .formatted(events, FILTERS, queries)
            + "for each layout the number of probes that errs least. By Eq. 1 is what the textbook "
            + "says of so many bits and probes: lines fill unevenly, which it does not know. "
            + "Observed and computed agree if they differ by at most four standard deviations and "
            + "one per cent.",
        List.of(rates, sizes), List.of(plot),
        List.of(
            Comparison.claim("rate of a line filter of 10 bits an event: believed, and observed",
                SHARE.show(rates.number("line, by Eq. 1", TYPICAL)) + " by Eq. 1",
                SHARE.show(rates.number("line, computed", TYPICAL)) + " computed, "
                    + SHARE.show(rates.number("line, observed", TYPICAL)) + " observed",
                agree, "Computed from the mixture over the load of lines; agrees in every row"),
            Comparison.claim("what the layout costs at 1 %",
                NUMBER.show(sizes.number("plain, bits per event", TYPICAL_RATE))
                    + " bits an event, and a cache miss for each probe",
                NUMBER.show(sizes.number("line, bits per event", TYPICAL_RATE))
                    + " bits an event, and one cache miss",
                kept, "Filters are sized for the computed rate, and keep it: "
                    + SHARE.show(sizes.number("line, observed", TYPICAL_RATE)) + " observed")));
  }

  /** The one that errs least of those with so much memory. */
  private static BloomShape best(
      Layout layout, List<Integer> probes, int bitsPerEvent, int events) {
    long lines = Math.round((double) bitsPerEvent * events / BloomShape.LINE_BITS);
    return probes.stream()
        .map(k -> BloomShape.of(layout, lines * BloomShape.LINE_BITS, k, events))
        .min(Comparator.comparingDouble(BloomShape::falsePositiveRate)).orElseThrow();
  }

  private static Observed observed(BloomShape shape, int queries) {
    var random = new SplittableRandom(SEED);
    long claimed = 0;
    for (int i = 0; i < FILTERS; i++) {
      var filter = new BloomFilter(shape);
      for (long event = 0; event < shape.expected(); event++) {
        filter.add(random.nextLong());
      }
      for (int query = 0; query < queries; query++) {
        claimed += filter.mightContain(random.nextLong()) ? 1 : 0;
      }
    }
    return new Observed(claimed, (long) FILTERS * queries);
  }
}
