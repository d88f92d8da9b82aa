package io.bloomtree.tree;

/**
 * Forgets filters that are kept beside a machine's own, once their windows have passed. Owned by
 * one event loop.
 */
final class Beside extends Timer {
  private static final long EVERY = 10_000;

  private final MachineStore store;
  private final Timers timers;
  private final Health health;

  Beside(MachineStore store, Timers timers, Health health) {
    this.store = store;
    this.timers = timers;
    this.health = health;
  }

  /** Looks now and then whether there is something to forget, from now on. */
  void start(long now) {
    timers.arm(this, now + EVERY);
  }

  @Override void fire(long now) {
    for (Former former : store.formers()) {
      if (store.isSpent(former)) {
        store.drop(former);
        health.watch().outlived(former);
      }
    }
    timers.arm(this, now + EVERY);
  }
}
