package io.bloomtree.bench;

import static java.util.Objects.requireNonNull;

import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.embedded.EmbeddedTree;
import io.bloomtree.topology.Topology;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/** Four producers that offer as fast as they are answered: a whole tree here, or Redis. */
final class TreeRace {
  /*
   * The tree has three levels: a root of two slices, two regions, four edges. Each
   * producer is a thread of its own and hashes its keys itself; it keeps a few bulk
   * offers open. An event counts when its verdict is there. With Redis each producer has
   * a connection, and pipelines 512 commands.
   */
  private static final int PRODUCERS = 4;
  private static final int BULK = 2048;
  private static final int PIPELINE = 512;

  private static final String TREE = """
      tree: race
      mode: dense
      filter: { expected: 10M, fpp: 0.01 }
      root: { slices: { count: 2, scheme: horizontal } }
      regions:
        - { id: east, edges: [a, b] }
        - { id: west, edges: [c, d] }
      """;

  /** Which keys the producers offer. */
  enum Load {
    DISTINCT("every event distinct", 10, 4_000_000, 4) {
      @Override long key(int producer, long event) {
        return event * PRODUCERS + producer;
      }
    },
    COPIES_AT_HOME("9 in 10 copies, at their first edge", 1, 20_000_000, 8) {
      @Override long key(int producer, long event) {
        return original(event) * PRODUCERS + producer;
      }
    },
    SKEWED_COPIES("9 in 10 skewed copies, at their first edge", 1, 20_000_000, 8) {
      @Override long key(int producer, long event) {
        return popular(event) * PRODUCERS + producer;
      }
    },
    COPIES_ANYWHERE("9 in 10 copies, at any edge", 1, 20_000_000, 8) {
      @Override long key(int producer, long event) {
        boolean isCopy = event % 10 != 0;
        long home = isCopy ? (event * SPREAD >>> 32) % PRODUCERS : producer;
        return original(event) * PRODUCERS + home;
      }
    };

    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final String label;
    private final int distinctInTen;
    private final long events;
    /** How many bulks a producer keeps open, so that it need not wait for the way to the root. */
    private final int bulksOpen;

    Load(String label, int distinctInTen, long events, int bulksOpen) {
      this.label = label;
      this.distinctInTen = distinctInTen;
      this.events = events;
      this.bulksOpen = bulksOpen;
    }

    abstract long key(int producer, long event);

    String label() {
      return label;
    }

    /** How many make a round of a few seconds. */
    long events() {
      return events;
    }

    long distinct(long events) {
      return events / 10 * distinctInTen;
    }

    /** Events 0, 10, 20 … are new; each other one copies one of the new ones before it. */
    private static long original(long event) {
      long originals = event / 10;
      return event % 10 == 0
          ? originals
          : Math.multiplyHigh(event * SPREAD >>> 1, (originals + 1) << 1);
    }

    /**
     * The same, but each octave of the new ones is copied as often as any other: by Zipf's law,
     * with an exponent of 1.
     */
    private static long popular(long event) {
      long originals = event / 10;
      if (event % 10 == 0) {
        return originals;
      }
      long random = event * SPREAD;
      int octaves = Long.SIZE - Long.numberOfLeadingZeros(originals + 1) - 1;
      int octave = (int) ((random >>> Integer.SIZE) * (octaves + 1) >>> Integer.SIZE);
      long first = (1L << octave) - 1;
      long size = Math.min(1L << octave, originals + 1 - first);
      return first + ((random & 0xFFFF_FFFFL) * size >>> Integer.SIZE);
    }
  }

  private interface Producer {
    void produce(int producer) throws IOException;
  }

  private final Load load;
  /** Of each producer. */
  private final long events;
  private final long first;
  private final LongAdder distinct = new LongAdder();

  /** {@code events}: how many all producers offer together, about. */
  TreeRace(Load load, long events) {
    this(load, events, 0);
  }

  /** {@code round}: how many races with as many events the same filters have seen before. */
  TreeRace(Load load, long events, int round) {
    this.load = load;
    // whole bulks, whole pipelines, whole tens
    long unit = 10L * BULK;
    this.events = Math.max(1, events / (PRODUCERS * unit)) * unit;
    this.first = round * this.events;
  }

