package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.vertx.core.buffer.Buffer;
import java.util.Arrays;

/** Cuts what arrives into runs of whole lines. One event loop's. */
final class LineCutter {
  /*
   * Each byte is looked at once and copied a few times at most, in whatever chunks it arrives: the
   * beginning of a line is kept in an array that doubles, and not looked at again for its end.
   */

  /** Takes what was cut. */
  interface Lines {
    /** Whole lines, each with its line feed. */
    void add(byte[] bytes, int from, int to, int count, long firstLine);

    /** A line that is longer than it may be; its text is not kept. */
    void addTooLong(long line);
  }

  private static final int LEAST = 256;

  private final int longest;
  private final int most;
  private final Lines lines;
  /** The beginning of a line whose end has not arrived. */
  private byte[] rest = {};
  private int restLength;
  private boolean isSkipping;
  private long line = 1;

  /**
   * @param longest line, in bytes without its line feed
   * @param most lines of a run
   */
  LineCutter(int longest, int most, Lines lines) {
    this.longest = longest;
    this.most = most;
    this.lines = requireNonNull(lines, "lines");
  }

  void take(Buffer chunk) {
    byte[] bytes = chunk.getBytes();
    int end = indexAfterLine(bytes, 0);
    if (isSkipping) {
      if (end >= 0) {
        isSkipping = false;
        line++;
        cut(bytes, end, indexAfterLine(bytes, end));
      }
    } else if (restLength == 0) {
      cut(bytes, 0, end);
    } else if (end < 0) {
      keep(bytes, 0);
    } else {
      byte[] joined = Arrays.copyOf(rest, restLength + bytes.length);
      System.arraycopy(bytes, 0, joined, restLength, bytes.length);
      end += restLength;
      forget();
      cut(joined, 0, end);
    }
  }

  /** No more comes: what is there of a line is one. */
  void end() {
    if (restLength > 0) {
      take(Buffer.buffer(new byte[] {'\n'}));
    }
  }

  /** Cuts from the beginning of a line; {@code firstEnd}: the index after it, negative if none. */
  private void cut(byte[] bytes, int begin, int firstEnd) {
    int from = begin;
    int start = begin;
    int count = 0;
    for (int next = firstEnd; next >= 0; next = indexAfterLine(bytes, next)) {
      if (next - start - 1 > longest) {
        add(bytes, from, start, count);
        lines.addTooLong(line++);
        from = next;
        count = 0;
      } else if (++count == most) {
        add(bytes, from, next, count);
        from = next;
        count = 0;
      }
      start = next;
    }
    add(bytes, from, start, count);
    keep(bytes, start);
  }

  private void add(byte[] bytes, int from, int to, int count) {
    if (count > 0) {
      lines.add(bytes, from, to, count, line);
      line += count;
    }
  }

  private void keep(byte[] bytes, int from) {
    int length = restLength + bytes.length - from;
    if (length > longest) {
      lines.addTooLong(line);
      isSkipping = true;
      forget();
      return;
    }
    if (length > rest.length) {
      rest = Arrays.copyOf(rest, Math.max(LEAST, Math.max(length, 2 * restLength)));
    }
    System.arraycopy(bytes, from, rest, restLength, bytes.length - from);
    restLength = length;
  }

  /** Also its array: many streams with a long line each, long ago, would keep much. */
  private void forget() {
    rest = new byte[] {};
    restLength = 0;
  }

  private static int indexAfterLine(byte[] bytes, int from) {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return -1;
  }
}
