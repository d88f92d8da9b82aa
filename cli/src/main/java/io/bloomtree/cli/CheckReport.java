package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * What producers were told, beside what is true. Immutable.
 *
 * @param torn last lines that were cut off, and left out
 * @param droppedAfterClaim dropped keys that a producer was once told to deliver, and did not
 * @param droppedKeys some of the keys that were dropped, escaped
 * @param doubledKeys some of those that were delivered again without an excuse, escaped
 */
record CheckReport(
    int logs, long torn, Told told, Settled settled, Keys keys, Surplus surplus,
    long droppedAfterClaim, List<String> droppedKeys, List<String> doubledKeys) {

  /** What a rate would explain less often than this is not explained by it. */
  static final double SIGNIFICANCE = 1e-4;

  CheckReport {
    requireNonNull(told, "told");
    requireNonNull(settled, "settled");
    requireNonNull(keys, "keys");
    requireNonNull(surplus, "surplus");
    droppedKeys = List.copyOf(droppedKeys);
    doubledKeys = List.copyOf(doubledKeys);
  }

  /** How offers ended; the degraded ones are among the others. */
  record Told(
      long distinct, long degradedDistinct, long duplicates, long degradedDuplicates,
      long failed) {
    long offers() {
      return distinct + duplicates + failed;
    }
  }

  /**
   * What became of events that were to be delivered.
   *
   * @param unsettled neither confirmed nor released, since the producer died or its log ends there
   * @param undecided delivered all the same, although the offer had failed
   */
  record Settled(long confirmed, long released, long unsettled, long undecided) {
    long deliveries() {
      return confirmed + undecided;
    }
  }

  /**
   * What became of keys, each of which is in one of these.
   *
   * @param once delivered exactly once
   * @param excusedAgain delivered again, as degraded or missing verdicts explain
   * @param again delivered again without such an excuse
   * @param dropped called a duplicate and never delivered
   * @param droppedByPolicy the same, but only ever by a failure policy
   * @param claimedOnly claimed, but never delivered: the next copy is to be
   * @param undecided only ever failed: they may be offered again
   */
  record Keys(
      long once, long excusedAgain, long again, long dropped, long droppedByPolicy,
      long claimedOnly, long undecided) {
    long all() {
      return delivered() + dropped + droppedByPolicy + claimedOnly + undecided;
    }

    long delivered() {
      return once + excusedAgain + again;
    }
  }

  /** Deliveries of a key beyond the first. */
  record Surplus(long excused, long unexplained) {}

  /** Of the keys that filters decided about, the share that was dropped. */
  double dropRate() {
    return keys.dropped() == 0 ? 0 : (double) keys.dropped() / decided();
  }

  private long decided() {
    return keys.delivered() + keys.dropped();
  }

  /** No event is lost, save for false positives at this rate. */
  boolean keepsP1(double fpp) {
    return BinomialTail.atLeast(keys.dropped(), decided(), fpp) >= SIGNIFICANCE;
  }

  /** One is enough, save for so many that lost state explains. */
  boolean keepsP2(long allowedDoubles) {
    return surplus.unexplained() <= allowedDoubles;
  }
}
