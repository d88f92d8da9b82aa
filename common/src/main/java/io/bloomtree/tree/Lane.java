package io.bloomtree.tree;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * Events of one kind on their way to one slice of the parent: gathered into frames, with a limit on
 * the frames in flight. Owned by the machine's event loop.
 */
final class Lane {
  /** Puts the events of one frame into the outbox. */
  interface Dispatch {
    void send(List<Cargo> events, long now);
  }

  private final Settings.Batching batching;
  private final long patience;
  private final Timers timers;
  private final Dispatch dispatch;
  private final Queue<Cargo> waiting = new ArrayDeque<>();
  private final Timer linger = new Linger();
  private int inFlight;
  private boolean lingered;

  /** {@code patience}: after how long a frame without an answer no longer counts as in flight. */
  Lane(Settings.Batching batching, long patience, Timers timers, Dispatch dispatch) {
    this.batching = batching;
    this.patience = patience;
    this.timers = timers;
    this.dispatch = dispatch;
  }

  /** Queues the event; an event queued in another lane leaves it. */
  void submit(Cargo event, long now) {
    if (event.lane == this) {
      return;
    }
    settle(event);
    event.lane = this;
    waiting.add(event);
    if (!linger.isArmed() && !lingered) {
      timers.arm(linger, now + batching.linger().toMillis());
    }
  }

  /** The event was answered, or nobody waits for its answer any more. */
  static void settle(Cargo event) {
    event.lane = null;
    Flight flight = event.flight;
    if (flight != null) {
      event.flight = null;
      flight.answered();
    }
  }

  boolean isDue() {
    return lingered || waiting.size() >= batching.events();
  }

  /** Sends what waits, as far as the limit on frames in flight allows. */
  void pump(long now) {
    while (!waiting.isEmpty() && inFlight < batching.inFlight()) {
      List<Cargo> events = new ArrayList<>(Math.min(waiting.size(), batching.events()));
      while (!waiting.isEmpty() && events.size() < batching.events()) {
        Cargo event = waiting.remove();
        if (event.lane == this) {
          event.lane = null;
          events.add(event);
        }
      }
      if (!events.isEmpty()) {
        Flight flight = new Flight(events.size());
        events.forEach(event -> event.flight = flight);
        inFlight++;
        timers.arm(flight, now + patience);
        dispatch.send(events, now);
      }
    }
    lingered = !waiting.isEmpty();
    if (!lingered) {
      timers.cancel(linger);
    }
  }

  /** A frame that was sent and is not wholly answered. */
  final class Flight extends Timer {
    private int unanswered;

    Flight(int events) {
      unanswered = events;
    }

    void answered() {
      unanswered--;
      if (unanswered == 0 && isArmed()) {
        timers.cancel(this);
        inFlight--;
      }
    }

    @Override
    void fire(long now) {
      inFlight--;
    }
  }

  private final class Linger extends Timer {
    @Override
    void fire(long now) {
      lingered = true;
    }
  }
}
