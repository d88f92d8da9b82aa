package io.bloomtree.stream;

import java.util.PrimitiveIterator;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Events of which the r-th most frequent is r to the power of the exponent times as rare as the
 * first.
 *
 * @param ranks how many different events there are
 */
public record ZipfStream(int length, long ranks, double exponent, long seed)
    implements EventStream {

  public ZipfStream {
    Draws.requireLength(length);
    if (ranks < 1) {
      throw new IllegalArgumentException("ranks must be >= 1: ranks=" + ranks);
    }
    if (!(exponent > 0 && exponent < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("exponent must be above 0: exponent=" + exponent);
    }
  }

  @Override public PrimitiveIterator.OfLong iterator() {
    var random = new SplittableRandom(seed);
    var ranking = new Ranking(ranks, exponent);
    return new Draws(length, seed, () -> ranking.draw(random));
  }

  /** Ranks from 1 on. Immutable. */
  private static final class Ranking {
    /*
     * Rejection-inversion (Hoermann and Derflinger, "Rejection-inversion to generate variates from
     * monotone discrete distributions", 1996): a number is drawn from below the continuous hat
     * x^-s, of which the integral is easily inverted, and rounded; what lies above the steps is
     * rejected. No table, whatever the number of ranks.
     */
    private final long ranks;
    private final double exponent;
    private final double lowest;
    private final double highest;

    Ranking(long ranks, double exponent) {
      this.ranks = ranks;
      this.exponent = exponent;
      this.lowest = integral(1.5) - 1;
      this.highest = integral(ranks + 0.5);
    }

    long draw(RandomGenerator random) {
      while (true) {
        double area = highest + random.nextDouble() * (lowest - highest);
        long rank = Math.max(1, Math.min(ranks, Math.round(inverse(area))));
        if (area >= integral(rank + 0.5) - Math.exp(-exponent * Math.log(rank))) {
          return rank;
        }
      }
    }

    /** Of x^-s, from 1: a logarithm where s is 1, and nearly so beside it. */
    private double integral(double x) {
      double log = Math.log(x);
      double power = (1 - exponent) * log;
      return Math.abs(power) < 1e-8 ? log * (1 + power / 2) : Math.expm1(power) / (1 - exponent);
    }

    private double inverse(double area) {
      double scaled = Math.max(-1, area * (1 - exponent));
      return Math.exp(Math.abs(scaled) < 1e-8
          ? area * (1 - scaled / 2)
          : Math.log1p(scaled) / (1 - exponent));
    }
  }
}
