package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.Window;
import io.bloomtree.filter.Window.Unit;
import java.time.Duration;
import java.util.Optional;

/**
 * How long a node remembers an event. Immutable.
 *
 * @param span milliseconds, or further events that the node records
 */
public record WindowSpec(Unit unit, long span) {
  private static final String EVENTS = " events";

  public WindowSpec {
    requireNonNull(unit, "unit");
  }

  /** {@code 10m}, or {@code 100k events}. */
  public static Optional<WindowSpec> read(String text) {
    return text.endsWith(EVENTS)
        ? Quantity.count(text.substring(0, text.length() - EVENTS.length()).strip())
            .map(count -> new WindowSpec(Unit.EVENTS, count))
        : Quantity.duration(text).map(time -> new WindowSpec(Unit.MILLIS, time.toMillis()));
  }

  /** Short for people, where {@link #toString} is the same for all spellings. */
  public String brief() {
    return unit == Unit.MILLIS ? toString() : Quantity.written(span) + EVENTS;
  }

  /** With a number of slots, or the usual one. */
  Window cut(Optional<Integer> slots) {
    Window usual = unit == Unit.MILLIS
        ? Window.of(Duration.ofMillis(span))
        : Window.ofEvents(span);
    return slots.map(count -> new Window(unit, span, count)).orElse(usual);
  }

  /** As topologies spell it. */
  @Override public String toString() {
    return unit == Unit.MILLIS ? Quantity.written(Duration.ofMillis(span)) : span + EVENTS;
  }
}
