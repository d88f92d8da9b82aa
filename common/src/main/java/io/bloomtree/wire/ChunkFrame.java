package io.bloomtree.wire;

import java.util.Arrays;

/** Some words of a filter; none if the area that was asked for is no more. Immutable. */
public final class ChunkFrame implements Frame {
  /*
   *   0       8        16
   *   +-------+--------+--------+-----------+
   *   | round | layout | count  | words     |
   *   | 8     | 8      | varint | count x 8 |
   *   +-------+--------+--------+-----------+
   */

  private final long round;
  private final long layout;
  private final long[] words;

  /**
   * @param round of the request
   * @param layout a digest of which areas the filter has: another one than before means that
   *     some came or went
   */
  public ChunkFrame(long round, long layout, long[] words) {
    this(words.clone(), round, layout);
  }

  private ChunkFrame(long[] words, long round, long layout) {
    this.round = round;
    this.layout = layout;
    this.words = words;
  }

  public long round() {
    return round;
  }

  public long layout() {
    return layout;
  }

  /** How many words there are. */
  public int size() {
    return words.length;
  }

  public long word(int index) {
    return words[index];
  }

  void write(WireWriter out) {
    out.writeLong(round);
    out.writeLong(layout);
    out.writeVarint(words.length);
    out.writeLongs(words, words.length);
  }

  static ChunkFrame read(WireReader in) {
    long round = in.readLong("round");
    long layout = in.readLong("layout");
    int count = in.readCount(Long.BYTES, "number of words");
    return new ChunkFrame(in.readLongs(count, "words"), round, layout);
  }

  @Override public boolean equals(Object other) {
    return other instanceof ChunkFrame that && round == that.round && layout == that.layout
        && Arrays.equals(words, that.words);
  }

  @Override public int hashCode() {
    return 31 * Long.hashCode(round) + Arrays.hashCode(words);
  }

  @Override public String toString() {
    return "ChunkFrame[round=" + round + ", words=" + words.length + "]";
  }
}
