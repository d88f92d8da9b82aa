package io.bloomtree.bench;

import io.bloomtree.bench.Row.Goal;
import io.bloomtree.bench.TreeRace.Load;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** What sketches cost a tree: the same race with them and without, in turns. */
final class SketchedTreeRows {
  /** At most 5 % slower. */
  private static final double LEAST = 0.95;

  /** Two trees, by the lines that their topologies have more than the race's. */
  private enum Compared {
    FREQUENCY("frequency / none", "sketches: { frequency: {} }", ""),
    BOTH("both sketches / none", "sketches: { frequency: {}, similarity: {} }", ""),
    /** What regions and root do is the difference to agents that count and tell nobody. */
    MERGED("both, merged / not merged", "sketches: { frequency: {}, similarity: {} }",
        "sketches: { every: 1h, frequency: {}, similarity: {} }");

    private final String label;
    private final String with;
    private final String without;

    Compared(String label, String with, String without) {
      this.label = label;
      this.with = with + "\n";
      this.without = without + "\n";
    }
  }

  private final Consumer<Row> rows;
  private final int rounds;

  /** {@code quick}: fewer rounds. */
  SketchedTreeRows(boolean quick, Consumer<Row> rows) {
    this.rows = rows;
    this.rounds = quick ? 3 : 7;
  }

  void run() {
    for (Load load : Load.values()) {
      Map<Compared, Rounds> found = new EnumMap<>(Compared.class);
      for (int round = 0; round <= rounds; round++) {
        for (Compared compared : Compared.values()) {
          // by turns, so that neither profits from what the other leaves behind
          boolean isWithFirst = round % 2 == 1;
          double first = race(load, isWithFirst ? compared.with : compared.without);
          double second = race(load, isWithFirst ? compared.without : compared.with);
          double with = isWithFirst ? first : second;
          double without = isWithFirst ? second : first;
          if (round > 0) { // the first one warms up
            found.computeIfAbsent(compared, it -> new Rounds())
                .add(with, OptionalDouble.of(without));
          }
        }
      }
      found.forEach((compared, it) -> rows.accept(new Row(
          "tree, " + load.label() + ", " + compared.label, it.ours(), it.peer(), it.ratio(),
          "events/s", Goal.atLeast(LEAST, it.ratio().orElseThrow()))));
    }
  }

  private static double race(Load load, String more) {
    return new TreeRace(load, load.events()).tree(more);
  }
}
