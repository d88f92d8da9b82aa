package io.bloomtree.tree;

import io.bloomtree.sketch.CountMinShape;
import io.bloomtree.sketch.FastAgmsShape;
import io.bloomtree.sketch.PairShape;
import io.bloomtree.sketch.PairSketchShape;
import io.bloomtree.sketch.Shingles;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/** What the nodes of a simulated tree keep in sketches. */
enum Sketched {
  NONE, COUNTS, TEXTS, PAIRS, ALL;

  /** Any but none. */
  static Sketched draw(Random random) {
    return values()[1 + random.nextInt(values().length - 1)];
  }

  boolean areKept() {
    return this != NONE;
  }

  /** Whether nodes count offers. */
  boolean counts() {
    return this != NONE && this != PAIRS;
  }

  /** Whether agents may keep the texts of hot events, and tell them. */
  boolean keepsTexts() {
    return this == TEXTS || this == ALL;
  }

  /** Whether nodes count pairs of similar events. */
  boolean pairs() {
    return this == PAIRS || this == ALL;
  }

  /**
   * Small sketches, and few bytes for what is told: most that can go wrong does so between two
   * reports. All combinations of fields are looked at, so that what a record adds is known.
   */
  Sketching sketching(Scenario scenario) {
    var random = new Random(Scenario.mix(scenario.seed) + 1);
    int maxBytes = random.nextBoolean() ? Sketching.LEAST_BYTES : 2 * Sketching.LEAST_BYTES;
    int hot = random.nextBoolean() ? 1 + random.nextInt(4) : Sketching.mostHot(maxBytes);
    double sample = random.nextBoolean() ? 1 : 0.5;
    var frequency =
        new Sketching.Frequency(new CountMinShape(2, 32, scenario.seed), hot, keepsTexts());
    var similarity = new Sketching.Similarity(
        new PairSketchShape(new PairShape(4, 3, 1), new FastAgmsShape(1, 16, scenario.seed)),
        Shingles.Unit.CHARACTERS, 3, sample);
    return new Sketching(Duration.ofMillis(scenario.sketchEvery), maxBytes,
        Optional.of(frequency).filter(it -> counts()),
        Optional.of(similarity).filter(it -> pairs()));
  }
}
