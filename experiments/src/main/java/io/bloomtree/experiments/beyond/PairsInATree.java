package io.bloomtree.experiments.beyond;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.SHARE;
import static io.bloomtree.experiments.Unit.TEXT;

import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.beyond.SketchTree.Level;
import io.bloomtree.experiments.beyond.SketchTree.Node;
import io.bloomtree.experiments.frequency.Titles;
import io.bloomtree.sketch.ExactPairCount;
import io.bloomtree.sketch.FastAgmsShape;
import io.bloomtree.sketch.PairBounds;
import io.bloomtree.sketch.PairShape;
import io.bloomtree.sketch.PairSketch;
import io.bloomtree.sketch.PairSketchShape;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Titles that agents sketch, and how many similar ones each level sees. Used by one thread. */
final class PairsInATree {
  static final int FIELDS = 6;
  static final int ALIKE = 4;
  static final int DEPTH = 3;
  static final int WIDTH = 4_096;
  private static final PairShape PAIRS = new PairShape(FIELDS, ALIKE, 0.5);

  private final List<long[]> records;
  private final int interval;
  /** Of each level, by run: the tree's nodes with other hash functions and draws. */
  private final List<SketchTree<PairSketch>> trees = new ArrayList<>();

  PairsInATree(int titles, int interval) {
    this.records = new Titles().records(titles, FIELDS);
    this.interval = interval;
  }

  /** Builds one more tree, with hash functions and draws of its own. */
  void run() {
    long seed = trees.size();
    var shape = new PairSketchShape(PAIRS, new FastAgmsShape(DEPTH, WIDTH, seed));
    var random = new SplittableRandom(seed);
    var tree = new SketchTree<>(
        () -> new PairSketch(shape), PairSketch::merge, interval, 0, seed);
    tree.feed(records.size(), (sketch, title) -> sketch.add(records.get(title), random));
    trees.add(tree);
  }

  int titles() {
    return records.size();
  }

  int runs() {
    return trees.size();
  }

  SketchTree<PairSketch> lastTree() {
    return trees.get(trees.size() - 1);
  }

  long memoryBytes() {
    return lastTree().root().memoryBytes();
  }

  /** Whether all roots have what merging their agents' sketches at once gives. */
  boolean areSums() {
    return trees.stream().allMatch(tree -> tree.root().equals(tree.sumOfAgents()));
  }

  DataTable table() {
    var table = DataTable.named("pairs", "Pairs of titles with 4 of 6 fields alike, by level")
        .column("node", TEXT).column("titles", COUNT).column("pairs", COUNT)
        .column("error", SHARE).column("Theorem 9, at most", SHARE);
    for (int i = 0; i < trees.get(0).levels().size(); i++) {
      Level<PairSketch> level = trees.get(0).levels().get(i);
      int nodes = level.nodes().size();
      double squares = 0;
      double pairs = 0;
      for (int j = 0; j < nodes; j++) {
        double truth = truth(level.nodes().get(j));
        pairs += truth / nodes;
        for (SketchTree<PairSketch> tree : trees) {
          PairSketch sketch = tree.levels().get(i).nodes().get(j).sketch();
          squares += Math.pow(sketch.selfJoin().atLeast(ALIKE) - truth, 2) / trees.size() / nodes;
        }
      }
      long titles = level.nodes().get(0).sketch().total();
      table.row(level.name(), titles, pairs, Math.sqrt(squares) / pairs,
          PairBounds.onlineDeviation(PAIRS, pairs, titles, WIDTH));
    }
    return table.build();
  }

  private double truth(Node<PairSketch> node) {
    var exact = new ExactPairCount(new PairShape(FIELDS, ALIKE, 1), new SplittableRandom(0));
    for (int title = 0; title < records.size(); title++) {
      if (node.sees(title)) {
        exact.add(records.get(title));
      }
    }
    return exact.selfJoin().atLeast(ALIKE);
  }
}
