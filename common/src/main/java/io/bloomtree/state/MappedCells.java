package io.bloomtree.state;

import io.bloomtree.state.StateException.Reason;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/** Words of a mapped file, little-endian. Owned by one event loop, but for {@link #forceAll}. */
final class MappedCells extends DurableCells {
  /*
   * A mapping has at most 2 GiB on Java 17, so a file is cut into segments of 1 GiB. Most files
   * have one: then there is a field for it, and an access costs no look at the array.
   *
   * There is no way to end a mapping but to lose it: released cells drop their buffers, and the
   * memory goes back when they are collected.
   */
  static final int SEGMENT_WORD_BITS = 27;
  private static final LongBuffer NOTHING = LongBuffer.allocate(0);

  private final String file;
  private final long words;
  private final int segmentWordBits;
  private final int offsetMask;
  private volatile MappedByteBuffer[] mapped;
  private LongBuffer only;
  private LongBuffer[] segments;
  private boolean[] dirty;
  private boolean onlyIsDirty;

  MappedCells(String file, FileChannel channel, long first, long words) throws IOException {
    this(file, channel, first, words, SEGMENT_WORD_BITS);
  }

  MappedCells(String file, FileChannel channel, long first, long words, int segmentWordBits)
      throws IOException {
    this.file = file;
    this.words = words;
    this.segmentWordBits = segmentWordBits;
    this.offsetMask = (1 << segmentWordBits) - 1;
    int count = Math.toIntExact((words + offsetMask) >>> segmentWordBits);
    var buffers = new MappedByteBuffer[count];
    this.segments = new LongBuffer[count];
    this.dirty = new boolean[count];
    for (int i = 0; i < count; i++) {
      long from = (long) i << segmentWordBits;
      long held = Math.min(words - from, 1L << segmentWordBits);
      buffers[i] = channel.map(
          FileChannel.MapMode.READ_WRITE, (first + from) * Long.BYTES, held * Long.BYTES);
      segments[i] = buffers[i].order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
    }
    this.mapped = buffers;
    this.only = count == 1 ? segments[0] : null;
  }

  @Override public long words() {
    return words;
  }

  @Override public long get(long word) {
    LongBuffer single = only;
    return single != null
        ? single.get((int) word)
        : segments[(int) (word >>> segmentWordBits)].get((int) word & offsetMask);
  }

  @Override public void put(long word, long value) {
    LongBuffer single = only;
    if (single != null) {
      single.put((int) word, value);
      onlyIsDirty = true;
    } else {
      int segment = (int) (word >>> segmentWordBits);
      segments[segment].put((int) word & offsetMask, value);
      dirty[segment] = true;
    }
  }

  @Override void putEntry(long at, long place, long old) {
    LongBuffer single = only;
    if (single == null) {
      super.putEntry(at, place, old);
      return;
    }
    int index = (int) at; // the same without noting what has to be forced: it is for each put
    single.put(index + 2, 0);
    single.put(index + 1, old);
    VarHandle.storeStoreFence();
    single.put(index, place);
    VarHandle.storeStoreFence();
  }

  @Override public void force() {
    MappedByteBuffer[] buffers = mapped;
    for (int i = 0; i < buffers.length; i++) {
      if (dirty[i] || onlyIsDirty) {
        dirty[i] = false;
        onlyIsDirty = false;
        force(buffers[i]);
      }
    }
  }

  @Override public void forceAll() {
    for (MappedByteBuffer buffer : mapped) {
      force(buffer);
    }
  }

  private void force(MappedByteBuffer buffer) {
    try {
      buffer.force();
    } catch (Exception e) { // an IOException on some versions, which the method does not declare
      throw new StateException(
          Reason.REFUSED, file, "the disk did not take what was written: " + e.getMessage(), e);
    }
  }

  @Override public void release() {
    mapped = new MappedByteBuffer[0];
    segments = new LongBuffer[0];
    dirty = new boolean[0];
    only = NOTHING;
  }

  @Override void addTo(CRC32C crc, long first, long count) {
    for (long word = first, end = first + count; word < end; ) {
      int offset = (int) (word & offsetMask);
      int length = (int) Math.min(end - word, offsetMask + 1L - offset);
      ByteBuffer segment = mapped[(int) (word >>> segmentWordBits)].duplicate();
      segment.position(offset * Long.BYTES).limit((offset + length) * Long.BYTES);
      crc.update(segment);
      word += length;
    }
  }
}
