package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** A stream at a steady pace, until it is told to end. Owned by one thread. */
final class PacedStream implements EventStream {
  private static final double NANOS = 1e9;
  private static final double MILLIS = 1e3;
  /** How late an end may be noticed while the next event is waited for. */
  private static final long LOOK_NANOS = 50_000_000;

  private final EventStream events;
  private final double perSecond;
  private final LongSupplier nanoTime;
  private final BooleanSupplier ended;
  private final long start;
  private long given;

  /** {@code ended}: asked before each event, by whoever takes it. */
  PacedStream(
      EventStream events, EventRate rate, LongSupplier nanoTime, BooleanSupplier ended) {
    this.events = requireNonNull(events, "events");
    this.perSecond = rate.events() * MILLIS / rate.unitMillis();
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
    this.ended = requireNonNull(ended, "ended");
    this.start = nanoTime.getAsLong();
  }

  @Override public Optional<Event> next() throws BadInputException {
    long due = start + (long) (given / perSecond * NANOS);
    for (long early = due - nanoTime.getAsLong(); early > 0 && !ended.getAsBoolean();
        early = due - nanoTime.getAsLong()) {
      LockSupport.parkNanos(Math.min(early, LOOK_NANOS));
    }
    if (ended.getAsBoolean()) {
      return Optional.empty();
    }
    given++;
    return events.next();
  }
}
