package io.bloomtree.cli;

/**
 * A record is a line, but a newline between quotes does not end it (RFC 4180). Owned by one thread.
 */
final class CsvRecordEnds implements RecordEnds {
  /*
   * A quote opens a field only where one begins; elsewhere it is a character like others, as most
   * readers have it. Two quotes in a quoted field are one quote of its text. What follows the
   * closing quote is an error that CsvColumn reports: here it only must not hide the record's end.
   */
  private enum State { FIELD_START, UNQUOTED, QUOTED, QUOTE_IN_QUOTED }

  private final byte delimiter;
  private State state = State.FIELD_START;
  private long newlines;

  CsvRecordEnds(byte delimiter) {
    this.delimiter = delimiter;
  }

  @Override public int next(byte[] bytes, int from, int to) {
    State at = state;
    for (int i = from; i < to; i++) {
      byte b = bytes[i];
      if (b == '\n') {
        newlines++;
        if (at != State.QUOTED) {
          state = State.FIELD_START;
          return i + 1;
        }
      } else if (at == State.QUOTED) {
        if (b == '"') {
          at = State.QUOTE_IN_QUOTED;
        }
      } else if (b == delimiter) {
        at = State.FIELD_START;
      } else if (b == '"' && at != State.UNQUOTED) {
        at = State.QUOTED;
      } else {
        at = State.UNQUOTED;
      }
    }
    state = at;
    return NONE;
  }

  @Override public long newlines() {
    return newlines;
  }
}
