package io.bloomtree.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Knows when each event was confirmed, how long it must be remembered, and how long it may. */
final class Windows {
  /** Each machine on the way of an age rounds it to its milliseconds. */
  private static final int ROUNDING = 2;

  private final World world;
  private final Scenario scenario;
  private final Map<Long, List<Long>> confirms = new HashMap<>();
  /** By level: for how many milliseconds copies that some filter keeps may claim an event. */
  private final Map<Integer, Long> copiesLive = new HashMap<>();

  Windows(World world) {
    this.world = world;
    this.scenario = world.scenario;
  }

  void confirmed(long fingerprint) {
    confirms.computeIfAbsent(fingerprint, f -> new ArrayList<>()).add(world.now());
  }

  /** From now on some filter of a level may claim an event for so long. */
  void remembersFor(int level, long millis) {
    copiesLive.merge(level, millis, Math::max);
  }

  boolean isConfirmed(long fingerprint) {
    return confirms.containsKey(fingerprint);
  }

  /** Whether the root forgets with time, and with it the tree: all others forget sooner. */
  boolean areKept() {
    return scenario.kind(0).isTimed();
  }

  /**
   * Whether the filters of a level have no excuse for not knowing an event now that they had
   * acknowledged.
   */
  boolean mustRemember(int level, long confirmedAt) {
    return !scenario.forgetsByDesign(level) && !hasPassed(level, confirmedAt);
  }

  /** Whether a clock may think that the window of a level has passed since a confirm. */
  boolean hasPassed(int level, long confirmedAt) {
    if (!scenario.kind(level).isTimed()) {
      return false;
    }
    long least = scenario.windowMillis(level) - roundings(level);
    return (world.now() - confirmedAt) * (1 + scenario.drift) >= least * World.MILLI;
  }

  /**
   * By how much later than any excuse can explain a level knew an event at a time, in microseconds;
   * at most 0 if there is one.
   *
   * <p>A confirm grows no older while it is under way, hop by hop and from slice to slice. That of
   * an answer to an ask is counted from when the ask came; but a node that has answered, or
   * crashed, may take the answer to the ask for that to its repetition, which came later, though
   * not later than the answer was sent.
   */
  long lateness(int level, long fingerprint, long at) {
    long last = Long.MIN_VALUE;
    for (long confirmedAt : confirms.get(fingerprint)) {
      int hops = scenario.depth + 2 + level;
      last = Math.max(last, confirmedAt + hops * world.longestDelay(confirmedAt));
    }
    long life = scenario.windowMillis(level) + scenario.slotMillis(level);
    long most = Math.max(life, copiesLive.getOrDefault(level, 0L)) + roundings(level);
    return at - last - (long) (most * World.MILLI / (1 - scenario.drift));
  }

  /** By how much an event had outlived the window of a level at a time, in milliseconds. */
  long outlived(int level, long fingerprint, long at) {
    long last = confirms.get(fingerprint).stream().mapToLong(Long::longValue).max().orElseThrow();
    return (at - last) / World.MILLI - scenario.windowMillis(level);
  }

  private int roundings(int level) {
    return ROUNDING * (scenario.depth + 2 + level);
  }
}
