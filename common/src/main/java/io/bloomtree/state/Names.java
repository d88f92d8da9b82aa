package io.bloomtree.state;

import io.bloomtree.wire.NodeId;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Node ids as words: records name agents and neighbours by them. Owned by one event loop. */
final class Names {
  /*
   * The word is a hash of the name, so that a record that was left over from long ago can never
   * mean another node. A name is in as many records as it takes:
   *
   *   word 0     kind | piece << 8 | bytes in this piece << 16 | pieces << 24
   *   word 1     the word that stands for the name
   *   words 2-5  up to 32 bytes, little-endian
   *
   * A new name is forced at once: a record that takes the place of another must not reach the disk
   * before the name that it mentions. There are few names.
   */
  static final int KIND = 1;
  private static final int PIECE_WORDS = 4;
  private static final int PIECE_BYTES = PIECE_WORDS * Long.BYTES;

  private final RecordTable table;
  private final Map<NodeId, Long> words = new HashMap<>();
  private final Map<Long, NodeId> names = new HashMap<>();
  private final Map<Long, Map<Integer, Integer>> pieces = new TreeMap<>();
  private NodeId last;
  private long lastWord;

  Names(RecordTable table) {
    this.table = table;
  }

  /** Takes note of a record when the table is opened. */
  boolean read(int slot) {
    int piece = (int) (table.get(slot, 0) >>> 8) & 0xFF;
    return pieces.computeIfAbsent(table.get(slot, 1), none -> new TreeMap<>())
        .putIfAbsent(piece, slot) == null;
  }

  /** All records were read: puts the names together, and says which are whole. */
  void complete() {
    pieces.forEach((word, slots) -> {
      var bytes = ByteBuffer.allocate(slots.size() * PIECE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
      int length = 0;
      int expected = 0;
      for (int slot : slots.values()) {
        long tag = table.get(slot, 0);
        for (int i = 0; i < PIECE_WORDS; i++) {
          bytes.putLong(table.get(slot, 2 + i));
        }
        length += (int) (tag >>> 16) & 0xFF;
        expected = (int) (tag >>> 24) & 0xFF;
      }
      if (expected == slots.size() && length <= bytes.capacity()) {
        String text = new String(bytes.array(), 0, length, StandardCharsets.US_ASCII);
        learn(new NodeId(text), word);
      }
    });
  }

  /** Removes the names that nothing mentions, and pieces of names that were never finished. */
  void keepOnly(Set<Long> mentioned) {
    pieces.forEach((word, slots) -> {
      if (!mentioned.contains(word) || !names.containsKey(word)) {
        slots.values().forEach(table::erase);
        NodeId name = names.remove(word);
        if (name != null) {
          words.remove(name);
        }
      }
    });
    pieces.clear();
  }

  private void learn(NodeId name, long word) {
    names.put(word, name);
    words.put(name, word);
  }

  boolean knows(long word) {
    return names.containsKey(word);
  }

  NodeId name(long word) {
    return names.get(word);
  }

  /** The word that stands for a name, which is written down if it is new. */
  long word(NodeId name) {
    if (name == last) { // most often the same object
      return lastWord;
    }
    Long known = words.get(name);
    long word = known != null ? known : write(name);
    last = name;
    lastWord = word;
    return word;
  }

  private long write(NodeId name) {
    byte[] text = name.value().getBytes(StandardCharsets.US_ASCII);
    long word = 0;
    for (byte b : text) {
      word = Long.rotateLeft((word ^ b) * 0x9E37_79B9_7F4A_7C15L, 31);
    }
    while (names.containsKey(word)) {
      word++;
    }
    int count = (text.length + PIECE_BYTES - 1) / PIECE_BYTES;
    for (int piece = 0; piece < count; piece++) {
      int length = Math.min(PIECE_BYTES, text.length - piece * PIECE_BYTES);
      var bytes = ByteBuffer.allocate(PIECE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
      bytes.put(text, piece * PIECE_BYTES, length).rewind();
      long tag = KIND | (long) piece << 8 | (long) length << 16 | (long) count << 24;
      table.put(tag, word, bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
    }
    table.force();
    learn(name, word);
    return word;
  }
}
