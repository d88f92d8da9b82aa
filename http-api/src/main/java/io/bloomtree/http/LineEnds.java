package io.bloomtree.http;

/** Finds lines in bytes. */
final class LineEnds {
  private LineEnds() {}

  interface Line {
    /** A line without what ends it. */
    void at(int start, int end, long number);
  }

  /** Calls for each line that is not empty; the last byte must be a line feed. */
  static void forEach(byte[] bytes, int from, int to, long firstLine, Line line) {
    int start = from;
    long number = firstLine;
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\n') {
        int end = i > start && bytes[i - 1] == '\r' ? i - 1 : i;
        if (end > start) {
          line.at(start, end, number);
        }
        start = i + 1;
        number++;
      }
    }
  }
}
