package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;

/**
 * A line of a verdict log, as far as it can be judged. Immutable; its key is not copied, and nobody
 * changes it.
 *
 * @param offer what a line that settles an earlier one has in common with it
 * @param isDegraded whether a failure policy decided
 */
record VerdictEntry(
    OptionalLong offer, Told told, boolean isDegraded, Settlement settled, byte[] key) {

  /** How an offer ended. */
  enum Told {
    DISTINCT, DUPLICATE, FAILED
  }

  VerdictEntry {
    requireNonNull(offer, "offer");
    requireNonNull(told, "told");
    requireNonNull(settled, "settled");
    requireNonNull(key, "key");
    if (key.length == 0) {
      throw new IllegalArgumentException("key must not be empty: length=0");
    }
    if (!maySettle(told, settled)) {
      throw new IllegalArgumentException(
          "cannot be settled so: told=" + told + ", settled=" + settled);
    }
  }

  /** What nobody decided on may be delivered all the same; there is no claim to release. */
  static boolean maySettle(Told told, Settlement settled) {
    return settled == Settlement.OPEN
        || told == Told.DISTINCT
        || told == Told.FAILED && settled == Settlement.CONFIRMED;
  }

  /** Whether a later line may say what became of it. */
  boolean isOpen() {
    return told == Told.DISTINCT && settled == Settlement.OPEN;
  }
}
