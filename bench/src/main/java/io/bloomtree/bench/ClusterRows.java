package io.bloomtree.bench;

import io.bloomtree.bench.RaceCluster.Size;
import io.bloomtree.bench.Row.Goal;
import io.bloomtree.bench.TreeRace.Load;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** What a tree over three JVMs does and costs, beside Redis. Owned by one thread. */
final class ClusterRows {
  /*
   * Rounds of ours and of Redis take turns, so that whatever else the machine does strikes both
   * alike; what counts is the median of their ratios. The first rounds only warm up: three JVMs
   * on two processors take tens of millions of events, and most of a minute, to compile what they
   * do. For the same reason a cluster stays for all rounds of one load; its filters are made for
   * all their events together. Redis gets rounds of the same events, and keeps its keys as well:
   * one that is emptied each time works in the caches of the processor.
   */
  private static final int AGENTS = 4;
  private static final int MANY_AGENTS = 64;
  private static final int HOPS = 2;
  private static final int BULK = 512;
  private static final int TENTHS = 10;
  /** Of the time a load is tried for: a tree that gets further behind is overloaded. */
  private static final double BEHIND = 0.05;
  private static final double FPP = 0.01;
  private static final double MEMORY_FPP = 0.001;
  /** Beyond the keys of any race. */
  private static final long FIRST_ARRIVAL = 1L << 40;

  /**
   * How long it takes.
   *
   * @param isWarm whether it warms up for long enough to be held to its targets for speed
   * @param warmUps rounds that do not count
   * @param distinct events of a round, all of them new
   * @param mixed events of a round, one in ten of them new
   * @param remembered events for which memory is measured
   * @param millis of arrivals at a fixed rate
   */
  record Extent(
      boolean isWarm, int warmUps, int rounds, long distinct, long mixed, long remembered,
      long millis, int agentRounds) {
    static final Extent FULL =
        new Extent(true, 24, 9, 1_000_000, 5_000_000, 4_000_000, 20_000, 3);
    static final Extent QUICK =
        new Extent(false, 2, 3, 500_000, 4_000_000, 1_000_000, 5_000, 1);

    int allRounds() {
      return warmUps + rounds;
    }

    /**
     * Filters for all rounds of a load, with room to spare: full ones of three levels take too many
     * new events for copies. Copies at any edge make each know them all.
     */
    Size size(Load load) {
      long all = allRounds() * load.distinct(events(load)) * 3 / 2;
      return new Size(AGENTS, all, load == Load.COPIES_ANYWHERE ? all : all / AGENTS, FPP);
    }

    long events(Load load) {
      return load == Load.DISTINCT ? distinct : mixed;
    }

    /** Which round of the peer's it is; negative if none yet: it is one JVM, and soon warm. */
    int peerRound(int round) {
      return round - Math.max(0, warmUps - 2);
    }
  }

  private final Optional<Redis> redis;
  private final Extent extent;
  private final Consumer<Row> rows;

  ClusterRows(Optional<Redis> redis, Extent extent, Consumer<Row> rows) {
    this.redis = redis;
    this.extent = extent;
    this.rows = rows;
  }

  void run() throws IOException {
    double most = distinct();
    copies(Load.COPIES_AT_HOME, 10);
    copies(Load.COPIES_ANYWHERE, 0);
    latency();
    memory();
    agents(most / 4); // many agents have small batches: all of them must be bearable
  }

  /** Events a second, which it returns, and what they cost on the wire. */
  private double distinct() throws IOException {
    try (RaceCluster cluster = RaceCluster.start(extent.size(Load.DISTINCT))) {
      var race = new Rounds();
      var wire = new Wire(cluster);
      for (int round = 0; round < extent.allRounds(); round++) {
        wire.begin();
        Map<String, Double> done = cluster.race(Load.DISTINCT, extent.distinct(), round);
        if (round >= extent.warmUps()) {
          wire.end(HOPS * done.get("events"));
        }
        OptionalDouble peer = redis(Load.DISTINCT, round);
        if (round >= extent.warmUps()) {
          race.add(done.get("perSecond"), peer);
        }
      }
      rows.accept(speed(Load.DISTINCT, race, 2.5));
      wire.rows("an event and hop", bytes -> Goal.atMost(24, bytes), rows);
      var hits = new Wire(cluster);
      hits.begin();
      int last = extent.allRounds() - 1;
      hits.end(cluster.again(Load.DISTINCT, extent.distinct(), last).get("events"));
      // peers tell each other that they are there, whether or not there is work
      hits.rows(
          "a hit at the leaf", bytes -> new Goal("0, but for heartbeats", bytes < 0.01), rows);
      return race.ours();
    }
  }

