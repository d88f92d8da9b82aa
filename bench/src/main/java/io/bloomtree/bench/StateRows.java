package io.bloomtree.bench;

import io.bloomtree.bench.Row.Goal;
import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.GrowingShape.Trigger;
import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.filter.ReservoirShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.StableShape;
import io.bloomtree.filter.Storage;
import io.bloomtree.filter.Window;
import io.bloomtree.state.Fsync;
import io.bloomtree.state.SliceState;
import io.bloomtree.state.StateDirectory;
import io.bloomtree.state.Tenant;
import io.bloomtree.tree.SliceStore.HeldClaim;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.TreeIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** Filters in files beside the same on the heap, and what it takes to open them again. */
final class StateRows {
  private static final double FPP = 0.01;
  private static final int TURN = 1 << 20;
  private static final int BATCH = 512;
  private static final double TENTH_SLOWER = 1.1;
  private static final long SEED = 7;

  private final Consumer<Row> rows;
  private final boolean isQuick;
  private final int rounds;
  private final long large;
  private final long largest;
  private final long small;

  /** {@code quick}: smaller, fewer. */
  StateRows(boolean quick, Consumer<Row> rows) {
    this.rows = rows;
    this.isQuick = quick;
    this.rounds = 3;
    this.large = quick ? 8_000_000 : 50_000_000;
    this.largest = quick ? large : 840_000_000; // that is 1 GiB
    this.small = 1_000_000;
  }

  void run() throws IOException {
    Path directory = Files.createTempDirectory("bloomtree-bench");
    try {
      FilterShape bloom = BloomShape.sizedFor(large, FPP);
      speed(directory, "bloom, " + large / 1_000_000 + "M", bloom, large, true);
      kinds(small).forEach((kind, shape) -> speed(directory, kind + ", 1M", shape, small, false));
      if (!isQuick) {
        kinds(large).forEach((kind, shape) -> largeSpeed(directory, kind, shape));
      }
      claims(directory);
      reopening(directory, BloomShape.sizedFor(largest, FPP));
    } finally {
      remove(directory);
    }
  }

  private static Map<String, FilterShape> kinds(long events) {
    BloomShape plain = BloomShape.sizedFor(Layout.PLAIN, events, FPP);
    BloomShape part = BloomShape.sizedFor(Layout.PLAIN, events / 4, FPP);
    long bits = 8 * plain.memoryBytes();
    Map<String, FilterShape> kinds = new LinkedHashMap<>();
    kinds.put("bloom, plain", plain);
    kinds.put("growing", new GrowingShape(part, Trigger.DENSITY, 8, plain.memoryBytes() * 8));
    kinds.put("sliding", SlidingShape.sizedFor(events, FPP, Window.of(Duration.ofMinutes(1))));
    kinds.put("stable", StableShape.forMemory(bits, FPP));
    kinds.put("reservoir", ReservoirShape.forMemory(
        bits, FPP, ReservoirShape.Profile.FEW_FALSE_POSITIVES));
    kinds.put("importance", ImportanceShape.boundedForMemory(
        bits, FPP, ImportanceShape.Variant.MULTI_CLASS));
    return kinds;
  }

  private static SliceState open(Path directory, SlicePlan plan) {
    return StateDirectory.at(directory).openSlice(new Tenant(
        new TreeIdentity("bench", "xxh3-64", 0), Endpoint.of(new NodeId("root")), 0, plan, SEED,
        Fsync.never(), 1));
  }

  private void speed(
      Path directory, String name, FilterShape shape, long events, boolean hasTarget) {
    SlicePlan plan = SlicePlan.whole(shape);
    var single = new Rounds();
    var batches = new Rounds();
    for (int round = 0; round <= rounds; round++) {
      double[] oneByOne = round(directory, plan, 2 * events, false);
      double[] inBatches = round(directory, plan, 2 * events, true);
      if (round > 0) { // the first one warms up
        single.add(oneByOne[0], OptionalDouble.of(oneByOne[1]));
        batches.add(inBatches[0], OptionalDouble.of(inBatches[1]));
      }
    }
    rows.accept(row(name + ", one by one", single, hasTarget));
    rows.accept(row(name + ", batches of 512", batches, hasTarget));
  }

  /** Once, to half the design load: the small one of its kind has warmed up. */
  private void largeSpeed(Path directory, String kind, FilterShape shape) {
    var found = new Rounds();
    double[] nanos = round(directory, SlicePlan.whole(shape), large, false);
    found.add(nanos[0], OptionalDouble.of(nanos[1]));
    rows.accept(row(kind + ", " + large / 1_000_000 + "M, one by one", found, true));
  }

