package io.bloomtree.experiments.stable;

import io.bloomtree.filter.Errors;

/**
 * How filters of so much memory judged one stream. Immutable.
 *
 * @param stable with the paper's settings for 10 %
 * @param fpBuffering with as many false positives
 * @param bloom with two probes, as the stable filter
 * @param bestBloom with the best number of probes
 */
record Judgement(long bits, Errors stable, Errors fpBuffering, Errors buffering, Errors bloom,
    Errors bestBloom) {
  /** More of them make no difference that could be counted. */
  private static final int MOST_PROBES = 20;

  static Judgement of(JudgedStream stream, long bits) {
    long capacity = bits / Crawl.BUFFERED_BITS;
    Errors stable = stream.judge(JudgedStream.stable(bits));
    double best = Math.log(2) * bits / stream.distinct();
    int probes = (int) Math.max(1, Math.min(MOST_PROBES, Math.round(best)));
    return new Judgement(bits, stable, stream.fpBuffering(capacity, stable),
        stream.buffering(capacity), stream.bloom(bits, JudgedStream.PROBES),
        stream.bloom(bits, probes));
  }

  /** How many fewer of the copies the stable filter missed, at equal false positives. */
  double lead() {
    return fpBuffering.falseNegativeRate() - stable.falseNegativeRate();
  }
}
