package io.bloomtree.sketch;

/** Random-looking words from fingerprints. Everything here is a pure function. */
final class Mixing {
  /*
   * The thesis asks for hash functions that are independent from row to row, and within a row for
   * any two elements (means, and variances of multiplicities) or four of them (variances of
   * self-join sizes). A fingerprint is the output of a good hash; scrambled with a seed (variant 13
   * of MurmurHash3's finalizer, as in Steele, Lea and Flood, "Fast splittable pseudorandom number
   * generators", 2014) it is the word of the first row. Those of the others are steps of a linear
   * congruence whose multiplier is spectrally good (Steele and Vigna, 2021): one multiplication
   * each. Double hashing (h1 + i h2) would be as cheap, but three of its rows are collinear: who
   * collides in the first and the third does so in the second every other time, and a median of
   * three is then worth little. The statistical tests measure means and variances over seeds.
   */
  private static final long STEP = 0xD1342543DE82EF95L;
  private static final long INCREMENT = 0x9E3779B97F4A7C15L;

  private Mixing() {}

  /** A word in which every bit depends on every bit. */
  static long scramble(long word) {
    long h = word;
    h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return h ^ (h >>> 31);
  }

  /** Spreads seeds, which people choose close together. */
  static long key(long seed) {
    return scramble(seed + INCREMENT);
  }

  /** The word of the next row; its upper bits are the good ones. */
  static long next(long h) {
    return h * STEP + INCREMENT;
  }

  /**
   * A number in [0, range), from the upper 32 bits, by multiplication (Lemire, 2019): some are more
   * likely than others by range/2^32 at most.
   */
  static int reduce(long h, int range) {
    return (int) reduce(h, (long) range);
  }

  /** The same, all in words: loops that do this for many are made vector instructions. */
  static long reduce(long h, long range) {
    return (h >>> Integer.SIZE) * range >>> Integer.SIZE;
  }
}
