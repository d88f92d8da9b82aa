package io.bloomtree.tree;

import java.util.OptionalLong;

/**
 * What becomes of a machine that has lost its state. Owned by one event loop.
 *
 * <p>It is healed when all that it lost would be forgotten by now, or when it was rebuilt, but not
 * before every claim that it had granted has run out: those are nowhere else.
 */
final class Amnesia extends Timer {
  private final MachineStore store;
  private final Lineage lineage;
  private final long window;
  private final long lease;
  private final Timers timers;
  private final Health health;
  private Runnable whenLost = () -> {};
  private Runnable whenHealed = () -> {};
  private boolean isRebuilt;

  Amnesia(
      MachineStore store, Lineage lineage, NodeRef node, Settings settings, Timers timers,
      Health health) {
    this.store = store;
    this.lineage = lineage;
    this.window = node.window();
    this.lease = settings.timing().lease().toMillis();
    this.timers = timers;
    this.health = health;
  }

  /** What to do when a loss is noticed, to get back what was lost, and when that is over. */
  void onLoss(Runnable rebuild, Runnable end) {
    whenLost = rebuild;
    whenHealed = end;
  }

  void start(long now) {
    if (store.birth() == Birth.LOST) {
      if (store.lostAt().isEmpty()) {
        store.lost(now);
      }
      begin(now);
    }
  }

  /** A neighbour told what it has heard of this machine's state. */
  void hear(OptionalLong born, long now) {
    if (lineage.hear(born)) {
      lose(now);
    }
  }

  /** The machine has lost state, if it has not known so already. */
  void lose(long now) {
    if (store.birth() != Birth.LOST) {
      store.lost(now);
      begin(now);
    }
  }

  private void begin(long now) {
    lineage.refresh();
    isRebuilt = false;
    health.watch().stateLost();
    plan(now);
    whenLost.run();
  }

  /** Everything that was lost and is not in the claims is there again. */
  void rebuilt(long now) {
    isRebuilt = true;
    plan(now);
  }

  private void plan(long now) {
    long lostAt = store.lostAt().orElse(now);
    long due = isRebuilt ? lostAt + lease
        : window == Long.MAX_VALUE ? Long.MAX_VALUE : lostAt + Math.max(lease, window);
    if (due != Long.MAX_VALUE) {
      timers.arm(this, Math.max(now, due));
    }
  }

  @Override void fire(long now) {
    store.healed();
    lineage.refresh();
    whenHealed.run();
    health.healed(now);
  }
}
