package io.bloomtree.bench;

import io.bloomtree.bench.Row.Goal;
import io.bloomtree.filter.BloomFilter;
import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.BufferShape;
import io.bloomtree.filter.Filter;
import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.FpBufferShape;
import io.bloomtree.filter.GrowingFilter;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.GrowingShape.Trigger;
import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.filter.ReservoirShape;
import io.bloomtree.filter.SlidingFilter;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.StableFilter;
import io.bloomtree.filter.StableShape;
import io.bloomtree.filter.Window;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** The kinds of filter beside each other: how fast, how large, and how long a batch may take. */
final class KindRows {
  private static final double FPP = 0.01;
  private static final Window WINDOW = Window.of(Duration.ofMinutes(1));
  private static final int BATCH = 512;
  private static final int TURN = 1 << 20;
  private static final double TWICE = 2;

  private static final long MOST_OFFERS = 16_000_000;

  private final Consumer<Row> rows;
  private final int rounds;
  private final long large;
  private final long largest;

  /** {@code quick}: smaller, fewer. */
  KindRows(boolean quick, Consumer<Row> rows) {
    this.rows = rows;
    this.rounds = quick ? 3 : 9;
    this.large = quick ? 32 << 20 : 128 << 20;
    this.largest = quick ? 64L << 20 : 1L << 30;
  }

  void run() {
    for (long bytes : new long[] {4 << 20, large}) {
      speed(bytes, false);
      speed(bytes, true);
    }
    memory(0.01);
    memory(0.001);
    stalls();
  }

  /** The kinds whose speed is compared, at equal memory. */
  private enum Kind {
    PLAIN("bloom, plain", bytes -> new BloomFilter(bloom(Layout.PLAIN, bytes))),
    LINES("bloom, cache lines", bytes -> new BloomFilter(bloom(Layout.CACHE_LINE, bytes))),
    SLIDING("sliding", bytes -> new SlidingFilter(sliding(bytes))),
    STABLE("stable", bytes -> new StableFilter(StableShape.forMemory(bytes * 8, FPP), 1));

    private final String label;
    private final LongFunction<Filter> maker;

    Kind(String label, LongFunction<Filter> maker) {
      this.label = label;
      this.maker = maker;
    }
  }

  private static BloomShape bloom(Layout layout, long bytes) {
    double bitsPerEvent = BloomShape.sizedFor(layout, 1_000_000, FPP).bitsPerEvent();
    return BloomShape.sizedFor(layout, (long) (bytes * 8 / bitsPerEvent), FPP);
  }

  private static SlidingShape sliding(long bytes) {
    double each = SlidingShape.sizedFor(1_000_000, FPP, WINDOW).memoryBytes() / 1e6;
    return SlidingShape.sizedFor((long) (bytes / each), FPP, WINDOW);
  }

