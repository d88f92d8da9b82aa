package io.bloomtree.stream;

import java.util.PrimitiveIterator;
import java.util.SplittableRandom;

/**
 * Events drawn from a universe, each as likely as any other at any time.
 *
 * @param universe how many different events there are
 */
public record UniformStream(int length, long universe, long seed) implements EventStream {

  public UniformStream {
    Draws.requireLength(length);
    if (universe < 1) {
      throw new IllegalArgumentException("universe must be >= 1: universe=" + universe);
    }
  }

  @Override public PrimitiveIterator.OfLong iterator() {
    var random = new SplittableRandom(seed);
    return new Draws(length, seed, () -> random.nextLong(universe));
  }
}