  /** How many events all producers offer together, exactly. */
  long events() {
    return PRODUCERS * events;
  }

  /** Events a second of a new tree. */
  double tree() {
    return tree("");
  }

  /** The same of one that has something more; {@code more}: lines of its topology. */
  double tree(String more) {
    try (EmbeddedTree tree = EmbeddedTree.start(Topology.parse("race.yaml", TREE + more))) {
      return race(producer -> offer(tree.agent(tree.edges().get(producer)), producer));
    }
  }

  /** Something that goes on beside a race, until it is closed. */
  interface Beside extends AutoCloseable {
    @Override void close() throws IOException;
  }

  /** Begins what goes on beside a race. */
  interface Besides {
    Beside begin(EmbeddedTree tree) throws IOException;
  }

  /** Events a second of a new tree while something else goes on in its process. */
  double tree(Besides besides) throws IOException {
    try (EmbeddedTree tree = EmbeddedTree.start(Topology.parse("race.yaml", TREE));
        Beside beside = besides.begin(tree)) {
      requireNonNull(beside, "beside");
      return race(producer -> offer(tree.agent(tree.edges().get(producer)), producer));
    }
  }

  /** Events a second of a tree that is there, until its last confirm is acknowledged. */
  double agents(List<EdgeAgent> agents) {
    return race(producer -> {
      EdgeAgent agent = agents.get(producer % agents.size());
      offer(agent, producer);
      Settling.await(agent);
    });
  }

  /** The same once more: events a second of agents that know them all. */
  double again(List<EdgeAgent> agents) {
    return race(producer -> offer(agents.get(producer % agents.size()), producer), 0);
  }

  /** Events a second of a Redis that has seen the races before this one, and no others. */
  double redis(Redis redis) {
    return race(producer -> {
      try (Redis.Connection connection = redis.connect()) {
        set(connection, producer);
      }
    });
  }

  private double race(Producer work) {
    return race(work, load.distinct(events()));
  }

  private double race(Producer work, long expected) {
    List<Thread> producers = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    for (int i = 0; i < PRODUCERS; i++) {
      int producer = i;
      Thread thread = new Thread(() -> {
        try {
          work.produce(producer);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      });
      thread.setUncaughtExceptionHandler((where, e) -> failures.add(e));
      producers.add(thread);
    }
    long start = System.nanoTime();
    producers.forEach(Thread::start);
    try {
      for (Thread producer : producers) {
        producer.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    failures.forEach(e -> {
      throw new IllegalStateException("a producer failed", e);
    });
    requireHonest(expected);
    return events() / seconds;
  }

  /** One that finds too few new events, or too many, is fast for a reason. */
  private void requireHonest(long expected) {
    if (distinct.sum() > expected || distinct.sum() < 0.98 * expected) {
      throw new IllegalStateException(
          load + ": told DISTINCT=" + distinct.sum() + ", distinct=" + expected);
    }
  }

  private void offer(EdgeAgent agent, int producer) {
    Semaphore open = new Semaphore(load.bulksOpen);
    byte[][] keys = new byte[BULK][];
    for (long from = 0; from < events; from += BULK) {
      fill(keys, producer, from);
      open.acquireUninterruptibly();
      agent.offerAll(keys).onComplete(done -> {
        distinct.add(distinctAmong(done.result()));
        open.release();
      });
    }
    open.acquireUninterruptibly(load.bulksOpen);
  }

  private static int distinctAmong(List<Resolution> resolutions) {
    int count = 0;
    for (int i = 0; i < resolutions.size(); i++) {
      count += resolutions.get(i) instanceof Verdict verdict && verdict.isDistinct() ? 1 : 0;
    }
    return count;
  }

  private void set(Redis.Connection connection, int producer) throws IOException {
    byte[][] keys = new byte[PIPELINE][];
    for (long from = 0; from < events; from += PIPELINE) {
      fill(keys, producer, from);
      distinct.add(connection.setIfNew(keys, PIPELINE));
    }
  }

  private void fill(byte[][] keys, int producer, long from) {
    for (int i = 0; i < keys.length; i++) {
      keys[i] = Stream.keyOf(load.key(producer, first + from + i));
    }
  }
}
