package io.bloomtree.experiments.reservoir;

import io.bloomtree.filter.Filter;
import io.bloomtree.filter.ReservoirFilter;
import io.bloomtree.filter.ReservoirShape;
import io.bloomtree.filter.ReservoirShape.Profile;
import io.bloomtree.filter.ReservoirShape.Reset;
import io.bloomtree.filter.StableFilter;
import io.bloomtree.filter.StableShape;

/** The filters that the paper compares, built as it builds them for a rate of 0.1. */
enum Contender {
  /** With the K, P and Max that its own paper has for this rate (Section 5.2 there). */
  STABLE("stable") {
    @Override Filter of(long bits) {
      return new StableFilter(new StableShape(bits, 1, 2, 4), SEED);
    }
  },
  /** Section 5.4: the mean of 1 and 5.02 filters, which is 3; p* is 0.03. */
  RESERVOIR("reservoir") {
    @Override Filter of(long bits) {
      return new ReservoirFilter(shape(bits), SEED);
    }
  },
  /** Clears bits as Algorithm 1 has it, not as the text. */
  BY_ALGORITHM("by Algorithm 1") {
    @Override Filter of(long bits) {
      ReservoirShape text = shape(bits);
      return new ReservoirFilter(new ReservoirShape(
          text.filters(), text.bits(), text.threshold(), Reset.SET_ONES), SEED);
    }
  };

  private static final long SEED = 1;
  private static final double FPP = 0.1;

  private final String words;

  Contender(String words) {
    this.words = words;
  }

  /** An empty one of so much memory. */
  abstract Filter of(long bits);

  /** How the reservoir filter of so much memory is built. */
  static ReservoirShape shape(long bits) {
    return ReservoirShape.forMemory(bits, FPP, Profile.BALANCED);
  }

  @Override public String toString() {
    return words;
  }
}
