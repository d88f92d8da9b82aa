package io.bloomtree.experiments.beyond;

import io.bloomtree.sketch.LinearSketch;
import io.bloomtree.sketch.SketchChanges;
import io.bloomtree.sketch.SketchReport;
import io.bloomtree.sketch.SketchSum;
import io.bloomtree.sketch.SketchSum.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Sixteen agents below four regions below a root, with reports in between. Used by one thread. */
final class SketchTree<S extends LinearSketch> {
  static final int AGENTS = 16;
  static final int REGIONS = 4;
  private static final int MAX_BYTES = 64 * 1_024;

  private final Supplier<S> empty;
  private final BiConsumer<S, S> merge;
  private final int interval;
  private final double loss;
  private final SplittableRandom random;
  private final SketchSum<S> root;
  /** What the root would have if reports said by how much counters grew. */
  private final S deltas;
  private final List<Link> agents = new ArrayList<>();
  private final List<Link> regions = new ArrayList<>();
  private final Cost toRegions = new Cost(AGENTS / REGIONS);
  private final Cost toRoot = new Cost(REGIONS);

  /**
   * Agents report after so many events of their own.
   *
   * @param loss the share of reports, and of acknowledgements, that are lost, and that come twice
   */
  SketchTree(
      Supplier<S> empty, BiConsumer<S, S> merge, int interval, double loss, long seed) {
    this.empty = empty;
    this.merge = merge;
    this.interval = interval;
    this.loss = loss;
    this.random = new SplittableRandom(seed);
    this.root = new SketchSum<>(empty.get());
    this.deltas = empty.get();
    List<SketchSum<S>> sums = new ArrayList<>();
    for (int i = 0; i < REGIONS; i++) {
      sums.add(new SketchSum<>(empty.get()));
      regions.add(new Link(sums.get(i).sum(), root, toRoot));
    }
    for (int i = 0; i < AGENTS; i++) {
      agents.add(new Link(empty.get(), sums.get(i * REGIONS / AGENTS), toRegions));
    }
  }

  static int agentOf(int event) {
    return event % AGENTS;
  }

  /** Adds an event, by its number, to a sketch of an agent. */
  interface Adder<S> {
    void add(S sketch, int event);
  }

  /** All events, and in the end reports until nothing is left to be told. */
  void feed(int events, Adder<S> adder) {
    for (int event = 0; event < events; event++) {
      int agent = agentOf(event);
      Link link = agents.get(agent);
      adder.add(link.from, event);
      if (loss > 0) {
        adder.add(link.since, event);
      }
      if (++link.waiting == interval) {
        link.report();
        regions.get(agent * REGIONS / AGENTS).report();
      }
    }
    for (List<Link> level : List.of(agents, regions)) {
      for (Link link : level) {
        while (link.report()) {
          link.since = empty.get();
        }
      }
    }
  }

  /** What all reports of one level cost. Times are those of this run, on this machine. */
  static final class Cost {
    private final int children;
    private long reports;
    private long bytes;
    private int largest;
    private long takeNanos;
    private long addNanos;

    Cost(int children) {
      this.children = children;
    }

    /** How many copies a parent has, beside their sum. */
    int children() {
      return children;
    }

    long reports() {
      return reports;
    }

    long bytes() {
      return bytes;
    }

    /** Microseconds to write a report. */
    double microsToTake() {
      return takeNanos / 1e3 / reports;
    }

    /** Microseconds to read a report and add what it changes to the sum. */
    double microsToAdd() {
      return addNanos / 1e3 / reports;
    }

    long nanos() {
      return takeNanos + addNanos;
    }
  }

  /** A sketch, its changes, and the sum they are for. */
  private final class Link {
    private final S from;
    private final SketchChanges changes;
    private final SketchSum<S>.Part part;
    private final Cost cost;
    private int waiting;
    /** An agent's events since its last report. */
    private S since;

    Link(S from, SketchSum<S> to, Cost cost) {
      this.from = from;
      this.changes = new SketchChanges(from, 1);
      this.part = to.newPart(1);
      this.cost = cost;
      this.since = empty.get();
    }

    boolean report() {
      waiting = 0;
      long start = System.nanoTime();
      Optional<byte[]> taken = changes.take(MAX_BYTES);
      if (taken.isEmpty()) {
        return false;
      }
      cost.takeNanos += System.nanoTime() - start;
      cost.reports++;
      cost.bytes += taken.get().length;
      cost.largest = Math.max(cost.largest, taken.get().length);
      for (int copies = copies(); copies > 0; copies--) {
        long arrived = System.nanoTime();
        SketchReport report = SketchReport.read(taken.get());
        Outcome outcome = part.apply(report);
        cost.addNanos += System.nanoTime() - arrived;
        if (outcome != Outcome.LATE && random.nextDouble() >= loss) {
          changes.acknowledged(report.number());
        }
        merge.accept(deltas, since);
      }
      if (loss > 0) {
        since = empty.get();
      }
      return true;
    }

    private int copies() {
      double fate = random.nextDouble();
      return fate < loss ? 0 : fate < 2 * loss ? 2 : 1;
    }
  }

  /** A node, and what it knows. {@code first} to {@code last}: the agents below it. */
  record Node<S>(S sketch, int first, int last) {
    boolean sees(int event) {
      return agentOf(event) >= first && agentOf(event) <= last;
    }
  }

  /** Nodes that are as far from the root. */
  record Level<S>(String name, List<Node<S>> nodes) {}

  List<Level<S>> levels() {
    List<Node<S>> ofAgents = new ArrayList<>();
    for (int i = 0; i < AGENTS; i++) {
      ofAgents.add(new Node<>(agents.get(i).from, i, i));
    }
    int below = AGENTS / REGIONS;
    List<Node<S>> ofRegions = new ArrayList<>();
    for (int i = 0; i < REGIONS; i++) {
      ofRegions.add(new Node<>(regions.get(i).from, i * below, (i + 1) * below - 1));
    }
    return List.of(new Level<>("agent", ofAgents), new Level<>("region", ofRegions),
        new Level<>("root", List.of(new Node<>(root.sum(), 0, AGENTS - 1))));
  }

  S root() {
    return root.sum();
  }

  S deltas() {
    return deltas;
  }

  Cost toRegions() {
    return toRegions;
  }

  Cost toRoot() {
    return toRoot;
  }

  long reports() {
    return toRegions.reports + toRoot.reports;
  }

  long bytes() {
    return toRegions.bytes + toRoot.bytes;
  }

  int largestReport() {
    return Math.max(toRegions.largest, toRoot.largest);
  }

  /** What merging all of the agents' sketches at once gives. */
  S sumOfAgents() {
    S sum = empty.get();
    agents.forEach(agent -> merge.accept(sum, agent.from));
    return sum;
  }
}
