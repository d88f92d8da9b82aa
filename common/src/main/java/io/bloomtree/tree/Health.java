package io.bloomtree.tree;

import io.bloomtree.tree.Watch.Relation;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Whether all is well with one machine, as its watch is told. Owned by one event loop. */
final class Health extends Timer {
  /*
   * Answers are degraded while somebody is away, and it is over when everybody is back.
   * They may also be degraded though nobody is away from here: a node further up may be
   * away, or a peer merely slow. Then it is over when none was degraded for the timeout.
   * A slice that lost its state recovers when it is healed, and not before.
   */
  private final long timeout;
  private final Timers timers;
  private final Tally tally;
  private Watch watch = Watch.SILENT;
  private int away;
  private long degradedAnswers;
  private long since;
  private long latest;
  private boolean isStateLost;
  private final Set<Degradation> causes = EnumSet.noneOf(Degradation.class);
  private final long[] answers = new long[Degradation.values().length];

  Health(long timeout, Timers timers, Tally tally) {
    this.timeout = timeout;
    this.timers = timers;
    this.tally = tally;
  }

  void watch(Watch newWatch) {
    watch = newWatch;
  }

  Watch watch() {
    return watch;
  }

  void met(Endpoint peer, Relation relation) {
    watch.met(peer, relation);
  }

  void lost(Endpoint peer, Relation relation) {
    away++;
    tally.add(Tally.Count.PEERS_LOST);
    watch.away(peer, relation);
  }

  void found(Endpoint peer, Relation relation, long awayMillis, long now) {
    away--;
    watch.back(peer, relation, awayMillis);
    recoverIfWell(now);
  }

  /** Why answers were degraded since all was well. */
  Set<Degradation> causes() {
    return causes;
  }

  /** How many answers were degraded since the machine started, by cause. */
  Map<Degradation, Long> answersByCause() {
    Map<Degradation, Long> byCause = new EnumMap<>(Degradation.class);
    for (Degradation cause : Degradation.values()) {
      if (cause != Degradation.NONE) {
        byCause.put(cause, answers[cause.ordinal()]);
      }
    }
    return byCause;
  }

  /** The machine gives some answers that are worth less than usual. */
  void degraded(Degradation cause, int times, long now) {
    tally.add(Tally.Count.DEGRADED, times);
    answers[cause.ordinal()] += times;
    causes.add(cause);
    isStateLost |= cause == Degradation.STATE_LOST;
    latest = now;
    boolean isFirst = degradedAnswers == 0;
    degradedAnswers += times;
    if (isFirst) {
      since = now;
      timers.arm(this, now + timeout);
      watch.degraded(cause);
    }
  }

  /** What was lost is there again. */
  void healed(long now) {
    isStateLost = false;
    watch.healed();
    recoverIfWell(now);
  }

  private void recoverIfWell(long now) {
    if (degradedAnswers > 0 && away == 0 && !isStateLost) {
      long given = degradedAnswers;
      degradedAnswers = 0;
      causes.clear();
      timers.cancel(this);
      watch.recovered(given, now - since);
    }
  }

  @Override void fire(long now) {
    if (now - latest < timeout) {
      timers.arm(this, latest + timeout);
    } else {
      recoverIfWell(now); // or, if somebody is away, when that is back
    }
  }
}
