package io.bloomtree.filter;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How long a filter remembers an event, and in how many steps it forgets it. Immutable.
 *
 * @param span how many milliseconds, or how many further events
 * @param slots into how many parts the span is cut: an event outlives it by less than one
 */
public record Window(Unit unit, long span, int slots) {
  /** The slots of a window that says nothing about them. */
  public static final int USUAL_SLOTS = 100;

  /** The most slots of a window. */
  public static final int MAX_SLOTS = 10_000;

  /** The longest window, in milliseconds or events. */
  public static final long MAX_SPAN = 1L << 40;

  /** What a window is measured in. */
  public enum Unit { MILLIS, EVENTS }

  public Window {
    requireNonNull(unit, "unit");
    if (span < 1 || span > MAX_SPAN) {
      throw new IllegalArgumentException(
          "window must be 1 to " + MAX_SPAN + " ms or events: span=" + span);
    }
    if (slots < 1 || slots > Math.min(MAX_SLOTS, span)) {
      throw new IllegalArgumentException("slots must be 1 to " + Math.min(MAX_SLOTS, span)
          + ", no shorter than a millisecond or an event: slots=" + slots);
    }
  }

  /** As many of the usual slots as there are milliseconds for. */
  public static Window of(Duration span) {
    return new Window(
        Unit.MILLIS, span.toMillis(), (int) Math.max(1, Math.min(USUAL_SLOTS, span.toMillis())));
  }

  /** As many of the usual slots as there are events for. */
  public static Window ofEvents(long span) {
    return new Window(Unit.EVENTS, span, (int) Math.max(1, Math.min(USUAL_SLOTS, span)));
  }

  /** The slot that a time is in. Slots need not begin at a whole millisecond. */
  long slotOf(long time) {
    return Math.floorDiv(time * slots, span);
  }

  /** The first time of a slot. */
  long startOf(long slot) {
    return -Math.floorDiv(-slot * span, slots);
  }

  /**
   * How many events are alive at most, of so many in each span: those of the slot that is about to
   * end, and of all slots that a span before its end reaches into.
   */
  long mostAlive(long events) {
    return events + (events + slots - 1) / slots;
  }
}
