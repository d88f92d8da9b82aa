package io.bloomtree.cli;

/** Takes what verdict logs say, one log after the other. */
interface VerdictReceiver {

  /** A log begins, with offers of its own. */
  void log();

  /**
   * The next line of that log.
   *
   * @throws MalformedLineException if it does not fit to those before it
   */
  void entry(VerdictEntry entry) throws MalformedLineException;

  /** The last line of that log was cut off: whoever wrote it died. */
  void torn();
}
