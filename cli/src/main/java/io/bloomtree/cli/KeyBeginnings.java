package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How keys begin, by their numbers, so that they can be shown when it turns out that something is
 * wrong with them. Keeps the first ones, as far as there is room. Owned by one thread.
 */
final class KeyBeginnings {
  static final int LONGEST = 64;
  private static final int CHUNK = 1 << 20;

  private final long room;
  private final List<byte[]> chunks = new ArrayList<>();
  /** Where the length of each stands, a byte that is negative if the key is longer. */
  private int[] starts = new int[1 << 10];
  private int size;
  private int used = CHUNK;

  /** {@code room}: the most bytes to keep. */
  KeyBeginnings(long room) {
    this.room = Math.min(room, Integer.MAX_VALUE - 2L * CHUNK);
  }

  /** Takes the next key, if it is the next. */
  void keep(int number, byte[] key) {
    if (number != size) {
      return;
    }
    int length = Math.min(key.length, LONGEST);
    if (used + 1 + length > CHUNK) {
      if ((chunks.size() + 1L) * CHUNK > room) {
        return;
      }
      chunks.add(new byte[CHUNK]);
      used = 0;
    }
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
    }
    byte[] chunk = chunks.get(chunks.size() - 1);
    starts[size++] = (chunks.size() - 1) * CHUNK + used;
    chunk[used++] = (byte) (key.length > LONGEST ? -length : length);
    System.arraycopy(key, 0, chunk, used, length);
    used += length;
  }

  /** The key, escaped; cut off if it is long. */
  String text(int number) {
    if (number >= size) {
      return "(key " + Figures.full(number + 1L) + ", not kept)";
    }
    byte[] chunk = chunks.get(starts[number] / CHUNK);
    int start = starts[number] % CHUNK;
    int from = start + 1;
    String text =
        new String(EscapedKey.of(chunk, from, from + Math.abs(chunk[start])), UTF_8);
    return chunk[start] < 0 ? text + ".." : text;
  }
}
