package io.bloomtree.state;

import io.bloomtree.filter.Cells;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Words of a file. What is put is there when the process is killed, and outlives the computer once
 * it was forced. Owned by one event loop, but for {@link #forceAll}.
 */
public abstract class DurableCells extends Cells {
  /** Words that go through a buffer at once where they have to become bytes. */
  private static final int BUFFERED_WORDS = 1 << 10;

  /**
   * Forces what was put since the last time. Of the owner's own thread: it relies on what that
   * thread remembers of its puts.
   *
   * @throws StateException if the disk refuses; what was put is then neither safe nor lost, and
   *     forcing again would not tell
   */
  public abstract void force();

  /** Forces everything, whoever has put it. From any thread. */
  public abstract void forceAll();

  /** Ends the use of the words; each later access fails. */
  public abstract void release();

  /**
   * Puts an entry of a journal, two words, and zero behind it. The first word is there only if all
   * of this is, and whatever is put next only if the first word is. Nothing of it has to be forced.
   */
  void putEntry(long at, long place, long old) {
    put(at + 2, 0);
    put(at + 1, old);
    VarHandle.storeStoreFence();
    put(at, place);
    VarHandle.storeStoreFence();
  }

  /** Adds some words to a checksum, as the bytes of the file. */
  void addTo(CRC32C crc, long first, long words) {
    ByteBuffer bytes =
        ByteBuffer.allocate(BUFFERED_WORDS * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (long word = first, end = first + words; word < end; ) {
      bytes.clear();
      for (; word < end && bytes.hasRemaining(); word++) {
        bytes.putLong(get(word));
      }
      crc.update(bytes.flip());
    }
  }
}
