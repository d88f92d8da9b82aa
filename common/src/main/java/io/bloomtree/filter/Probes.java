package io.bloomtree.filter;

/** Where a fingerprint's probes land. Everything here is a pure function of the fingerprint. */
final class Probes {
  /*
   * Fingerprints are the output of a good hash, so what is needed is not one more hash but words
   * that do not depend on each other; the mixing also keeps consecutive numbers from crowding one
   * place. A fingerprint is multiplied, which carries its bits upwards, with its upper half folded
   * down before. From the mixed word h follow
   *
   *   plain positions     h, a·h + c, a·(a·h + c) + c, ...   each reduced to [0, bits)
   *   the cache line      h reduced to [0, lines): its upper bits
   *   positions in it     the bits of a·(h with its upper half folded down)
   *
   * Why not double hashing (h1 + i·h2; Kirsch and Mitzenmacher, 2008): a stride h2 near 0, or near
   * a fraction of the range with a small denominator, makes probes coincide. Such strides have a
   * share of about 2/m, far from negligible beside the rate of a filter of a few thousand bits. A
   * linear congruential step costs one multiplication more and has no bad strides; the multiplier
   * is from Steele and Vigna, "Computationally easy, spectrally good multipliers for congruential
   * pseudorandom number generators" (2021), and the odd increment keeps 0 from being a fixed point.
   *
   * Reduction takes the high word of a product (Lemire, "Fast random integer generation in an
   * interval", 2019). It has no modulo and its bias is below range / 2^63.
   *
   * The slice (the paper's H_S) is drawn from another mixing of the fingerprint, with a salt. Were
   * it drawn from h, the fingerprints of one slice would share their upper bits and crowd in 1/S of
   * it. That mixing is Stafford's variant 13 of MurmurHash3's finalizer (as in Steele, Lea and
   * Flood, "Fast splittable pseudorandom number generators", 2014).
   */

  /**
   * A group of positions within one word of a line: three times six bits, then two for the word.
   */
  static final int GROUP_BITS = 20;

  static final int WORD_SHIFT = 18;

  private static final long SPREAD = 0xF1357AEA2E62A9C5L;
  private static final long STEP = 0xD1342543DE82EF95L;
  private static final long INCREMENT = 0x9E3779B97F4A7C15L;
  private static final long SLICE_SALT = 0x736C69636520485FL;

  private Probes() {}

  static long mix(long fingerprint) {
    return (fingerprint ^ (fingerprint >>> 32)) * SPREAD;
  }

  /** The mixed word of the next plain position. */
  static long next(long h) {
    return h * STEP + INCREMENT;
  }

  /** A number in [0, range), for range < 2^62. */
  static long reduce(long h, long range) {
    return Math.multiplyHigh(h >>> 1, range << 1);
  }

  /** Two groups of positions within a line, {@link #GROUP_BITS} each from the lowest. */
  static long pattern(long h) {
    return (h ^ (h >>> 32)) * STEP;
  }

  /** Two more groups. */
  static long secondPattern(long h) {
    return pattern(next(h));
  }

  static int slice(long fingerprint, int slices) {
    return (int) reduce(scramble(fingerprint + SLICE_SALT), slices);
  }

  /** A word in which every bit depends on every bit. */
  static long scramble(long word) {
    long h = word;
    h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return h ^ (h >>> 31);
  }
}
