package io.bloomtree.cli;

import java.util.random.RandomGenerator;

/** Ranks from 1 on, drawn so that rank r comes r times as seldom as rank 1. Immutable. */
final class Zipf {
  /*
   * Rejection-inversion (Hoermann and Derflinger, 1996) for the exponent 1: the inverse of the
   * continuous hat 1/x is an exponential, the corners above the steps are rejected. No table, so
   * that a domain may have any size; about 1.1 draws a rank.
   */

  private final long ranks;
  private final double lowest;
  private final double highest;

  Zipf(long ranks) {
    if (ranks < 1) {
      throw new IllegalArgumentException("ranks must be >= 1: " + ranks);
    }
    this.ranks = ranks;
    this.lowest = Math.log(1.5) - 1;
    this.highest = Math.log(ranks + 0.5);
  }

  long draw(RandomGenerator random) {
    while (true) {
      double area = highest + random.nextDouble() * (lowest - highest);
      double x = Math.exp(area);
      long rank = Math.max(1, Math.min(ranks, Math.round(x)));
      if (area >= Math.log(rank + 0.5) - 1.0 / rank) {
        return rank;
      }
    }
  }
}
