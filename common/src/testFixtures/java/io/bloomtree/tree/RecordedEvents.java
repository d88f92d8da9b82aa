package io.bloomtree.tree;

import java.util.HashSet;
import java.util.Set;

/** Which events a filter was given, and which of them it may have lost with its computer. */
final class RecordedEvents {
  private final Set<Long> own = new HashSet<>();
  private final Set<Long> unsafe = new HashSet<>();
  private final Set<Long> lost = new HashSet<>();
  /** The event that is just being recorded, and that the filter did not have. */
  private Long recording;

  void begin(long event, boolean isNew) {
    recording = isNew ? event : null;
    own.add(event);
    unsafe.add(event);
    lost.remove(event);
  }

  void end() {
    recording = null;
  }

  /**
   * It has what another has, in whatever way: copied, or kept beside its own.
   *
   * @param isWhole whether the other has events, and not some cells of each: those are worth
   *     nothing without the cells that another slice has lost
   */
  void inherit(RecordedEvents other, Set<Long> all, boolean isWhole) {
    if (other != this) {
      Set<Long> there = new HashSet<>(all);
      there.removeAll(other.lost);
      unsafe.addAll(there);
      if (isWhole) {
        lost.removeAll(there);
      }
      other.lost.stream().filter(event -> !own.contains(event)).forEach(lost::add);
    }
  }

  /** From now on its own filter is a new one, and what it had is beside that in parts. */
  void moved() {
    own.clear();
  }

  /** Another slice was to tell it of this event, and does so no more. */
  void miss(long event) {
    if (!own.contains(event)) {
      lost.add(event);
    }
  }

  void becomeSafe() {
    unsafe.clear();
  }

  Set<Long> unsafe() {
    return unsafe;
  }

  /** The filter was opened again; what it was just recording it may have or not. */
  void opened(boolean isCrashed) {
    if (isCrashed) {
      lost.addAll(unsafe);
      unsafe.clear();
    } else if (recording != null) {
      lost.add(recording);
      unsafe.remove(recording);
    }
    own.removeAll(lost);
    recording = null;
  }

  /** What its own filter must have, unless it forgets. */
  Set<Long> kept() {
    return own;
  }

  /** Whether the event may be missing for no other reason than the computer's end. */
  boolean mayBeLost(long event) {
    return lost.contains(event);
  }

  void clear() {
    own.clear();
    unsafe.clear();
    lost.clear();
    recording = null;
  }
}
