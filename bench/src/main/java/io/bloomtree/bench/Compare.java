package io.bloomtree.bench;

import io.bloomtree.bench.ClusterRows.Extent;
import io.bloomtree.bench.Contestant.Kind;
import io.bloomtree.bench.Row.Goal;
import io.bloomtree.bench.TreeRace.Load;
import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BloomShape.Layout;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;

/** Compares our filters, and a whole tree, with what others have: speed, and memory. */
public final class Compare {
  private static final Set<String> OPTIONS =
      Set.of("--json", "--quick", "--filters", "--kinds", "--state", "--sketches", "--tree",
          "--cluster", "--http", "--help");
  private static final Set<String> GROUPS =
      Set.of("--filters", "--kinds", "--state", "--sketches", "--tree", "--cluster", "--http");

  private static final String USAGE = """
      usage: compare [--quick] [--json] [--filters] [--kinds] [--state] [--sketches] [--tree]
          [--cluster] [--http]

      Filters: test-and-set at 1 % false positives, one thread, keys of 16 bytes, hashing
      included on both sides, half of the events copies of earlier ones; and bits per event
      against theory.
      Kinds: test-and-set of sliding and stable filters beside a plain Bloom filter of the same
      memory; bits per remembered event of every kind; the longest batch while a filter of 1 GiB
      grows, and while its window slides.
      State: filters in memory-mapped files beside the same on the heap, and the time to open
      them again.
      Sketches: an update of a count-min sketch of five rows, of fingerprints, beside
      stream-lib's; what the other sketches take; merges and reports of one of 1 MiB; and the
      tree below with sketches and without, in turns, with the 95 % confidence interval of the
      ratio.
      Tree: a root of two slices, two regions and four edges in this process, four producers
      with bulk offers, beside Redis with SET NX EX in pipelines of 512 (if there is a
      redis-server on the PATH).
      Cluster: a root of two slices, a region and four agents in three JVMs on loopback, beside
      the same Redis: events a second, bytes on the wire, latency at half of the load, memory an
      event, and processor time with 4 and with 64 agents.
      HTTP: events a second of an edge in a JVM of its own, whose producer sends lines over one
      connection and checks the verdicts; and what the tree's throughput loses while its HTTP
      server samples it, somebody watches the console's events, and metrics are scraped once a
      second, with the 95 % confidence interval of the ratio.

        --quick     fewer and smaller rounds
        --json      one object a line: name, ours, peer, ratio, unit, target, met, and of some
                    low and high of the ratio
        --filters   the filters
        --kinds     the kinds of filter
        --state     filters in files
        --sketches  the sketches
        --tree      the tree
        --cluster   the cluster
        --http      the HTTP API; without any of the seven: all
        --help      this text
      """;

  private static final long REDIS_EVENTS = 1_000_000;

  private final PrintStream out;
  private final boolean json;
  private final boolean quick;
  private final int large;
  private final int smallRounds;
  private final int largeRounds;
  private final int treeRounds;

  private Compare(PrintStream out, boolean json, boolean quick) {
    this.out = out;
    this.json = json;
    this.quick = quick;
    this.large = quick ? 8_000_000 : 50_000_000;
    this.smallRounds = quick ? 5 : 15;
    this.largeRounds = quick ? 1 : 3;
    this.treeRounds = quick ? 3 : 7;
  }

  public static void main(String[] args) {
    System.exit(run(args, System.out, System.err));
  }

  static int run(String[] args, PrintStream out, PrintStream err) {
    Set<String> options = Set.copyOf(List.of(args));
    for (String option : args) {
      if (!OPTIONS.contains(option)) {
        err.println("unknown option: " + option);
        err.print(USAGE);
        return 2;
      }
    }
    if (options.contains("--help")) {
      out.print(USAGE);
      return 0;
    }
    var compare = new Compare(out, options.contains("--json"), options.contains("--quick"));
    compare.printHeading();
    boolean all = GROUPS.stream().noneMatch(options::contains);
    try {
      if (all || options.contains("--filters")) {
        compare.filters();
      }
      if (all || options.contains("--kinds")) {
        new KindRows(compare.quick, compare::print).run();
      }
      if (all || options.contains("--state")) {
        new StateRows(compare.quick, compare::print).run();
      }
      if (all || options.contains("--sketches")) {
        new SketchRows(compare.quick, compare::print).run();
        new SketchedTreeRows(compare.quick, compare::print).run();
      }
      if (all || options.contains("--tree")) {
        compare.tree();
      }
      if (all || options.contains("--cluster")) {
        compare.cluster(err);
      }
      if (all || options.contains("--http")) {
        new HttpRows(compare.quick, compare::print).run();
      }
    } catch (IOException e) {
      err.println(e.getMessage());
      return 1;
    }
    return 0;
  }

  private void printHeading() {
    if (!json) {
      out.println(Row.HEADING);
    }
  }

