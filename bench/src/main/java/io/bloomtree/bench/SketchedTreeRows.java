package io.bloomtree.bench;

import io.bloomtree.bench.Row.Goal;
import io.bloomtree.bench.TreeRace.Load;
import java.io.IOException;
import java.util.Optional;
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

  private final Turns turns;
  private final Consumer<Row> rows;

  /** {@code quick}: fewer rounds. */
  SketchedTreeRows(boolean quick, Consumer<Row> rows) {
    this.turns = Turns.of(quick);
    this.rows = rows;
  }

  void run() throws IOException {
    for (Load load : Load.values()) {
      for (Compared compared : Compared.values()) {
        Rounds found =
            turns.compare(() -> race(load, compared.with), () -> race(load, compared.without));
        double ratio = found.ratio().orElseThrow();
        rows.accept(new Row("tree, " + load.label() + ", " + compared.label, found.ours(),
            found.peer(), found.ratio(), "events/s", Goal.atLeast(LEAST, ratio),
            Optional.of(found.spread())));
      }
    }
  }

  /** A second or more: in each of them sketches are told once. */
  private static double race(Load load, String more) {
    long events = switch (load) {
      case DISTINCT, COPIES_AT_HOME, SKEWED_COPIES -> load.events();
      case COPIES_ANYWHERE -> load.events() / 4;
    };
    return new TreeRace(load, events).tree(more);
  }
}
