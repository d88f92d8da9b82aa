package io.bloomtree.experiments.beyond;

import io.bloomtree.sketch.CountMin;
import io.bloomtree.sketch.CountMinShape;
import io.bloomtree.sketch.SketchChanges;
import io.bloomtree.sketch.SketchReport;
import io.bloomtree.sketch.SketchSum;
import io.bloomtree.sketch.SketchSum.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Sixteen agents below four regions below a root, with reports in between. Used by one thread. */
final class SketchTree {
  private static final int AGENTS = 16;
  private static final int REGIONS = 4;
  private static final int MAX_BYTES = 64 * 1_024;

  private final int interval;
  private final double loss;
  private final SplittableRandom random;
  private final SketchSum<CountMin> root;
  /** What the root would have if reports said by how much counters grew. */
  private final CountMin deltas;
  private final List<Link> agents = new ArrayList<>();
  private final List<Link> regions = new ArrayList<>();
  private long reports;
  private long bytes;
  private int largestReport;

  /**
   * Agents report after so many events of their own.
   *
   * @param loss the share of reports, and of acknowledgements, that are lost, and that come twice
   */
  SketchTree(CountMinShape shape, int interval, double loss, long seed) {
    this.interval = interval;
    this.loss = loss;
    this.random = new SplittableRandom(seed);
    this.root = new SketchSum<>(new CountMin(shape));
    this.deltas = new CountMin(shape);
    List<SketchSum<CountMin>> sums = new ArrayList<>();
    for (int i = 0; i < REGIONS; i++) {
      sums.add(new SketchSum<>(new CountMin(shape)));
      regions.add(new Link(sums.get(i).sum(), root));
    }
    for (int i = 0; i < AGENTS; i++) {
      agents.add(new Link(new CountMin(shape), sums.get(i * REGIONS / AGENTS)));
    }
  }

  static int agentOf(int event) {
    return event % AGENTS;
  }

  /** All events, and in the end reports until nothing is left to be told. */
  void feed(long[] events) {
    for (int i = 0; i < events.length; i++) {
      int agent = agentOf(i);
      Link link = agents.get(agent);
      link.from.add(events[i]);
      link.since.add(events[i]);
      if (link.since.total() == interval) {
        link.report();
        regions.get(agent * REGIONS / AGENTS).report();
      }
    }
    for (List<Link> level : List.of(agents, regions)) {
      for (Link link : level) {
        while (link.report()) {
          link.since = new CountMin(link.from.shape());
        }
      }
    }
  }

  /** A sketch, its changes, and the sum they are for. */
  private final class Link {
    private final CountMin from;
    private final SketchChanges changes;
    private final SketchSum<CountMin>.Part part;
    /** An agent's events since its last report. */
    private CountMin since;

    Link(CountMin from, SketchSum<CountMin> to) {
      this.from = from;
      this.changes = new SketchChanges(from, 1);
      this.part = to.newPart(1);
      this.since = new CountMin(from.shape());
    }

    boolean report() {
      Optional<byte[]> taken = changes.take(MAX_BYTES);
      if (taken.isEmpty()) {
        return false;
      }
      reports++;
      bytes += taken.get().length;
      largestReport = Math.max(largestReport, taken.get().length);
      for (int copies = copies(); copies > 0; copies--) {
        SketchReport report = SketchReport.read(taken.get());
        Outcome outcome = part.apply(report);
        if (outcome != Outcome.LATE && random.nextDouble() >= loss) {
          changes.acknowledged(report.number());
        }
        deltas.merge(since);
      }
      since = new CountMin(from.shape());
      return true;
    }

    private int copies() {
      double fate = random.nextDouble();
      return fate < loss ? 0 : fate < 2 * loss ? 2 : 1;
    }
  }

  /** A node, and what it knows. {@code first} to {@code last}: the agents below it. */
  record Node(String name, CountMin sketch, int first, int last) {
    boolean sees(int agent) {
      return agent >= first && agent <= last;
    }
  }

  /** The first agent, the first region, the root. */
  List<Node> nodesOfEachLevel() {
    return List.of(
        new Node("agent", agents.get(0).from, 0, 0),
        new Node("region", regions.get(0).from, 0, AGENTS / REGIONS - 1),
        new Node("root", root.sum(), 0, AGENTS - 1));
  }

  CountMin root() {
    return root.sum();
  }

  CountMin deltas() {
    return deltas;
  }

  long reports() {
    return reports;
  }

  long bytes() {
    return bytes;
  }

  int largestReport() {
    return largestReport;
  }
}