  private void copies(Load load, double target) throws IOException {
    try (RaceCluster cluster = RaceCluster.start(extent.size(load))) {
      var race = new Rounds();
      for (int round = 0; round < extent.allRounds(); round++) {
        Map<String, Double> done = cluster.race(load, extent.mixed(), round);
        OptionalDouble peer = redis(load, round);
        if (round >= extent.warmUps()) {
          race.add(done.get("perSecond"), peer);
        }
      }
      rows.accept(speed(load, race, target));
    }
  }

  private Row speed(Load load, Rounds race, double target) {
    OptionalDouble ratio = race.ratio();
    return new Row(
        "cluster, " + load.label() + ", ours / Redis SET NX", race.ours(), race.peer(), ratio,
        "events/s", target == 0 || ratio.isEmpty() || !extent.isWarm()
            ? Goal.NONE : Goal.atLeast(target, ratio.getAsDouble()));
  }

  private OptionalDouble redis(Load load, int round) throws IOException {
    int peerRound = extent.peerRound(round);
    if (redis.isEmpty() || peerRound < 0) {
      return OptionalDouble.empty();
    }
    if (peerRound == 0) {
      redis.get().forget();
    }
    return OptionalDouble.of(
        new TreeRace(load, extent.events(load), peerRound).redis(redis.get()));
  }

  /**
   * Its own rounds say how much it can bear: what the machine has for us may have changed since
   * others were measured. Then arrivals warm up too, since little at a time takes other paths.
   */
  private void latency() throws IOException {
    long warmUp = 3 * extent.millis();
    Size races = extent.size(Load.DISTINCT);
    var size = new Size(AGENTS, 2 * races.events(), 2 * races.atEachEdge(), FPP);
    try (RaceCluster cluster = RaceCluster.start(size)) {
      var race = new Rounds();
      for (int round = 0; round < extent.allRounds(); round++) {
        double most = cluster.race(Load.DISTINCT, extent.distinct(), round).get("perSecond");
        if (round >= extent.warmUps()) {
          race.add(most, OptionalDouble.empty());
        }
      }
      double most = mostArrivals(cluster, race.ours());
      rows.accept(Row.alone(
          "cluster, most load that arrives and is kept up with", most, "events/s", Goal.NONE));
      double perSecond = most / 2;
      cluster.arrivals(FIRST_ARRIVAL, perSecond, warmUp, BULK);
      Map<String, Double> found =
          cluster.arrivals(2 * FIRST_ARRIVAL, perSecond, extent.millis(), BULK);
      for (String percentile : List.of("p50", "p99", "p99.9")) {
        double millis = found.get(percentile);
        Goal goal = percentile.equals("p99") && extent.isWarm()
            ? Goal.below(10, millis) : Goal.NONE;
        rows.accept(Row.alone(
            "cluster, verdict at half of that load, " + percentile, millis, "ms", goal));
      }
      double undecided = found.get("undecided");
      rows.accept(Row.alone("cluster, events without a verdict at half of that load", undecided,
          "events", Goal.atMost(0, undecided)));
    }
  }

  /**
   * The highest rate, in tenths of that of a race, that does not get ahead of the tree: how much
   * gets through when producers ask as soon as they are answered is another question.
   */
  private double mostArrivals(RaceCluster cluster, double raced) throws IOException {
    long millis = extent.millis() / 5;
    double most = raced / TENTHS;
    for (int tenths = 2; tenths <= TENTHS; tenths++) {
      double perSecond = raced * tenths / TENTHS;
      double longest = cluster
          .arrivals((tenths + 2) * FIRST_ARRIVAL, perSecond, millis, BULK)
          .get("max");
      most = longest < BEHIND * millis ? perSecond : most;
    }
    return most;
  }

