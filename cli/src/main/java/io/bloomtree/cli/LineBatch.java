package io.bloomtree.cli;

import io.bloomtree.tree.Resolution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lines that are offered together, and those between them that pass without being asked about.
 * Filled by one thread, then handed to another.
 */
final class LineBatch {
  private static final int MAX_BYTES = 256 * 1024;
  private static final int FIRST_BYTES = 16 * 1024;

  private final int maxLines;
  private byte[] bytes = new byte[FIRST_BYTES];
  private int[] ends = new int[64];
  /** Of each piece of the bytes its key; null: it passes. */
  private byte[][] keys = new byte[64][];
  private int pieces;
  private int offered;
  private int malformed;
  private final List<String> reports = new ArrayList<>();

  LineBatch(int maxLines) {
    this.maxLines = maxLines;
  }

  /** Adds a line that the tree is to decide on. */
  void offer(byte[] source, int from, int to, byte[] key) {
    append(source, from, to, key);
    offered++;
  }

  /** Adds bytes that go to where distinct lines go. */
  void pass(byte[] source, int from, int to) {
    append(source, from, to, null);
  }

  /** Counts a line that had no key; whether it passes is another matter. */
  void countMalformed() {
    malformed++;
  }

  /** Adds what is to be told when the lines before are written. */
  void report(String message) {
    reports.add(message);
  }

  private void append(byte[] source, int from, int to, byte[] key) {
    int start = length();
    int end = start + to - from;
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(end, Math.min(2 * bytes.length, MAX_BYTES)));
    }
    if (pieces == ends.length) {
      ends = Arrays.copyOf(ends, 2 * pieces);
      keys = Arrays.copyOf(keys, 2 * pieces);
    }
    System.arraycopy(source, from, bytes, start, to - from);
    ends[pieces] = end;
    keys[pieces] = key;
    pieces++;
  }

  private int length() {
    return pieces == 0 ? 0 : ends[pieces - 1];
  }

  boolean isEmpty() {
    return pieces == 0 && malformed == 0 && reports.isEmpty();
  }

  boolean isFull() {
    return pieces >= maxLines || malformed >= maxLines || length() >= MAX_BYTES;
  }

  int malformed() {
    return malformed;
  }

  List<String> reports() {
    return reports;
  }

  /** The keys of the lines to decide on, in their order. */
  byte[][] keys() {
    byte[][] asked = new byte[offered][];
    int next = 0;
    for (int i = 0; i < pieces; i++) {
      if (keys[i] != null) {
        asked[next++] = keys[i];
      }
    }
    return asked;
  }

  /**
   * Writes every line to where it belongs. What nobody decided on is delivered: rather twice than
   * never (P1).
   */
  void write(List<Resolution> resolutions, Sink distinct, Sink duplicates) {
    if (resolutions.size() != offered) {
      throw new IllegalArgumentException("each line must have its resolution: lines=" + offered
          + ", resolutions=" + resolutions.size());
    }
    int next = 0;
    int from = 0;
    int to = 0;
    Sink sink = distinct;
    // neighbours that go the same way are written at once
    for (int i = 0; i < pieces; i++) {
      Sink own = keys[i] != null && isDuplicate(resolutions.get(next++)) ? duplicates : distinct;
      if (own != sink) {
        sink.write(bytes, from, to);
        from = to;
        sink = own;
      }
      to = ends[i];
    }
    sink.write(bytes, from, to);
  }

  private static boolean isDuplicate(Resolution resolution) {
    return resolution instanceof Resolution.Verdict verdict && !verdict.isDistinct();
  }
}
