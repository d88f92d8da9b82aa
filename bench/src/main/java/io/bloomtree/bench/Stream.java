package io.bloomtree.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The events of a benchmark, by number: every even one is new, every odd one a copy of a random
 * earlier one. A key has 16 bytes. Not thread-safe: keys are written into one array.
 */
final class Stream {
  /*
   * Keys are computed, not stored: 50 million stored keys would take a cache miss of their own
   * each, on both sides, and hide what is compared. For the same reason computing one is cheap: two
   * multiplications. It need not be random; hashing is what the contestants are for.
   */

  static final int KEY_BYTES = 16;

  private static final long SPREAD = 0x9E3779B97F4A7C15L;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] key = new byte[KEY_BYTES];

  /** The key of an event, valid until the next call. */
  byte[] key(long event) {
    write(number(event), key);
    return key;
  }

  /** The number of an event's key. */
  static long number(long event) {
    long number = event >>> 1;
    return (event & 1) == 0
        ? number
        : Math.multiplyHigh(event * SPREAD >>> 1, (number + 1) << 1);
  }

  /** The key with a number, in an array of its own. */
  static byte[] keyOf(long number) {
    byte[] key = new byte[KEY_BYTES];
    write(number, key);
    return key;
  }

  private static void write(long number, byte[] key) {
    LONGS.set(key, 0, number * SPREAD);
    LONGS.set(key, 8, number);
  }
}