  private static Row row(String name, Rounds found, boolean hasTarget) {
    double ratio = found.ratio().orElseThrow();
    return new Row("look up, then record, " + name + ", in files / on the heap", found.ours(),
        found.peer(), found.ratio(), "ns/event",
        hasTarget ? Goal.atMost(TENTH_SLOWER, ratio) : Goal.NONE);
  }

  /** Both in turns, from empty on: nanoseconds for an offer in files and on the heap. */
  private static double[] round(Path directory, SlicePlan plan, long offers, boolean inBatches) {
    double[] nanos = new double[2];
    remove(directory);
    try (SliceState kept = open(directory, plan)) {
      var ours = new Offers(kept.filter());
      var peer = new Offers(plan.openSlice(0, SEED, Storage.onHeap()));
      for (long from = 0; from < offers; from += TURN) {
        long to = Math.min(offers, from + TURN);
        boolean oursFirst = from / TURN % 2 == 0;
        for (int turn = 0; turn < 2; turn++) {
          boolean isOurs = oursFirst == (turn == 0);
          long took = (isOurs ? ours : peer).offer(from, to, inBatches);
          nanos[isOurs ? 0 : 1] += (double) took / offers;
        }
      }
      kept.sync();
    }
    return nanos;
  }

  /** Offers a stream of which half are copies. */
  private static final class Offers {
    private final FilterSlice filter;
    private final long[] fingerprints = new long[BATCH];
    private final boolean[] answers = new boolean[BATCH];
    private long now;

    Offers(FilterSlice filter) {
      this.filter = filter;
    }

    long offer(long from, long to, boolean inBatches) {
      long start = System.nanoTime();
      for (long event = from; event < to; ) {
        int size = (int) Math.min(BATCH, to - event);
        for (int i = 0; i < size; i++) {
          fingerprints[i] = Stream.number(event + i) * 0x9E37_79B9_7F4A_7C15L;
        }
        filter.advance(now++ / 8);
        if (inBatches) {
          filter.holds(fingerprints, 0, size, answers);
        }
        for (int i = 0; i < size; i++) {
          boolean isKnown = inBatches ? answers[i] : filter.holds(fingerprints[i]);
          if (!isKnown) {
            filter.set(fingerprints[i]);
          } else if (filter.learns()) {
            filter.repeated(fingerprints[i], 0, ImportanceShape.DEFAULT_IMPORTANCE);
          }
        }
        event += size;
      }
      return System.nanoTime() - start;
    }
  }

  /** A claim for each new event, and its end: what a root slice does for every one. */
  private void claims(Path directory) {
    var found = new Rounds();
    for (int round = 0; round <= rounds; round++) {
      remove(directory);
      try (SliceState kept = open(directory, SlicePlan.whole(BloomShape.sizedFor(1_000, FPP)))) {
        var agent = new NodeId("athens-1");
        long start = System.nanoTime();
        for (long event = 0; event < TURN; event++) {
          kept.putClaim(event, new HeldClaim(new Origin(agent, 1, event), Degradation.NONE));
          if (event >= 10_000) { // so many are open at a time
            kept.removeClaim(event - 10_000);
          }
        }
        double nanos = (double) (System.nanoTime() - start) / TURN;
        if (round > 0) {
          found.add(nanos, OptionalDouble.empty());
        }
      }
    }
    rows.accept(Row.alone("a claim put and removed, in files", found.ours(), "ns", Goal.NONE));
  }

  private void reopening(Path directory, FilterShape shape) {
    SlicePlan plan = SlicePlan.whole(shape);
    double gib = (double) shape.memoryBytes() / (1 << 30);
    var killed = new Rounds();
    var clean = new Rounds();
    remove(directory);
    open(directory, plan).close();
    for (int round = 0; round <= rounds; round++) {
      open(directory, plan).abandon();
      double afterKill = millisToOpen(directory, plan);
      double afterClose = millisToOpen(directory, plan);
      if (round > 0) {
        killed.add(afterKill / gib, OptionalDouble.empty());
        clean.add(afterClose / gib, OptionalDouble.empty());
      }
    }
    rows.accept(Row.alone("opening again after a kill, a GiB", killed.ours(), "ms", Goal.NONE));
    rows.accept(Row.alone(
        "opening again after a clean shutdown, all checksums, a GiB", clean.ours(), "ms",
        Goal.NONE));
  }

  private static double millisToOpen(Path directory, SlicePlan plan) {
    long start = System.nanoTime();
    SliceState state = open(directory, plan);
    double millis = (System.nanoTime() - start) / 1e6;
    state.close();
    return millis;
  }

  private static void remove(Path directory) {
    try (var all = Files.walk(directory)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.delete(path);
      }
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
