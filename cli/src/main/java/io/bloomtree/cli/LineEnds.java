package io.bloomtree.cli;

/** A record is a line. Owned by one thread. */
final class LineEnds implements RecordEnds {
  private long newlines;

  @Override public int next(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\n') {
        newlines++;
        return i + 1;
      }
    }
    return NONE;
  }

  @Override public long newlines() {
    return newlines;
  }
}
