package io.bloomtree.stream;

import java.util.PrimitiveIterator;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Events that come again arrive as a Poisson process between events that come once (Deng and
 * Rafiei, "Approximately detecting duplicates for streaming data using stable Bloom filters", 2006,
 * Section 5.1). Which of them arrives follows an exponential distribution.
 *
 * @param rate the share of events that may come again, the paper's lambda
 * @param mean of the exponential distribution, the paper's u: the larger, the more different events
 *     come again, and the longer until each does
 */
public record PoissonStream(int length, double rate, double mean, long seed)
    implements EventStream {

  public PoissonStream {
    Draws.requireLength(length);
    Draws.requireShare("rate", rate);
    Conversion.requireMean(mean);
  }

  @Override public PrimitiveIterator.OfLong iterator() {
    var random = new SplittableRandom(seed);
    var arrivals = new Process(rate, random.split());
    return new Draws(length, seed, new Conversion(arrivals, mean, random));
  }

  /** Used by one thread. */
  private static final class Process implements Conversion.Arrivals {
    /*
     * Times between arrivals are exponential, but a place takes one event. Who finds a place taken
     * gets the next free one: so the share of arrivals is the rate, as the paper wants it, where
     * dropping them would make it 1 - e^-rate.
     */
    private final double between;
    private final RandomGenerator random;
    private double arrival;
    private long place;

    Process(double rate, RandomGenerator random) {
      this.between = 1 / rate;
      this.random = random;
      this.arrival = Conversion.exponential(between, random);
    }

    @Override public boolean next() {
      place++;
      if (arrival >= place) {
        return false;
      }
      arrival += Conversion.exponential(between, random);
      return true;
    }
  }
}
