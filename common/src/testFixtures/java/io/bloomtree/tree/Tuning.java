package io.bloomtree.tree;

import java.time.Duration;

/** Settings for one test: short times, no linger, and whatever the test changes. */
final class Tuning {
  static final long DEADLINE = 1_000;
  static final long TIMEOUT = 400;
  static final long LEASE = 3_000;
  static final long RETRY = 100;
  static final long HELD_RETRY = 20;

  private Mode mode = Mode.DENSE;
  private Probing probing = Probing.PARALLEL;
  private int verifyAbove;
  private SlicePolicy slices = new SlicePolicy.Distinct();
  private ParentPolicy parent = ParentPolicy.FAIL;
  private long lease = LEASE;
  private int events = 512;
  private long linger;
  private int inFlight = 64;
  private int claims = 100;
  private int relayed = 100;
  private int offers = 100;
  private int outstanding = 100;
  private int agents = 100;

  static Settings plain() {
    return new Tuning().settings();
  }

  Tuning mode(Mode mode) {
    this.mode = mode;
    return this;
  }

  Tuning probing(Probing probing) {
    this.probing = probing;
    return this;
  }

  Tuning verifyAbove(int level) {
    this.verifyAbove = level;
    return this;
  }

  Tuning slices(SlicePolicy policy) {
    this.slices = policy;
    return this;
  }

  Tuning parent(ParentPolicy policy) {
    this.parent = policy;
    return this;
  }

  Tuning lease(long millis) {
    this.lease = millis;
    return this;
  }

  Tuning batches(int events, long linger, int inFlight) {
    this.events = events;
    this.linger = linger;
    this.inFlight = inFlight;
    return this;
  }

  Tuning claims(int limit) {
    this.claims = limit;
    return this;
  }

  Tuning relayed(int limit) {
    this.relayed = limit;
    return this;
  }

  Tuning offers(int limit) {
    this.offers = limit;
    return this;
  }

  Tuning outstanding(int limit) {
    this.outstanding = limit;
    return this;
  }

  Tuning agents(int limit) {
    this.agents = limit;
    return this;
  }

  Settings settings() {
    return new Settings(
        mode, probing, verifyAbove, slices, parent,
        new Settings.Timing(
            Duration.ofMillis(DEADLINE), Duration.ofMillis(TIMEOUT), Duration.ofMillis(lease),
            Duration.ofMillis(RETRY), Duration.ofMillis(HELD_RETRY)),
        new Settings.Batching(events, Duration.ofMillis(linger), inFlight),
        new Settings.Limits(claims, relayed, offers, outstanding, agents));
  }
}
