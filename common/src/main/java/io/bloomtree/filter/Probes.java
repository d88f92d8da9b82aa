package io.bloomtree.filter;

/** Where a fingerprint's probes land. Everything here is a pure function of the fingerprint. */
final class Probes {
  /*
   * A fingerprint is mixed once, by a bijection (Stafford's variant 13 of MurmurHash3's finalizer,
   * as used by SplittableRandom; Steele, Lea and Flood, 2014), so that neither a weak hash nor
   * consecutive fingerprints crowd one part of a filter. From the mixed word h follow
   *
   *   plain positions     h, a·h + c, a·(a·h + c) + c, ...   each reduced to [0, bits)
   *   the cache line      h reduced to [0, lines)
   *   positions in it     nine bits at a time of a bijection of h that folds its upper half down
   *
   * Why not double hashing (h1 + i·h2; Kirsch and Mitzenmacher, 2008): a stride h2 near 0, or near
   * a fraction of the range with a small denominator, makes probes coincide. Its share is about 2/m,
   * which is far from negligible beside the rate of a filter of a few thousand bits. A linear
   * congruential step costs one more multiplication and has no bad strides; the multiplier is from
   * Steele and Vigna, "Computationally easy, spectrally good multipliers" (2021), and the odd
   * increment keeps 0 from being a fixed point.
   *
   * Reduction takes the high word of a product (Lemire, "Fast random integer generation in an
   * interval", 2019). It has no modulo and its bias is below range / 2^63.
   *
   * The slice (the paper's H_S) is drawn from a second mixing of the fingerprint with a salt. Were it
   * drawn from h, the fingerprints of one slice would share their upper bits and crowd together
   * in 1/S of it.
   */

  /** Nine bits name a bit of a cache line: seven names fit in a word. */
  static final int PER_PATTERN = 7;

  private static final long STEP = 0xD1342543DE82EF95L;
  private static final long INCREMENT = 0x9E3779B97F4A7C15L;
  private static final long SLICE_SALT = 0x736C69636520485FL;

  private Probes() {}

  static long mix(long fingerprint) {
    long h = (fingerprint ^ (fingerprint >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return h ^ (h >>> 31);
  }

  /** The mixed word of the next plain position. */
  static long next(long h) {
    return h * STEP + INCREMENT;
  }

  /** A number in [0, range), for range < 2^62. */
  static long reduce(long h, long range) {
    return Math.multiplyHigh(h >>> 1, range << 1);
  }

  /** The first {@link #PER_PATTERN} positions within a line, nine bits each from the lowest. */
  static long pattern(long h) {
    long g = (h ^ (h >>> 32)) * STEP;
    return g ^ (g >>> 32);
  }

  /** The positions after those of {@link #pattern}. */
  static long secondPattern(long h) {
    return pattern(next(h));
  }

  static int slice(long fingerprint, int slices) {
    return (int) reduce(mix(fingerprint + SLICE_SALT), slices);
  }
}
