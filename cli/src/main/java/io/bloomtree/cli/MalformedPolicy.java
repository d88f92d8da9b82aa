package io.bloomtree.cli;

/** What becomes of a line that has no key. */
enum MalformedPolicy {
  /** It ends the run, after all before it was written. */
  FAIL,
  /** It is dropped. */
  SKIP,
  /** It is written to where distinct lines go. */
  PASS
}
