package io.bloomtree.bench;

import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.embedded.EmbeddedTree;
import io.bloomtree.topology.Topology;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/** A whole tree in this process, four producers offering as fast as it answers. */
final class TreeRace {
  /*
   * Three levels: a root of two slices, two regions, four edges. Each producer is a
   * thread of its own with a few bulk offers open, and hashes its keys itself. An event
   * counts when its verdict is there; the confirms of the last ones are under way then.
   */
  private static final int BULK = 4096;
  private static final int BULKS_OPEN = 4;

  private TreeRace() {}

  /** Which keys a producer offers. */
  enum Load {
    /** Every event is new. */
    DISTINCT {
      @Override long key(int edge, long event) {
        return event * EDGES + edge;
      }
    },
    /** Nine in ten are copies of an event that came to the same edge before. */
    COPIES_AT_HOME {
      @Override long key(int edge, long event) {
        return original(event) * EDGES + edge;
      }
    },
    /** Nine in ten are copies of an event that came to any edge before. */
    COPIES_ANYWHERE {
      @Override long key(int edge, long event) {
        boolean isCopy = event % 10 != 0;
        long home = isCopy ? (event * SPREAD >>> 32) % EDGES : edge;
        return original(event) * EDGES + home;
      }
    };

    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    abstract long key(int edge, long event);

    /** Event 0, 10, 20 … is new; the others copy one of the originals before them. */
    private static long original(long event) {
      long originals = event / 10;
      return event % 10 == 0 ? originals
          : Math.multiplyHigh(event * SPREAD >>> 1, (originals + 1) << 1);
    }
  }

  static final int EDGES = 4;

  /** Events a second. */
  static double run(Load load, long eventsPerEdge) {
    Topology topology = Topology.parse("race.yaml", """
        tree: race
        filter: { expected: 10M, fpp: 0.01 }
        root: { slices: { count: 2, scheme: horizontal } }
        regions:
          - { id: east, edges: [a, b] }
          - { id: west, edges: [c, d] }
        """);
    LongAdder distinct = new LongAdder();
    try (EmbeddedTree tree = EmbeddedTree.start(topology)) {
      List<Thread> producers = new ArrayList<>();
      for (int i = 0; i < EDGES; i++) {
        int edge = i;
        EdgeAgent agent = tree.agent(tree.edges().get(i));
        producers.add(new Thread(() -> produce(agent, edge, load, eventsPerEdge, distinct)));
      }
      long start = System.nanoTime();
      producers.forEach(Thread::start);
      for (Thread producer : producers) {
        producer.join();
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      System.err.println("distinct " + distinct.sum());
      return EDGES * eventsPerEdge / seconds;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static void produce(
      EdgeAgent agent, int edge, Load load, long events, LongAdder distinct) {
    Semaphore open = new Semaphore(BULKS_OPEN);
    byte[][] keys = new byte[BULK][];
    for (long from = 0; from < events; from += BULK) {
      for (int i = 0; i < BULK; i++) {
        keys[i] = Stream.keyOf(load.key(edge, from + i));
      }
      open.acquireUninterruptibly();
      agent.offerAll(keys).onComplete(done -> {
        open.release();
        int told = 0;
        for (Resolution resolution : done.result()) {
          told += ((Verdict) resolution).isDistinct() ? 1 : 0;
        }
        distinct.add(told);
      });
    }
    open.acquireUninterruptibly(BULKS_OPEN);
  }

  public static void main(String[] args) {
    for (int i = 0; i < 4; i++) {
      for (Load load : Load.values()) {
        System.out.printf("%-16s %,12.0f/s%n", load, run(load, load == Load.DISTINCT ? 1_000_000 : 4_000_000));
      }
    }
  }
}
