package io.bloomtree.filter;

/**
 * How full filters get and how often they are wrong, for probes that are drawn independently, with
 * repetition. All of it in {@link StrictMath}: two machines must size one filter alike.
 */
final class Occupancy {
  /*
   * Lines. An event picks one of L lines of B bits and probes k bits of it. With J events in a line,
   * i given bits of it are all unset with probability (1 - i/B)^(kJ) =: q_i^J. By inclusion and
   * exclusion over the d distinct bits among the k probes of a query, the query is claimed with
   *
   *   sum over i of a_i q_i^J,    a_i = (-1)^i sum over d >= i of P(d distinct) C(d, i).
   *
   * J is binomial(n, 1/L), whose generating function is (1 - (1 - q)/L)^n, so the mixture over the
   * load of lines (Putze, Sanders and Singler, "Cache-, hash- and space-efficient Bloom filters",
   * 2009, there a Poisson sum) has the closed form
   *
   *   rate(n) = sum over i = 0..k of a_i (1 - (1 - q_i)/L)^n,
   *
   * which is exact, not asymptotic. The signs alternate: the error is about C(k, k/2) * 1e-16, below
   * 1e-12 for the k <= 14 that lines allow, and lines are not used for rates near that.
   *
   * One range. The same with L = 1 and B = m (Bose et al., "On the false-positive rate of Bloom
   * filters", 2008), but k may be 40, where the sum is noise. There m is large enough for two terms of
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
  static double lineRate(long lines, int lineBits, int probes, double events) {
    double[] distinct = distinctProbes(lineBits, probes);
    double rate = 0;
    for (int i = 0; i <= probes; i++) {
      double weight = 0;
      for (int d = i; d <= probes; d++) {
        weight += distinct[d] * Binomial.choose(d, i);
      }
      double untouched = unsetAfter(lines, lineBits, i, probes, events);
      rate += (i % 2 == 0 ? weight : -weight) * untouched;
    }
    return Math.max(0, Math.min(1, rate));
  }

  /** The probability that {@code chosen} given bits of one line are all unset after n events. */
  private static double unsetAfter(
      long lines, int lineBits, int chosen, int probes, double events) {
    double missed = StrictMath.pow(1 - (double) chosen / lineBits, probes);
    return StrictMath.exp(events * StrictMath.log1p(-(1 - missed) / lines));
  }

  /**
   * How many events set a share of the bits, the inverse of the expected fill; for one range of
   * bits take one line. A full filter counts as half a bit short of full.
   */
  static double events(long lines, long lineBits, int probes, double fill) {
    double bits = (double) lines * lineBits;
    double unset = Math.max(1 - fill, 0.5 / bits);
    if (bits == 1) {
      return fill;
    }
    double missed = probes * StrictMath.log1p(-1.0 / lineBits);
    double perEvent =
        lines == 1 ? missed : StrictMath.log1p(StrictMath.expm1(missed) / lines);
    return StrictMath.log(unset) / perEvent;
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
  private static double[] distinctProbes(int range, int draws) {
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
