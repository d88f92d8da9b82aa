package io.bloomtree.bench;

import io.bloomtree.bench.Row.Goal;
import io.bloomtree.bench.TreeRace.Load;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** What sketches cost a tree: the same race with them and without, in turns. */
final class SketchedTreeRows {
  /** At most 5 % slower. */
  private static final double LEAST = 0.95;

  private final Consumer<Row> rows;
  private final int rounds;

  /** {@code quick}: fewer rounds. */
  SketchedTreeRows(boolean quick, Consumer<Row> rows) {
    this.rows = rows;
    this.rounds = quick ? 3 : 7;
  }

  void run() {
    Map<String, String> sketches = new LinkedHashMap<>();
    sketches.put("frequency", "sketches: { frequency: {} }\n");
    sketches.put("both sketches", "sketches: { frequency: {}, similarity: {} }\n");
    for (Load load : Load.values()) {
      Map<String, Rounds> found = new LinkedHashMap<>();
      for (int round = 0; round <= rounds; round++) {
        double without = race(load, "");
        for (Map.Entry<String, String> kept : sketches.entrySet()) {
          double with = race(load, kept.getValue());
          if (round > 0) { // the first one warms up
            found.computeIfAbsent(kept.getKey(), name -> new Rounds())
                .add(with, OptionalDouble.of(without));
          }
        }
      }
      found.forEach((name, it) -> rows.accept(new Row(
          "tree, " + load.label() + ", " + name + " / none", it.ours(), it.peer(), it.ratio(),
          "events/s", Goal.atLeast(LEAST, it.ratio().orElseThrow()))));
    }
  }

  private static double race(Load load, String more) {
    return new TreeRace(load, load.events()).tree(more);
  }
}
