package io.bloomtree.filter;

/**
 * How full filters get and how often they are wrong, for probes that are drawn independently, with
 * repetition. All of it in {@link StrictMath}: two machines must size one filter alike.
 */
final class Occupancy {
  /*
   * Lines. An event picks one of L lines; in each of its w sectors one of the 8/w words; in it b
   * bits. With J events in the line, i given bits of a word are all unset with probability r_i^J,
   * r_i = 1 - (1 - (1 - i/64)^b) w/8. By inclusion and exclusion over the d distinct bits among b,
   * a query finds all its bits in one sector set with probability
   *
   *   s(J) = sum over i of a_i r_i^J,    a_i = (-1)^i sum over d >= i of P(d distinct) C(d, i),
   *
   * and in all sectors, which are independent once J is given, with s(J)^w. J is binomial(n, 1/L)
   * and the mean of r^J is (1 - (1 - r)/L)^n. So the mixture over the load of lines (Putze, Sanders
   * and Singler, "Cache-, hash- and space-efficient Bloom filters", 2009, there an infinite Poisson
   * sum) is a finite one, over the products of s(J)^w written out; exact, not asymptotic. Its signs
   * alternate: its error is about 8^w * 1e-16, and lines are not offered for rates near that.
   *
   * One range. There is an exact sum too (Bose et al., "On the false-positive rate of Bloom
   * filters", 2008), but with 40 probes it is noise. There m is large enough for two terms of
   * the Taylor series around the expected fill p: p^k + k(k-1)/2 p^(k-2) Var(fill).
   */

  private Occupancy() {}

  /** The share of queries for absent events that are claimed after n events, one range of bits. */
  static double plainRate(long bits, int probes, double events) {
    double load = probes * events / bits;
    double fill = plainFill(bits, probes, events);
    double unset = StrictMath.exp(-load);
    double variance = Math.max(0, unset - (1 + load) * unset * unset) / bits;
    double spread = probes < 2
        ? 0
        : 0.5 * probes * (probes - 1) * StrictMath.pow(fill, probes - 2) * variance;
    return Math.min(1, StrictMath.pow(fill, probes) + spread);
  }

  /** The expected share of set bits after n events. */
  static double plainFill(long bits, int probes, double events) {
    return bits == 1
        ? Math.min(1, events)
        : -StrictMath.expm1(probes * events * StrictMath.log1p(-1.0 / bits));
  }

  /** The share of queries for absent events that are claimed after n events, lines of bits. */
  static double lineRate(long lines, int sectors, int bitsPerWord, double events) {
    double[] weight = new double[bitsPerWord + 1];
    double[] kept = new double[bitsPerWord + 1];
    double[] distinct = distinctDraws(Long.SIZE, bitsPerWord);
    for (int i = 0; i <= bitsPerWord; i++) {
      for (int d = i; d <= bitsPerWord; d++) {
        weight[i] += (i % 2 == 0 ? 1 : -1) * distinct[d] * Binomial.choose(d, i);
      }
      kept[i] = 1 - hitShare(sectors, i / (double) Long.SIZE, bitsPerWord);
    }
    double rate = products(weight, kept, 0, sectors, 1, 1, lines, events);
    return Math.max(0, Math.min(1, rate));
  }

  /** Sums the products of {@code factors} more sectors, from term i of each on. */
  private static double products(double[] weight, double[] kept, int i, int factors,
      double weights, double keeps, long lines, double events) {
    if (factors == 0) {
      return weights * StrictMath.exp(events * StrictMath.log1p(-(1 - keeps) / lines));
    }
    if (i == weight.length) {
      return 0;
    }
    double sum = 0;
    for (int times = 0; times <= factors; times++) {
      double ways = weights * Binomial.choose(factors, times);
      sum += products(weight, kept, i + 1, factors - times, ways, keeps, lines, events);
      weights *= weight[i];
      keeps *= kept[i];
    }
    return sum;
  }

  /** The probability that an event in the line sets one of the given bits, a share of a word. */
  private static double hitShare(int sectors, double share, int bitsPerWord) {
    return sectors / 8.0 * (1 - StrictMath.pow(1 - share, bitsPerWord));
  }

  /** How many events set this share of the bits of one range: the inverse of the expected fill. */
  static double plainEvents(long bits, int probes, double fill) {
    return bits == 1
        ? fill
        : StrictMath.log(unset(bits, fill)) / (probes * StrictMath.log1p(-1.0 / bits));
  }

  /** The expected share of set bits of lines after n events. */
  static double lineFill(long lines, int sectors, int bitsPerWord, double events) {
    double hit = hitShare(sectors, 1.0 / Long.SIZE, bitsPerWord);
    return -StrictMath.expm1(events * StrictMath.log1p(-hit / lines));
  }

  /** How many events set this share of the bits of lines: the inverse of the expected fill. */
  static double lineEvents(long lines, int sectors, int bitsPerWord, double fill) {
    double hit = hitShare(sectors, 1.0 / Long.SIZE, bitsPerWord);
    return StrictMath.log(unset(lines * BloomShape.LINE_BITS, fill))
        / StrictMath.log1p(-hit / lines);
  }

  /** A full filter counts as half a bit short of full: its events cannot be told. */
  private static double unset(long bits, double fill) {
    return Math.max(1 - fill, 0.5 / bits);
  }

  /**
   * The rate over filters that share n events between them, each event going to one of them at
   * random. Few events a slice: the mixture over the binomial load. Many: two loads, a standard
   * deviation below and above, which have the mean and the variance of the binomial.
   */
  static double slicedRate(BloomShape slice, int slices, long events) {
    double mean = (double) events / slices;
    if (slices == 1) {
      return slice.falsePositiveRate(mean);
    }
    if (mean > 64) {
      double deviation = Math.sqrt(mean * (1 - 1.0 / slices));
      return (slice.falsePositiveRate(mean - deviation)
          + slice.falsePositiveRate(mean + deviation)) / 2;
    }
    double share = StrictMath.exp(events * StrictMath.log1p(-1.0 / slices));
    double rate = 0;
    for (long load = 0; load <= events && load <= mean + 12 * Math.sqrt(mean) + 12; load++) {
      rate += share * slice.falsePositiveRate(load);
      share *= (double) (events - load) / (load + 1) / (slices - 1);
    }
    return rate;
  }

  /** The distribution of the number of distinct values among draws from a range. */
  private static double[] distinctDraws(int range, int draws) {
    double[] share = new double[draws + 1];
    share[0] = 1;
    for (int draw = 0; draw < draws; draw++) {
      for (int d = draw + 1; d > 0; d--) {
        share[d] = share[d] * d / range + share[d - 1] * (range - d + 1) / range;
      }
      share[0] = 0;
    }
    return share;
  }
}
