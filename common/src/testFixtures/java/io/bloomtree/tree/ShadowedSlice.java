package io.bloomtree.tree;

import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.SlicePlan;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A real filter slice that writes down what was really recorded and when, which tells a false
 * positive from a bug.
 */
final class ShadowedSlice implements FilterSlice {
  /*
   * A filter with a window that claims an event after its time may do so because others have set
   * all of its cells since: a false positive, even though the event was there once. Or it failed
   * to let it die. A filter that was fed the same but for this event knows which. One that grows
   * would not have grown in the same places without it: if it errs often, that may be chance.
   */
  private static final double OFTEN = 1e-5;

  private final Supplier<FilterSlice> empty;
  private final RecordedEvents events;
  private FilterSlice real;
  private final ClaimLog log;
  private final boolean isTimed;
  private final FilterShape shape;
  private final boolean isVertical;
  /** For how many milliseconds an event may be claimed that was recorded here. */
  private final long life;
  private final Map<Long, Long> recordedAt = new HashMap<>();
  /** Until when each event may be claimed. */
  private final Map<Long, Long> claimableUntil = new HashMap<>();
  private long longestLife;
  private final List<Recorded> history = new ArrayList<>();
  private long clock = Long.MIN_VALUE;
  private boolean hasHeirlooms;
  /** When timers that had died may last have come alive again. */
  private long revivedAt = Long.MIN_VALUE;

  /** {@code life}: for how many milliseconds an event may be claimed, if it has a window. */
  ShadowedSlice(
      SlicePlan plan, int index, long seed, long life, ClaimLog log, RecordedEvents events) {
    this.empty = () -> plan.newSlice(index, seed);
    this.events = events;
    this.log = log;
    this.shape = plan.shape();
    this.isVertical = plan.scheme() == SlicePlan.Scheme.VERTICAL;
    this.isTimed = shape.remembers().isPresent();
    this.life = life;
    this.longestLife = life;
  }

  /**
   * From now on it has what another had or has, in whatever way: copied, or kept beside. What was
   * recorded there lives as long as it does there: a copy of timers with slots knows the time no
   * better than they do, though what is recorded here be forgotten to the millisecond.
   */
  void inherit(ShadowedSlice other) {
    events.inherit(other.events, other.recordedAt.keySet(), !other.isVertical);
    other.recordedAt.forEach((event, at) -> recordedAt.merge(event, at, Math::max));
    other.claimableUntil.forEach((event, end) -> claimableUntil.merge(event, end, Math::max));
    longestLife = Math.max(longestLife, other.longestLife);
    hasHeirlooms = true;
  }

  /** From now on this is the filter, which has what the one before had. */
  void open(FilterSlice filter) {
    real = filter;
  }

  /**
   * The computer lost what was not forced for so long that timers cannot tell: those that had died
   * since may count as of a later slot, for no longer than a window.
   */
  void mayHaveRevived(long now) {
    revivedAt = now;
  }

  private boolean mayBeRevived(long recorded) {
    return recorded <= revivedAt && clock - revivedAt <= longestLife;
  }

  /** For how many milliseconds an event may be claimed, wherever it was recorded. */
  long longestLife() {
    return longestLife;
  }

  /** Whether an event's window has passed. */
  boolean mayForget(long fingerprint, long now, long window) {
    Long at = recordedAt.get(fingerprint);
    return at == null || isTimed && now - at >= window - 1;
  }

  private record Recorded(long clock, long fingerprint, long ageMillis) {}

  @Override public int probes(long fingerprint) {
    return real.probes(fingerprint);
  }

  @Override public int setProbes(long fingerprint) {
    int set = real.setProbes(fingerprint);
    noteIf(set == real.probes(fingerprint), fingerprint);
    return set;
  }

  @Override public boolean holds(long fingerprint) {
    boolean claims = real.holds(fingerprint);
    noteIf(claims, fingerprint);
    return claims;
  }

  @Override public void holds(long[] fingerprints, int from, int to, boolean[] answers) {
    real.holds(fingerprints, from, to, answers);
    for (int i = from; i < to; i++) {
      noteIf(answers[i], fingerprints[i]);
    }
  }

