package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.wire.Origin;
import java.util.Optional;

/** One event that a producer offered to its agent. Owned by the agent's event loop. */
public final class Offer {
  /** Told once how an offer ended. */
  public interface Listener {
    /** {@code offer}: what {@code offer()} or {@code claim()} returns, perhaps only after this. */
    void ended(Offer offer, Resolution resolution);

    /** The text of the event's key, if it is known; asked for few events, as long as they last. */
    default Optional<String> key(Offer offer) {
      return Optional.empty();
    }
  }

  private enum State { WAITING, HOLDING, ENDED }

  private final long fingerprint;
  private final int importance;
  private final long deadline;
  private final boolean isClaim;
  private final Listener listener;
  private final int index;
  /** The offer of the same event that waits behind this one; null if it is the last. */
  Offer next;
  private State state = State.WAITING;
  private Group group;
  private Origin claim;

  Offer(long fingerprint, int importance, long deadline, boolean isClaim, Listener listener) {
    this.fingerprint = fingerprint;
    this.importance = importance;
    this.deadline = deadline;
    this.isClaim = isClaim;
    this.listener = requireNonNull(listener, "listener");
    this.index = 0;
    requireImportance(importance);
  }

  /** Refuses an importance that is not 0 to 255. */
  static void requireImportance(int importance) {
    if (importance < 0 || importance > ImportanceShape.MAX_IMPORTANCE) {
      throw new IllegalArgumentException(
          "importance must be in 0.." + ImportanceShape.MAX_IMPORTANCE + ": " + importance);
    }
  }

  /** One of many. */
  Offer(long fingerprint, int importance, int index, long deadline, Listener listener) {
    this.fingerprint = fingerprint;
    this.importance = importance;
    this.deadline = deadline;
    this.isClaim = false;
    this.listener = listener;
    this.index = index;
  }

  public long fingerprint() {
    return fingerprint;
  }

  /** Whether the event is this offer's: told DISTINCT, neither confirmed nor released. */
  public boolean isHolding() {
    return state == State.HOLDING;
  }

  /** Which one of many it is. */
  int index() {
    return index;
  }

  int importance() {
    return importance;
  }

  long deadline() {
    return deadline;
  }

  /** Whether the producer confirms by itself; else the agent does when the listener returns. */
  boolean isClaim() {
    return isClaim;
  }

  Origin claim() {
    return claim;
  }

  /** The copies that wait for this one; its claim is theirs, unless its lease ran out. */
  Group group() {
    return group;
  }

  Optional<String> key() {
    return listener.key(this);
  }

  void hold(Group held) {
    state = State.HOLDING;
    group = held;
    claim = held.origin;
  }

  void end() {
    state = State.ENDED;
  }

  void tell(Resolution resolution) {
    listener.ended(this, resolution);
  }
}
