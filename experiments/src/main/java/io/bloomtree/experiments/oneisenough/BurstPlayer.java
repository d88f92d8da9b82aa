package io.bloomtree.experiments.oneisenough;

import io.bloomtree.experiments.oneisenough.BurstRun.Phase;
import io.bloomtree.experiments.oneisenough.BurstRun.Sample;
import io.bloomtree.filter.GrowingFilter;
import io.bloomtree.filter.GrowingShape;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Feeds a stream with a burst to a growing filter, once. Used by one thread. */
final class BurstPlayer {
  private final long[] events;
  private final Arrivals arrivals;
  private final int slots;
  private final int samples;
  private final GrowingFilter filter;
  private final ExactWindow recorded;
  /** Events that were claimed falsely: their copies meet the same cells, and are no news. */
  private final ExactWindow dropped;
  private final Phase before = new Phase();
  private final Phase burst = new Phase();
  private final Phase after = new Phase();
  /** What comes while the number of filters is still changing. */
  private final Phase between = new Phase();
  private final List<Sample> taken = new ArrayList<>();
  /** Where its filters were created, the oldest first: they end in this order. */
  private final Queue<Integer> created = new ArrayDeque<>();
  private final List<Integer> lives = new ArrayList<>();
  private int changes;
  private long fresh;
  private long falsePositives;
  private long denied;

  BurstPlayer(long[] events, Arrivals arrivals, GrowingShape shape, int samples) {
    this.events = events;
    this.arrivals = arrivals;
    this.slots = shape.remembers().orElseThrow().slots();
    this.samples = samples;
    this.filter = new GrowingFilter(shape);
    this.recorded = new ExactWindow(events, slots, arrivals.slots());
    this.dropped = new ExactWindow(events, slots, arrivals.slots());
    created.add(0);
  }

  BurstRun play() {
    for (int i = 0; i < events.length; i++) {
      int now = arrivals.slot(i);
      filter.advance(now);
      noteEnded(now);
      offer(events[i], now, phase(i, now));
      noteCreated(i);
      sample(i);
    }
    double lived = lives.stream().mapToInt(life -> life).average().orElse(0);
    return new BurstRun(before, burst, after, changes, lived, denied, List.copyOf(taken));
  }

  private void noteEnded(int now) {
    while (created.size() > filter.subFilters()) {
      changes++;
      int since = created.remove();
      if (since >= arrivals.begin() && since < arrivals.end()) {
        lives.add(now - arrivals.slot(since));
      }
    }
  }

  private void noteCreated(int place) {
    if (created.size() < filter.subFilters()) {
      changes++;
      created.add(place);
    }
  }

  /** First tests, then sets: a copy must not make its event younger. */
  private void offer(long event, int now, Phase phase) {
    recorded.advance(now);
    dropped.advance(now);
    boolean isCopy = recorded.holds(event);
    boolean isFresh = !isCopy && !dropped.holds(event);
    boolean isClaimed = filter.mightContain(event);
    boolean isFalse = isFresh && isClaimed;
    if (!isClaimed) {
      filter.add(event);
      recorded.record(event);
    } else if (isFalse) {
      dropped.record(event);
    }
    fresh += isFresh ? 1 : 0;
    falsePositives += isFalse ? 1 : 0;
    denied += isCopy && !isClaimed ? 1 : 0;
    phase.add(filter, isFresh, isClaimed, isCopy);
  }

  private Phase phase(int place, int now) {
    if (place < arrivals.begin()) {
      return now >= slots ? before : between;
    }
    if (place < arrivals.end()) {
      boolean isSettled = now - arrivals.slot(arrivals.begin()) >= slots;
      boolean isLate = place >= arrivals.end() - (arrivals.end() - arrivals.begin()) / 4;
      return isSettled || isLate ? burst : between;
    }
    return place >= events.length - events.length / 4 ? after : between;
  }

  private void sample(int place) {
    if ((long) (place + 1) * samples / events.length
        > (long) place * samples / events.length) {
      taken.add(new Sample((place + 1.0) / events.length, arrivals.slot(place),
          filter.subFilters(), filter.memoryBytes(), fresh, falsePositives));
      fresh = 0;
      falsePositives = 0;
    }
  }
}
