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
   * each, on both sides, and hide what is compared. Computing one costs two nanoseconds, on both
   * sides.
   */

  static final int KEY_BYTES = 16;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] key = new byte[KEY_BYTES];

  /** The key of an event, valid until the next call. */
  byte[] key(long event) {
    long number = event >>> 1;
    if ((event & 1) == 1) {
      number = Math.multiplyHigh(scramble(event) >>> 1, (number + 1) << 1);
    }
    LONGS.set(key, 0, scramble(number));
    LONGS.set(key, 8, number);
    return key;
  }

  private static long scramble(long number) {
    long h = (number + 1) * 0x9E3779B97F4A7C15L;
    h = (h ^ (h >>> 32)) * 0xD6E8FEB86659FD93L;
    return h ^ (h >>> 32);
  }
}