  private void noteIf(boolean claims, long fingerprint) {
    if (claims) {
      log.claimed(fingerprint);
      Long until = claimableUntil.get(fingerprint);
      if (until == null || isTimed && clock > until && isClaimedAnyway(fingerprint)) {
        log.claimedFalsely(fingerprint);
      } else if (isTimed && clock > until) {
        log.claimedLate(fingerprint, clock - until);
      }
    }
  }

  /** Whether the event would be claimed if it had never been recorded here. */
  private boolean isClaimedAnyway(long fingerprint) {
    // what is kept beside it was fed by others, and grew elsewhere
    boolean isUnknown = hasHeirlooms || shape instanceof GrowingShape;
    if (isUnknown && shape.falsePositiveRate() > OFTEN
        || mayBeRevived(recordedAt.get(fingerprint))) {
      return true;
    }
    FilterSlice without = empty.get();
    for (Recorded event : history) {
      if (event.fingerprint != fingerprint) {
        without.advance(event.clock);
        without.record(event.fingerprint, event.ageMillis, 0);
      }
    }
    without.advance(clock);
    return without.holds(fingerprint);
  }

  @Override public void record(long fingerprint, long ageMillis, int importance) {
    note(fingerprint, ageMillis);
    real.record(fingerprint, ageMillis, importance);
    events.end();
  }

  @Override public void repeated(long fingerprint, long ageMillis, int importance) {
    note(fingerprint, ageMillis);
    real.repeated(fingerprint, ageMillis, importance);
    events.end();
  }

  private void note(long fingerprint, long ageMillis) {
    events.begin(fingerprint, isTimed || !real.holds(fingerprint));
    long at = clock - ageMillis;
    recordedAt.merge(fingerprint, at, Math::max);
    claimableUntil.merge(fingerprint, at + life, Math::max);
    if (isTimed) {
      history.add(new Recorded(clock, fingerprint, ageMillis));
    }
  }

  @Override public boolean inherits(long fingerprint) {
    boolean claims = real.inherits(fingerprint);
    noteIf(claims, fingerprint);
    return claims;
  }

  @Override public boolean learns() {
    return real.learns();
  }

  /** Younger than it was recorded an event may be only if others have set all of its cells. */
  @Override public long age(long fingerprint) {
    long age = real.age(fingerprint);
    Long at = recordedAt.get(fingerprint);
    if (isTimed && at != null && age < clock - at && real.holds(fingerprint)) {
      if (isClaimedAnyway(fingerprint)) {
        log.claimedFalsely(fingerprint);
      } else {
        log.toldYounger(fingerprint, clock - at - age);
      }
    }
    return age;
  }

  @Override public void expect(long[] fingerprints, int from, int to) {
    real.expect(fingerprints, from, to);
  }

  @Override public void advance(long now) {
    clock = Math.max(clock, now);
    real.advance(now);
  }

  @Override public int subFilters() {
    return real.subFilters();
  }

  @Override public boolean isGrowthRefused() {
    return real.isGrowthRefused();
  }

  @Override public long nextAdvance() {
    return real.nextAdvance();
  }

  @Override public long memoryBytes() {
    return real.memoryBytes();
  }

  @Override public double fill() {
    return real.fill();
  }

  @Override public double estimatedCardinality() {
    return real.estimatedCardinality();
  }

  @Override public double estimatedFalsePositiveRate() {
    return real.estimatedFalsePositiveRate();
  }

  @Override public long snapshotBytes() {
    return real.snapshotBytes();
  }

  @Override public void writeSnapshot(OutputStream out) throws IOException {
    real.writeSnapshot(out);
  }

  @Override public byte[] toSnapshot() {
    return real.toSnapshot();
  }

  /** Sets an event that is not part of the run. */
  void makeNoise(long fingerprint, long now) {
    advance(now);
    record(fingerprint, 0, 0);
  }

  /** Whether it has the event; unlike {@link #holds}, nobody's verdict depends on it. */
  boolean remembers(long fingerprint) {
    return real.holds(fingerprint);
  }
}
