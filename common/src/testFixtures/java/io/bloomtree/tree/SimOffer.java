package io.bloomtree.tree;

/** One offer as the exact model sees it. */
final class SimOffer {
  final int id;
  final SimAgent agent;
  final long fingerprint;
  final int wave;
  final long deadline;
  Resolution resolution;
  boolean died;
  private boolean holding;

  SimOffer(int id, SimAgent agent, long fingerprint, int wave, long deadline) {
    this.id = id;
    this.agent = agent;
    this.fingerprint = fingerprint;
    this.wave = wave;
    this.deadline = deadline;
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
