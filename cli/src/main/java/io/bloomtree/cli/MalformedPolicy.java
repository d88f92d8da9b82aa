package io.bloomtree.cli;

/** What becomes of a line that has no key. */
enum MalformedPolicy {
  /** It ends the run, after all before it had its turn. */
  FAIL,
  /** It is counted and left out. */
  SKIP,
  /** It is written to where distinct lines go. */
  PASS
}
