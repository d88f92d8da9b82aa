package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts a stream of bytes into records, in memory that does not grow beyond the longest one allowed.
 * A longer one comes in pieces. Owned by one thread.
 */
final class LineReader {
  private static final int CHUNK = 256 * 1024;
  /** CR LF, which do not count as part of the record. */
  private static final int LONGEST_END = 2;
  static final int LONGEST_LIMIT = 1 << 30;

  /** What is to be done before the reader may have to wait. */
  @FunctionalInterface
  interface BeforeWaiting {
    void run() throws InterruptedException;
  }

  private final InputStream in;
  private final RecordEnds ends;
  private final int maxBytes;
  private final BeforeWaiting beforeWaiting;

  private byte[] buffer = new byte[CHUNK];
  private int filled;
  private int start;
  private int end;
  private int contentEnd;
  private long number;
  private boolean tooLong;
  private boolean last = true;

  /**
   * @param maxBytes the longest record, without its end
   * @param beforeWaiting called before a read that may have to wait for the stream
   */
  LineReader(InputStream in, RecordEnds ends, int maxBytes, BeforeWaiting beforeWaiting) {
    this.in = requireNonNull(in, "in");
    this.ends = requireNonNull(ends, "ends");
    this.beforeWaiting = requireNonNull(beforeWaiting, "beforeWaiting");
    if (maxBytes < 1 || maxBytes > LONGEST_LIMIT) {
      throw new IllegalArgumentException(
          "maxBytes must be 1 to " + LONGEST_LIMIT + ": maxBytes=" + maxBytes);
    }
    this.maxBytes = maxBytes;
  }

  /**
   * Goes on to the next record, or to the next piece of one that is too long.
   *
   * @return false at the end of the stream
   */
  boolean next() throws IOException, InterruptedException {
    start = end;
    if (last) {
      number = ends.newlines() + 1;
      tooLong = false;
    }
    int scanned = start;
    while (true) {
      int found = ends.next(buffer, scanned, filled);
      if (found != RecordEnds.NONE) {
        found(found, true);
        return true;
      }
      scanned = filled;
      if (scanned - start > (tooLong ? 0 : maxBytes + 1)) {
        tooLong = true;
        found(filled, false);
        return true;
      }
      int unscanned = scanned - start;
      if (!fill()) {
        if (unscanned == 0) {
          last = true;
          return false;
        }
        found(filled, true);
        return true;
      }
      scanned = start + unscanned;
    }
  }

  private void found(int recordEnd, boolean isLast) {
    end = recordEnd;
    last = isLast;
    contentEnd = recordEnd;
    if (isLast && buffer[recordEnd - 1] == '\n') {
      contentEnd--;
      if (contentEnd > start && buffer[contentEnd - 1] == '\r') {
        contentEnd--;
      }
    }
    tooLong |= contentEnd - start > maxBytes;
  }

  /** Reads more behind what is there of the present record, which moves to the front. */
  private boolean fill() throws IOException, InterruptedException {
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, filled - start);
      filled -= start;
      end -= start;
      start = 0;
    }
    if (filled == buffer.length) {
      buffer = Arrays.copyOf(
          buffer, (int) Math.min(2L * buffer.length, (long) maxBytes + LONGEST_END));
    }
    if (mayWait()) {
      beforeWaiting.run();
    }
    int read = in.read(buffer, filled, buffer.length - filled);
    if (read < 0) {
      return false;
    }
    filled += read;
    return true;
  }

  private boolean mayWait() {
    try {
      return in.available() <= 0;
    } catch (IOException e) {
      return true; // some files, those in /proc among them, can be read but not asked
    }
  }

  /** What {@link #start}, {@link #contentEnd} and {@link #end} point into, until the next call. */
  byte[] buffer() {
    return buffer;
  }

  int start() {
    return start;
  }

  /** Where LF or CR LF begins, or where the stream ends. */
  int contentEnd() {
    return contentEnd;
  }

  int end() {
    return end;
  }

  /** In which line of the stream the record begins; the first is 1. */
  long number() {
    return number;
  }

  boolean tooLong() {
    return tooLong;
  }

  /** Whether the record ends here. Only one that is too long has more than one piece. */
  boolean last() {
    return last;
  }
}
