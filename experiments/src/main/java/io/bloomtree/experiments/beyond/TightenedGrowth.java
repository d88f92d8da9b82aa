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
import io.bloomtree.filter.GrowingFilter;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.GrowingShape.Trigger;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/** The false positives of a filter that grows, with parts that share its rate and without. */
final class TightenedGrowth implements Experiment {
  private static final double FPP = 0.01;
  private static final int PARTS = 16;
  private static final long SEED = 6;

  @Override public String name() {
    return "tightened-growth";
  }

  @Override public Paper paper() {
    return Paper.BEYOND;
  }

  @Override public String figures() {
    return "Growth";
  }

  @Override public String title() {
    return "The rate of a filter that grows to sixteen times its size";
  }

  @Override public Findings run(Setup setup) {
    int expected = setup.scale().of(500, 5_000, 50_000);
    int queries = setup.scale().of(5_000, 50_000, 500_000);
    BloomShape first = BloomShape.sizedFor(Layout.PLAIN, expected, FPP);
    var alike = new PartsAlike(first);
    var byCardinality = growing(first, Trigger.CARDINALITY);
    var byDensity = growing(first, Trigger.DENSITY);
    var random = new SplittableRandom(SEED);
    var table = DataTable.named("growth", "False positives while the filter grows")
        .column("events, of the first part's", COUNT).column("parts alike, computed", SHARE)
        .column("parts alike", SHARE).column("tightened, by cardinality", SHARE)
        .column("tightened, by density", SHARE).column("parts, by density", COUNT)
        .column("bits per event, alike", NUMBER).column("bits per event, tightened", NUMBER);
    for (int load = 1; load <= PARTS; load++) {
      for (int i = 0; i < expected; i++) {
        long event = random.nextLong();
        alike.add(event);
        byCardinality.add(event);
        byDensity.add(event);
      }
      long[] claimed = new long[3];
      for (int i = 0; i < queries; i++) {
        long query = random.nextLong();
        claimed[0] += alike.mightContain(query) ? 1 : 0;
        claimed[1] += byCardinality.mightContain(query) ? 1 : 0;
        claimed[2] += byDensity.mightContain(query) ? 1 : 0;
      }
      double events = (double) load * expected;
      table.row(load, 1 - Math.pow(1 - FPP, load), (double) claimed[0] / queries,
          (double) claimed[1] / queries, (double) claimed[2] / queries, byDensity.subFilters(),
          Byte.SIZE * alike.memoryBytes() / events,
          Byte.SIZE * byCardinality.memoryBytes() / events);
      setup.progress().at(load, PARTS);
    }
    return findings(expected, queries, table.build());
  }

  private static Findings findings(int expected, int queries, DataTable table) {
    double[] loads = table.numbers("events, of the first part's");
    double[] asked = new double[loads.length];
    Arrays.fill(asked, FPP);
    var plot = Plot.named("rates", "False positives while a filter grows",
            Axis.linear("events, in multiples of the first part's"),
            Axis.linear("false positives"))
        .line("parts alike, as in the paper", loads, table.numbers("parts alike"))
        .dashed("computed, 1 - (1 - 1 %)^parts", loads, table.numbers("parts alike, computed"))
        .line("tightened, by cardinality", loads, table.numbers("tightened, by cardinality"))
        .line("tightened, by density", loads, table.numbers("tightened, by density"))
        .dashed("asked for", loads, asked)
        .build();
    double before = table.number("bits per event, tightened", 1);
    double equalShares =
        BloomShape.sizedFor(Layout.PLAIN, expected, FPP / PARTS).bitsPerEvent();
    return new Findings(
        "A Bloom filter for %,d events at 1 %% that gets up to %d parts; %,d queries at each "
            .formatted(expected, PARTS, queries)
            + "size. Parts alike are the paper's: each is of the first one's size and rate, so the "
            + "rates add up, but for events that are never recorded because a part claims them. "
            + "Here each part has a share of the whole rate, 0.8 times that of the one before it.",
        List.of(table), List.of(plot),
        List.of(
            within(table, "by cardinality", queries), within(table, "by density", queries),
            Comparison.claim("memory before it grows, bits an event",
                NUMBER.show(equalShares) + ", if all parts had equal shares of the 1 %",
                NUMBER.show(before), before < equalShares,
                "Most filters never grow. Grown to sixteen times the events it is "
                    + NUMBER.show(table.number("bits per event, tightened", PARTS))
                    + "; parts alike, which do not keep the rate, have "
                    + NUMBER.show(table.number("bits per event, alike", 1)))));
  }

  private static Comparison within(DataTable table, String trigger, int queries) {
    double[] rates = table.numbers("tightened, " + trigger);
    double most = Arrays.stream(rates).max().orElseThrow();
    return Comparison.claim("false positives of 16 parts that grow " + trigger + ", 1 % asked for",
        SHARE.show(table.number("parts alike", PARTS)),
        SHARE.show(rates[PARTS - 1]) + ", and at most " + SHARE.show(most),
        new Observed(Math.round(most * queries), queries).isAtMost(FPP), "");
  }

  private static GrowingFilter growing(BloomShape first, Trigger trigger) {
    return new GrowingFilter(new GrowingShape(first, trigger, PARTS, 1L << 32));
  }

  /** Filters of one shape, a new one when the newest holds what it is sized for. */
  private static final class PartsAlike {
    private final BloomShape shape;
    private final Deque<BloomFilter> parts = new ArrayDeque<>();
    private long events;

    PartsAlike(BloomShape shape) {
      this.shape = shape;
      parts.addFirst(new BloomFilter(shape));
    }

    void add(long event) {
      if (mightContain(event)) {
        return;
      }
      if (events == shape.expected()) {
        parts.addFirst(new BloomFilter(shape));
        events = 0;
      }
      parts.getFirst().add(event);
      events++;
    }

    boolean mightContain(long event) {
      for (BloomFilter part : parts) {
        if (part.mightContain(event)) {
          return true;
        }
      }
      return false;
    }

    long memoryBytes() {
      return parts.size() * shape.memoryBytes();
    }
  }
}
