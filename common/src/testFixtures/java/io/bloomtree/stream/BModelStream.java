package io.bloomtree.stream;

import java.util.PrimitiveIterator;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Events that come again arrive in bursts between events that come once: by the b-model, as Deng
 * and Rafiei use it ("Approximately detecting duplicates for streaming data using stable Bloom
 * filters", 2006, Section 5.1). Which of them arrives follows an exponential distribution.
 *
 * @param volume the share of events that may come again, the paper's v
 * @param bias the share of them in one half of the stream, one half of that half and so on, the
 *     paper's b: 0.5 for no bursts
 * @param levels how often the stream is halved, the paper's l
 * @param mean of the exponential distribution, the paper's u
 */
public record BModelStream(
    int length, double volume, double bias, int levels, double mean, long seed)
    implements EventStream {
  private static final int MAX_LEVELS = 20;

  public BModelStream {
    Draws.requireLength(length);
    Draws.requireShare("volume", volume);
    Conversion.requireMean(mean);
    if (!(bias >= 0.5 && bias < 1)) {
      throw new IllegalArgumentException("bias must be in [0.5, 1): bias=" + bias);
    }
    if (levels < 0 || levels > MAX_LEVELS) {
      throw new IllegalArgumentException(
          "levels must be 0 to " + MAX_LEVELS + ": levels=" + levels);
    }
    // the paper's l <= ln(v) / ln(1 / 2b)
    if (volume * Math.pow(2 * bias, levels) > 1) {
      throw new IllegalArgumentException("bursts must fit into their intervals: volume=" + volume
          + ", bias=" + bias + ", levels=" + levels);
    }
  }

  @Override public PrimitiveIterator.OfLong iterator() {
    var random = new SplittableRandom(seed);
    var arrivals = new Bursts(this, random.split());
    return new Draws(length, seed, new Conversion(arrivals, mean, random));
  }

  /** Used by one thread. */
  private static final class Bursts implements Conversion.Arrivals {
    /*
     * Which half has the larger share is drawn for each, where the paper writes of the first one
     * "for the ease of presentation". Within the smallest intervals the places are drawn.
     */
    private final BModelStream stream;
    private final RandomGenerator random;
    private final int[] arrivals;
    private int interval;
    private long places;
    private long left;

    Bursts(BModelStream stream, RandomGenerator random) {
      this.stream = stream;
      this.random = random;
      this.arrivals = new int[1 << stream.levels];
      divide(0, arrivals.length, Math.round(stream.volume * stream.length));
      enter(0);
    }

    private void divide(int from, int to, long count) {
      if (to - from == 1) {
        arrivals[from] = (int) count;
        return;
      }
      int middle = (from + to) >>> 1;
      double share = random.nextBoolean() ? stream.bias : 1 - stream.bias;
      // rounded, it could be one too many for its half, or leave one too many for the other
      long first = Math.min(Math.round(share * count), start(middle) - start(from));
      first = Math.max(first, count - (start(to) - start(middle)));
      divide(from, middle, first);
      divide(middle, to, count - first);
    }

    private long start(int interval) {
      return (long) stream.length * interval / arrivals.length;
    }

    private void enter(int next) {
      interval = next;
      places = start(next + 1) - start(next);
      left = arrivals[next];
    }

    @Override public boolean next() {
      while (places == 0) {
        enter(interval + 1);
      }
      boolean comes = random.nextLong(places) < left;
      places--;
      left -= comes ? 1 : 0;
      return comes;
    }
  }
}
