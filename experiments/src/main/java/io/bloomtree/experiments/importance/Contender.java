package io.bloomtree.experiments.importance;

import io.bloomtree.filter.BloomFilter;
import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.Filter;
import io.bloomtree.filter.ImportanceFilter;
import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.filter.ImportanceShape.Variant;
import io.bloomtree.filter.StableFilter;
import io.bloomtree.filter.StableShape;
import java.util.List;

/** The filters that the paper compares (Table III), with its parameters (Table II). */
enum Contender {
  ORDINARY("BF") {
    @Override Detector newDetector(long seed) {
      return new Unaware(
          new BloomFilter(BloomShape.of(BloomShape.Layout.PLAIN, CELLS, PROBES, CELLS)));
    }
  },
  STABLE("SBF") {
    @Override Detector newDetector(long seed) {
      return new Unaware(
          new StableFilter(new StableShape(CELLS, CELL_BITS, PROBES, DECREMENTS), seed));
    }
  },
  TWO_CLASSES("IBF-2C") {
    @Override Detector newDetector(long seed) {
      return aware(Variant.TWO_CLASSES, seed);
    }
  },
  MANY_CLASSES("IBF-MC") {
    @Override Detector newDetector(long seed) {
      return aware(Variant.MULTI_CLASS, seed);
    }
  },
  HYBRID("IBF-H") {
    @Override Detector newDetector(long seed) {
      return aware(Variant.HYBRID, seed);
    }
  };

  /** 16 KB with 8 bits a cell, as the paper counts; all filters have as many, however small. */
  static final int CELLS = 16_384;
  static final int CELL_BITS = 3;
  static final int PROBES = 5;
  static final int DECREMENTS = 10;
  /** The paper's largest importance. */
  static final int MOST_IMPORTANT = 50;
  static final List<Contender> IMPORTANCE_AWARE = List.of(TWO_CLASSES, MANY_CLASSES, HYBRID);

  private final String label;

  Contender(String label) {
    this.label = label;
  }

  /** A filter that is fed. */
  interface Detector {
    /** Feeds an event of an importance from 0 to 50; says whether it was taken for a new one. */
    boolean addIfNew(long event, int importance);

    /** The share of cells that are zero. */
    double zeros();
  }

  /** Does not look at importances. */
  private record Unaware(Filter filter) implements Detector {
    @Override public boolean addIfNew(long event, int importance) {
      return filter.addIfNew(event);
    }

    @Override public double zeros() {
      return 1 - filter.fill();
    }
  }

  private record Aware(ImportanceFilter filter) implements Detector {
    @Override public boolean addIfNew(long event, int importance) {
      return filter.addIfNew(event, scaled(importance));
    }

    @Override public double zeros() {
      return 1 - filter.fill();
    }
  }

  /** An empty filter. */
  abstract Detector newDetector(long seed);

  private static Detector aware(Variant variant, long seed) {
    return new Aware(new ImportanceFilter(shape(variant), seed));
  }

  static ImportanceShape shape(Variant variant) {
    return new ImportanceShape(CELLS, CELL_BITS, PROBES, DECREMENTS, variant);
  }

  /** The paper's importances are 0 to 50, ours are 0 to 255. */
  static int scaled(int importance) {
    return importance * ImportanceShape.MAX_IMPORTANCE / MOST_IMPORTANT;
  }

  /** As the paper calls it. */
  @Override public String toString() {
    return label;
  }
}