  private void memory() throws IOException {
    OptionalDouble peer = redisMemory();
    long events = new TreeRace(Load.DISTINCT, extent.remembered()).events();
    long warmUp = new TreeRace(Load.DISTINCT, 1).events();
    long all = warmUp + events;
    try (RaceCluster cluster = RaceCluster.start(new Size(1, all, all, MEMORY_FPP))) {
      // what a first race leaves is there for whatever number of events: classes, tables, buffers
      cluster.race(Load.DISTINCT, warmUp, 0);
      double rootBefore = cluster.rootHeap();
      double before = cluster.totalHeap();
      cluster.race(Load.DISTINCT, extent.remembered(), 1);
      double after = cluster.totalHeap();
      // filters do not grow: they were all there before
      double rootGrew = Math.max(0, cluster.rootHeap() - rootBefore) / events;
      double grew = Math.max(0, after - before) / events;
      rows.accept(memory("root", (double) cluster.rootFilterBytes() / all + rootGrew, peer, 30));
      rows.accept(memory(
          "agent, region and root", (double) cluster.filterBytes() / all + grew, peer, 15));
      rows.accept(Row.alone(
          "cluster, used heap of all three JVMs, with all else", after / 1e6, "MB", Goal.NONE));
    }
  }

  private OptionalDouble redisMemory() throws IOException {
    if (redis.isEmpty()) {
      return OptionalDouble.empty();
    }
    redis.get().forget();
    long before = redis.get().usedMemory();
    var race = new TreeRace(Load.DISTINCT, extent.remembered());
    race.redis(redis.get());
    return OptionalDouble.of(
        (double) (redis.get().usedMemory() - before) / race.events());
  }

  private static Row memory(String what, double ours, OptionalDouble peer, double target) {
    String name = "cluster, memory at " + MEMORY_FPP + ", " + what + " / Redis";
    if (peer.isEmpty()) {
      return Row.alone(name, ours, "B/event", Goal.NONE);
    }
    double ratio = peer.getAsDouble() / ours;
    return new Row(
        name, ours, peer, OptionalDouble.of(ratio), "B/event", Goal.atLeast(target, ratio));
  }

  private void agents(double perSecond) throws IOException {
    var producer = new Rounds();
    var total = new Rounds();
    for (int round = 0; round < extent.agentRounds(); round++) {
      Cpu few = cpu(AGENTS, perSecond);
      Cpu many = cpu(MANY_AGENTS, perSecond);
      producer.add(many.producer(), OptionalDouble.of(few.producer()));
      total.add(many.total(), OptionalDouble.of(few.total()));
    }
    rows.accept(cpu("the producers", producer));
    rows.accept(cpu("all three JVMs", total));
  }

  private static Row cpu(String whose, Rounds rounds) {
    return new Row(
        "cluster, CPU of " + whose + ", 64 agents / 4 agents", rounds.ours(), rounds.peer(),
        rounds.ratio(), "us/event", Goal.atMost(1.5, rounds.ratio().orElseThrow()));
  }

  /** Processor time of an event, in microseconds. */
  private record Cpu(double producer, double total) {}

  private Cpu cpu(int agents, double perSecond) throws IOException {
    long warmUp = 3 * extent.millis() / 2;
    long millis = extent.millis() / 2;
    long events = (long) (perSecond * (warmUp + millis) / 1000);
    var size = new Size(agents, events, events / agents + BULK, FPP);
    try (RaceCluster cluster = RaceCluster.start(size)) {
      cluster.arrivals(FIRST_ARRIVAL, perSecond, warmUp, BULK);
      double producer = cluster.producerCpu();
      double total = cluster.totalCpu();
      double offered =
          cluster.arrivals(2 * FIRST_ARRIVAL, perSecond, millis, BULK).get("events");
      return new Cpu(
          (cluster.producerCpu() - producer) / 1000 / offered,
          (cluster.totalCpu() - total) / 1000 / offered);
    }
  }
}
