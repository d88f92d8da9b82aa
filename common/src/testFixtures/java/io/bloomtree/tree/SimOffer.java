package io.bloomtree.tree;

/** One offer as the exact model sees it. */
final class SimOffer {
  final int id;
  final SimAgent agent;
  final long fingerprint;
  final int wave;
  final long deadline;
  /** When it was made, in virtual time. */
  final long madeAt;
  /** When the first offer was made with which it waits, or has waited. */
  final long waitsSince;
  Resolution resolution;
  boolean died;
  /** By the agent's clock, until when its claim lasts at least. */
  long leaseEnds = Long.MAX_VALUE;
  boolean hasOutlivedLease;
  /** When it was confirmed, in virtual time; {@link Long#MAX_VALUE} if it was not. */
  long confirmedAt = Long.MAX_VALUE;
  private boolean holding;

  SimOffer(
      int id, SimAgent agent, long fingerprint, int wave, long deadline, long madeAt,
      long waitsSince) {
    this.id = id;
    this.agent = agent;
    this.fingerprint = fingerprint;
    this.wave = wave;
    this.deadline = deadline;
    this.madeAt = madeAt;
    this.waitsSince = waitsSince;
  }

  /** Told DISTINCT, and neither confirmed nor released nor dead. */
  boolean isHolding() {
    return holding;
  }

  void hold() {
    holding = true;
  }

  void letGo() {
    holding = false;
  }
}
