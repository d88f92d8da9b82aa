package io.bloomtree.experiments.beyond;

import io.bloomtree.wire.Endpoint;
import java.util.SplittableRandom;

/**
 * What happens to packets between two nodes. Immutable.
 *
 * @param loss how many of the milliseconds of a link lose what is sent in them from a parent to its
 *     child; the other way nothing is lost
 * @param shortest how many milliseconds a packet is under way at least
 * @param longest how many at most
 */
record Links(long seed, double loss, int shortest, int longest) {
  /*
   * A link's fate in a millisecond follows from the seed, not from what was sent before. So two
   * protocols that send different packets meet the same losses.
   */

  Links {
    if (!(loss >= 0 && loss < 1)) {
      throw new IllegalArgumentException("loss must be >= 0 and < 1: loss=" + loss);
    }
    if (shortest < 1 || longest < shortest) {
      throw new IllegalArgumentException("shortest must be >= 1 and longest not shorter: shortest="
          + shortest + ", longest=" + longest);
    }
  }

  boolean loses(Endpoint parent, Endpoint child, long now) {
    return loss > 0 && fate(parent, child, now, 1).nextDouble() < loss;
  }

  long delay(Endpoint from, Endpoint to, long now) {
    return fate(from, to, now, 2).nextInt(shortest, longest + 1);
  }

  private SplittableRandom fate(Endpoint from, Endpoint to, long now, int matter) {
    long place = 31L * number(from) + number(to);
    return new SplittableRandom(
        seed + matter + place * 0x9E3779B97F4A7C15L + now * 0xD1342543DE82EF95L);
  }

  private static long number(Endpoint endpoint) {
    return 31L * endpoint.node().value().hashCode() + endpoint.slice();
  }
}
