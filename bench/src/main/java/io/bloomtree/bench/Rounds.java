package io.bloomtree.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** What rounds of ours and of a peer found, in turn. Owned by one thread. */
final class Rounds {
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

  private static OptionalDouble median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int size = sorted.size();
    return size == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2);
  }
}