  private void filters() {
    memory(this::print);
    Contest.run(List.of(Kind.values()), 200_000, 10);
    speed(1_000_000, smallRounds).forEach(this::print);
    speed(large, largeRounds).forEach(this::print);
  }

  private void tree() throws IOException {
    Optional<Redis> redis = Redis.start();
    try {
      for (Load load : Load.values()) {
        print(race(load, redis));
      }
    } finally {
      redis.ifPresent(Redis::close);
    }
  }

  private void cluster(PrintStream err) throws IOException {
    Optional<Redis> redis = Redis.start();
    try {
      if (redis.isEmpty()) {
        err.println("no redis-server on the PATH: the cluster runs without a peer");
      }
      new ClusterRows(redis, quick ? Extent.QUICK : Extent.FULL, this::print).run();
    } finally {
      redis.ifPresent(Redis::close);
    }
  }

  /** The medians of rounds in turn; the first round of each only warms up. */
  private Row race(Load load, Optional<Redis> redis) throws IOException {
    List<Double> ours = new ArrayList<>();
    List<Double> peer = new ArrayList<>();
    for (int round = 0; round <= treeRounds; round++) {
      ours.add(new TreeRace(load, load.events()).tree());
      if (redis.isPresent()) {
        redis.get().forget();
        peer.add(new TreeRace(load, REDIS_EVENTS).redis(redis.get()));
      }
    }
    double median = median(ours);
    OptionalDouble peerMedian =
        peer.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(median(peer));
    OptionalDouble ratio = peerMedian.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(median / peerMedian.getAsDouble());
    Goal goal = switch (load) {
      case DISTINCT -> Goal.atLeast(1_000_000, median);
      case COPIES_AT_HOME -> Goal.atLeast(5_000_000, median);
      case SKEWED_COPIES, COPIES_ANYWHERE -> Goal.NONE;
    };
    return new Row(
        "tree, " + load.label() + ", ours / Redis SET NX", median, peerMedian, ratio, "events/s",
        goal);
  }

  private static double median(List<Double> rounds) {
    List<Double> counted = rounds.subList(1, rounds.size()).stream().sorted().toList();
    return counted.get(counted.size() / 2);
  }

  private static List<Row> speed(int events, int rounds) {
    Map<Kind, Double> nanos = Contest.run(List.of(Kind.values()), events, rounds);
    String on = " on " + events / 1_000_000 + "M";
    double batchTarget = events >= 50_000_000 ? 1.3 : 0;
    List<Row> rows = new ArrayList<>();
    rows.add(faster("test-and-set" + on, Kind.OURS, Kind.GUAVA, 4, nanos));
    rows.add(faster("test-and-set" + on, Kind.OURS, Kind.DATASKETCHES, 2, nanos));
    rows.add(faster("test-and-set" + on, Kind.OURS, Kind.FASTFILTER, 0, nanos));
    rows.add(faster("test-and-set" + on, Kind.OURS_BATCH, Kind.OURS, batchTarget, nanos));
    rows.add(faster("test-and-set" + on, Kind.OURS_PLAIN, Kind.GUAVA, 0, nanos));
    rows.add(faster("look-up" + on, Kind.OURS_LOOK_UP, Kind.FASTFILTER_LOOK_UP, 0, nanos));
    return rows;
  }

  private static Row faster(
      String what, Kind ours, Kind peer, double target, Map<Kind, Double> nanos) {
    String name = what + ", " + ours.label() + " / " + peer.label();
    double oursTook = nanos.get(ours);
    double peerTook = nanos.get(peer);
    double ratio = peerTook / oursTook;
    return new Row(
        name, oursTook, OptionalDouble.of(peerTook), OptionalDouble.of(ratio), "ns/event",
        target == 0 ? Goal.NONE : Goal.atLeast(target, ratio));
  }

  private static void memory(Consumer<Row> rows) {
    for (double fpp : new double[] {0.3, 0.1, 0.01, 0.001, 0.0001}) {
      rows.accept(memory(Layout.PLAIN, fpp, 1.08));
    }
    rows.accept(memory(Layout.CACHE_LINE, 0.1, 1.12));
    rows.accept(memory(Layout.CACHE_LINE, 0.01, 1.12));
    rows.accept(memory(Layout.CACHE_LINE, 0.001, 1.20));
    rows.accept(memory(Layout.CACHE_LINE, 0.0001, 1.30));
  }

  private static Row memory(Layout layout, double fpp, double most) {
    double ours = BloomShape.sizedFor(layout, 1_000_000, fpp).bitsPerEvent();
    double least = BloomShape.leastBitsPerEvent(fpp);
    String layoutName = layout.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    String name = "memory at " + fpp + ", " + layoutName + " / 1.44 log2(1/fpp)";
    double ratio = ours / least;
    return new Row(
        name, ours, OptionalDouble.of(least), OptionalDouble.of(ratio), "bits/event",
        Goal.atMost(most, ratio));
  }

  private void print(Row row) {
    out.println(json ? row.toJson() : row.toText());
    out.flush();
  }
}