  private void speed(long bytes, boolean inBatches) {
    Map<Kind, Rounds> nanos = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      nanos.put(kind, new Rounds());
    }
    for (int round = 0; round <= rounds; round++) {
      Map<Kind, Double> measured = round(bytes, inBatches);
      if (round > 0) { // the first one warms up
        measured.forEach((kind, took) -> nanos.get(kind).add(
            took, OptionalDouble.of(measured.get(Kind.PLAIN))));
      }
    }
    String how = (inBatches ? "batches of 512" : "one by one") + ", " + (bytes >> 20) + " MiB, ";
    for (Kind kind : Kind.values()) {
      Rounds of = nanos.get(kind);
      boolean isCompared = kind == Kind.SLIDING || kind == Kind.STABLE;
      rows.accept(new Row(
          "test-and-set, " + how + kind.label + " / plain bloom", of.ours(), of.peer(), of.ratio(),
          "ns/event",
          isCompared ? Goal.atMost(TWICE, of.ratio().orElseThrow()) : Goal.NONE));
    }
  }

  /**
   * Each kind in turns, from empty to where a Bloom filter of that memory is at its design load, or
   * as far as time allows.
   */
  private static Map<Kind, Double> round(long bytes, boolean inBatches) {
    Map<Kind, Filter> filters = new EnumMap<>(Kind.class);
    Map<Kind, Double> nanos = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      filters.put(kind, kind.maker.apply(bytes));
    }
    long events = Math.min(MOST_OFFERS, 2 * bloom(Layout.PLAIN, bytes).expected());
    double millisPerEvent = WINDOW.span() / 2.0 / sliding(bytes).cells().expected();
    for (long from = 0; from < events; from += TURN) {
      long to = Math.min(events, from + TURN);
      for (Kind kind : Kind.values()) {
        var offers = new Offers(filters.get(kind), millisPerEvent);
        long start = System.nanoTime();
        if (inBatches) {
          offers.inBatches(from, to);
        } else {
          offers.oneByOne(from, to);
        }
        nanos.merge(kind, (double) (System.nanoTime() - start) / events, Double::sum);
      }
    }
    return nanos;
  }

  /** Offers a stream of which half are copies; of a sliding filter time passes with it. */
  private static final class Offers {
    private final Filter filter;
    private final double millisPerEvent;
    private final long[] fingerprints = new long[BATCH];
    private final boolean[] answers = new boolean[BATCH];
    /** 2: new events only. */
    int stride = 1;

    Offers(Filter filter, double millisPerEvent) {
      this.filter = filter;
      this.millisPerEvent = millisPerEvent;
    }

    void oneByOne(long from, long to) {
      for (long event = from; event < to; ) {
        int size = fill(event, to);
        advance(event);
        for (int i = 0; i < size; i++) {
          filter.addIfNew(fingerprints[i]);
        }
        event += size;
      }
    }

    void inBatches(long from, long to) {
      for (long event = from; event < to; ) {
        int size = fill(event, to);
        advance(event);
        filter.addIfNew(fingerprints, 0, size, answers);
        event += size;
      }
    }

    /** The longest of all batches, in nanoseconds. */
    long longest(long from, long to) {
      long longest = 0;
      for (long event = from; event < to; ) {
        int size = fill(event, to);
        long start = System.nanoTime();
        advance(event);
        filter.addIfNew(fingerprints, 0, size, answers);
        longest = Math.max(longest, System.nanoTime() - start);
        event += size;
      }
      return longest;
    }

    private int fill(long event, long to) {
      int size = (int) Math.min(BATCH, to - event);
      for (int i = 0; i < size; i++) {
        fingerprints[i] = fingerprint((event + i) * stride);
      }
      return size;
    }

    private void advance(long event) {
      if (filter instanceof SlidingFilter sliding) {
        sliding.advance((long) (event * millisPerEvent));
      }
    }

    private static long fingerprint(long event) {
      long h = (Stream.number(event) + 1) * SPREAD;
      return (h ^ h >>> 32) * SPREAD;
    }

    private static final long SPREAD = 0x9E3779B97F4A7C15L;
  }

  /** Bits that each remembered event costs; of kinds that forget: each of those half remembered. */
  private void memory(double fpp) {
    long events = 1_000_000;
    long bits = 8 * BloomShape.sizedFor(Layout.PLAIN, events, fpp).memoryBytes();
    SlidingShape sliding = SlidingShape.sizedFor(events, fpp, WINDOW);
    Map<String, Double> each = new LinkedHashMap<>();
    each.put("bloom, plain", bits(BloomShape.sizedFor(Layout.PLAIN, events, fpp), events));
    each.put("bloom, cache lines",
        bits(BloomShape.sizedFor(Layout.CACHE_LINE, events, fpp), events));
    each.put("bloom that may grow to 16 parts", bits(new GrowingShape(
        BloomShape.sizedFor(Layout.PLAIN, events, fpp), Trigger.DENSITY, 16, 1L << 40), events));
    each.put("sliding, 100 slots", bits(sliding, events));
    each.put("stable", bits(StableShape.forMemory(bits, fpp)));
    each.put("reservoir", bits(ReservoirShape.forMemory(
        bits, fpp, ReservoirShape.Profile.FEW_FALSE_POSITIVES)));
    each.put("importance, many classes", bits(ImportanceShape.boundedForMemory(
        bits, fpp, ImportanceShape.Variant.MULTI_CLASS)));
    each.put("buffer", bits(new BufferShape((int) events), events));
    each.put("fp-buffer", bits(new FpBufferShape(new BufferShape((int) events), fpp), events));
    each.forEach((kind, ofEvent) -> rows.accept(new Row(
        "memory at " + fpp + ", " + kind + " / 1.44 log2(1/fpp)", ofEvent,
        OptionalDouble.of(BloomShape.leastBitsPerEvent(fpp)),
        OptionalDouble.of(ofEvent / BloomShape.leastBitsPerEvent(fpp)), "bits/event", Goal.NONE)));
  }

  private static double bits(FilterShape shape, long events) {
    return 8.0 * shape.memoryBytes() / events;
  }

  private static double bits(FilterShape shape) {
    long remembered = 1;
    long forgotten = Long.MAX_VALUE >>> 8;
    while (forgotten - remembered > 1) {
      long gap = (remembered + forgotten) >>> 1;
      if (shape.falseNegativeRate(gap) <= 0.5) {
        remembered = gap;
      } else {
        forgotten = gap;
      }
    }
    return 8.0 * shape.memoryBytes() / remembered;
  }

  private void stalls() {
    String size = (largest >> 20) + " MiB";
    SlidingShape shape = sliding(largest);
    long events = 2 * shape.cells().expected();
    var ticking = new Offers(
        new SlidingFilter(shape), WINDOW.span() * 2.5 / events); // so that the window slides twice
    long tick = ticking.longest(0, events);
    rows.accept(stall("ticking, sliding of " + size, tick));
    // parts are a third larger than filters that do not grow: four of them fit
    BloomShape part = bloom(Layout.PLAIN, largest / 6);
    var growing = new GrowingFilter(new GrowingShape(part, Trigger.DENSITY, 4, largest));
    var distinct = new Offers(growing, 0);
    distinct.stride = 2;
    long grow = 0;
    for (long event = 0; growing.subFilters() < 4 && !growing.isGrowthRefused(); event += TURN) {
      grow = Math.max(grow, distinct.longest(event, event + TURN));
    }
    rows.accept(stall("growing to " + (growing.memoryBytes() >> 20) + " MiB in "
        + growing.subFilters() + " parts", grow));
  }

  private static Row stall(String what, long nanos) {
    return Row.alone("longest batch of 512 while " + what, nanos / 1e6, "ms", Goal.NONE);
  }
}
