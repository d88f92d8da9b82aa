package io.bloomtree.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** What rounds of ours and of a peer found, in turn. Owned by one thread. */
final class Rounds {
  private static final double CONFIDENCE = 0.95;

  /** Where the median of ever more rounds would lie, most likely. Immutable. */
  record Spread(double low, double high) {
    double width() {
      return high - low;
    }
  }

  private final List<Double> ours = new ArrayList<>();
  private final List<Double> peer = new ArrayList<>();
  private final List<Double> ratios = new ArrayList<>();

  /** {@code peer}: of the same round, in all of them or in none. */
  void add(double ours, OptionalDouble peer) {
    this.ours.add(ours);
    peer.ifPresent(found -> {
      this.peer.add(found);
      ratios.add(ours / found);
    });
  }

  double ours() {
    return median(ours).orElseThrow();
  }

  OptionalDouble peer() {
    return median(peer);
  }

  /** The median of the rounds' ratios, not the ratio of the medians. */
  OptionalDouble ratio() {
    return median(ratios);
  }

  /**
   * Of the ratio, with a confidence of at least 95 % whatever their distribution is; infinite while
   * there are fewer than six rounds.
   */
  Spread spread() {
    // each ratio is below the true median with probability 1/2: how many are is binomial
    int rounds = ratios.size();
    double tail = (1 - CONFIDENCE) / 2;
    double ways = 1;
    double below = Math.pow(0.5, rounds);
    int rank = 0;
    while (below <= tail) {
      rank++;
      ways = ways * (rounds - rank + 1) / rank;
      below += ways * Math.pow(0.5, rounds);
    }
    if (rank == 0) {
      return new Spread(0, Double.POSITIVE_INFINITY);
    }
    List<Double> sorted = ratios.stream().sorted().toList();
    return new Spread(sorted.get(rank - 1), sorted.get(rounds - rank));
  }

  private static OptionalDouble median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int size = sorted.size();
    return size == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2);
  }
}
