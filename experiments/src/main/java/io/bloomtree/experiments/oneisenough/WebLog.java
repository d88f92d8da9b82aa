package io.bloomtree.experiments.oneisenough;

import io.bloomtree.experiments.Trace;
import io.bloomtree.stream.ZipfStream;
import java.util.SplittableRandom;

/**
 * Makes a log like the one of the paper's web server: 100,000 entries, about 17,000 different URLs,
 * a few of them in most entries, and clients in subnets of which some are busier than others.
 *
 * <p>The paper prints 4,300 different URLs, but its filters are sized for about 17,000, and the
 * hits of its Table 1 leave as many.
 */
final class WebLog {
  static final int LENGTH = 100_000;
  private static final int URLS = 24_000;
  private static final double URL_EXPONENT = 0.9;
  private static final int SUBNETS = 256;
  private static final int CLIENTS_OF_A_SUBNET = 64;
  private static final double SUBNET_EXPONENT = 0.3;

  private WebLog() {}

  static Trace of(int length, long seed) {
    long[] urls = new ZipfStream(length, URLS, URL_EXPONENT, seed).toArray();
    long[] subnets = new ZipfStream(length, SUBNETS, SUBNET_EXPONENT, seed + 1).toArray();
    var random = new SplittableRandom(seed + 2);
    var sources = new int[length];
    for (int i = 0; i < length; i++) {
      // which subnet is how busy is as good as random, and fixed by the fingerprint of its rank
      int subnet = (int) Long.remainderUnsigned(subnets[i], SUBNETS);
      sources[i] = subnet * CLIENTS_OF_A_SUBNET + random.nextInt(CLIENTS_OF_A_SUBNET);
    }
    return new Trace("a generated web log", urls, sources, SUBNETS * CLIENTS_OF_A_SUBNET);
  }
}
