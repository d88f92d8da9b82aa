package io.bloomtree.tree;

import io.bloomtree.sketch.CountMin;
import io.bloomtree.sketch.CountMinShape;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What agents were really offered, and whether the root's sketch says so once all is quiet: what
 * living agents were offered is in it, and nothing twice; what ended agents were may be missing, as
 * far as they had not told it, or whom they told it has ended too.
 */
final class SketchTruth {
  private final World world;
  /** Of each agent, by event, in its present incarnation. */
  private final Map<SimAgent, Map<Long, Long>> living = new HashMap<>();
  private long offered;
  private boolean hasAnyEnded;

  SketchTruth(World world) {
    this.world = world;
  }

  /** What nodes are to keep. */
  static Sketching sketching(Scenario scenario) {
    var shape = new CountMinShape(2, 32, scenario.seed);
    return new Sketching(Duration.ofMillis(scenario.sketchEvery), Sketching.LEAST_BYTES,
        Optional.of(new Sketching.Frequency(shape, 4, false)), Optional.empty());
  }

  void offered(SimAgent agent, long fingerprint) {
    offered++;
    living.computeIfAbsent(agent, first -> new HashMap<>()).merge(fingerprint, 1L, Long::sum);
  }

  void ended(SimAgent agent) {
    hasAnyEnded = true;
    living.remove(agent);
  }

  void judge() {
    CountMin root = counts(world.rootSlicesNow().get(0));
    CountMin agents = new CountMin(root.shape());
    world.agents.forEach(agent -> agents.merge(counts(agent)));
    long alive = living.values().stream().flatMap(events -> events.values().stream())
        .mapToLong(Long::longValue).sum();
    if (agents.total() != alive) {
      world.model.violation("sketches: agents counted " + agents.total() + " offers of " + alive);
    }
    if (root.total() > offered) {
      world.model.violation(
          "sketches: the root counts " + root.total() + " offers, there were " + offered);
    }
    if (root.total() < alive) {
      world.model.violation("sketches: the root counts " + root.total()
          + " offers, living agents had " + alive);
    }
    if (!hasAnyEnded && !root.equals(agents)) {
      world.model.violation("sketches: the root has " + root + ", its agents " + agents);
    }
    for (long key : world.keys) {
      long least = living.values().stream()
          .mapToLong(events -> events.getOrDefault(key, 0L)).sum();
      if (root.atMost(key) < least) {
        world.model.violation("sketches: " + world.nameOf(key) + " was offered at most "
            + root.atMost(key) + " times, the root says; it was " + least);
      }
    }
    world.model.count(hasAnyEnded ? "sketches, agents ended" : "sketches, exact");
  }

  private static CountMin counts(SimNode node) {
    return node.machine().sketches().flatMap(NodeSketches::frequency).orElseThrow().counts();
  }
}
