package io.bloomtree.cli;

/** Where records end in a stream that arrives in pieces. Owned by one thread. */
sealed interface RecordEnds permits LineEnds, CsvRecordEnds {

  /** What {@link #next} returns if the record goes on. */
  int NONE = -1;

  /**
   * Looks for the end of the present record in bytes that follow those it has seen.
   *
   * @return the index behind the record's last byte, from where the next call goes on; or
   *     {@link #NONE} if all bytes up to {@code to} belong to the record
   */
  int next(byte[] bytes, int from, int to);

  /** How many newlines it has seen. */
  long newlines();
}
