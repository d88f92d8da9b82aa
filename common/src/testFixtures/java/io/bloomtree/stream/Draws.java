package io.bloomtree.stream;

import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.function.LongSupplier;

/** So many fingerprints of numbers that are drawn one by one. Used by one thread. */
final class Draws implements PrimitiveIterator.OfLong {
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private final LongSupplier numbers;
  private final long salt;
  private int left;

  /** The same number has another fingerprint with another seed. */
  Draws(int length, long seed, LongSupplier numbers) {
    this.left = length;
    this.salt = seed * STEP;
    this.numbers = numbers;
  }

  @Override public boolean hasNext() {
    return left > 0;
  }

  @Override public long nextLong() {
    if (left == 0) {
      throw new NoSuchElementException();
    }
    left--;
    return spread(numbers.getAsLong() + salt);
  }

  /**
   * Looks like the output of a hash, and is another one for each number: copies are copies only
   * (the finalizer of Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
   * 2014).
   */
  private static long spread(long number) {
    long h = number;
    h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return h ^ (h >>> 31);
  }

  static void requireLength(int length) {
    if (length < 1) {
      throw new IllegalArgumentException("length must be >= 1: length=" + length);
    }
  }

  static void requireShare(String name, double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException(name + " must be in (0, 1]: " + name + "=" + share);
    }
  }
}
