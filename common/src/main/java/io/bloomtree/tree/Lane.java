package io.bloomtree.tree;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.BooleanSupplier;

/**
 * Events of one kind on their way to one slice of the parent: gathered into frames, with a limit on
 * the frames in flight. Owned by the machine's event loop.
 */
final class Lane<T extends Cargo> {
  /** Puts the events of one frame into the outbox. */
  interface Dispatch<T> {
    void send(List<T> events, long now);
  }

  /*
   * A parent that is merely slow must not be sent everything once more: that would keep it
   * slow. So patience is twice the time that frames have lately taken, and doubles when a
   * frame is given up, as a retransmission timeout does (RFC 6298).
   */
  private static final int SMOOTHING = 8;

  private final Settings.Batching batching;
  private final long leastPatience;
  private final long mostPatience;
  private final long linger;
  private final BooleanSupplier away;
  private final Timers timers;
  private final Dispatch<T> dispatch;
  private final Queue<T> waiting = new ArrayDeque<>();
  private final Timer lingering = new Linger();
  private int inFlight;
  private boolean lingered;
  private long usual;

  /**
   * @param leastPatience after how long a frame without an answer no longer counts as in flight
   * @param mostPatience the same when frame after frame was not answered in time
   * @param away whether the slice is away: nobody waits for what is in flight to it
   */
  Lane(
      Settings.Batching batching, long leastPatience, long mostPatience, BooleanSupplier away,
      Timers timers, Dispatch<T> dispatch) {
    this.batching = batching;
    this.linger = batching.linger().toMillis();
    this.leastPatience = leastPatience;
    this.mostPatience = mostPatience;
    this.away = away;
    this.timers = timers;
    this.dispatch = dispatch;
  }

  /**
   * Queues the event, unless it is queued here or in flight: whoever repeats it faster than its
   * frames are answered must not get around the limit. An event queued in another lane leaves it.
   */
  void submit(T event, long now) {
    if (event.lane == this || event.isInFlight()) {
      return;
    }
    event.leave();
    event.lane = this;
    waiting.add(event);
    if (!lingering.isArmed() && !lingered) {
      timers.arm(lingering, now + linger);
    }
  }

  /** How many frames are neither answered nor given up. */
  int inFlight() {
    return inFlight;
  }

  /** How many events wait, with those that have left for another lane. */
  int size() {
    return waiting.size();
  }

  boolean isDue() {
    return lingered || waiting.size() >= batching.events();
  }

  /** Sends what waits, as far as the limit on frames in flight allows. */
  void pump(long now) {
    while (!waiting.isEmpty() && inFlight < batching.inFlight()) {
      List<T> events = new ArrayList<>(Math.min(waiting.size(), batching.events()));
      while (!waiting.isEmpty() && events.size() < batching.events()) {
        T event = waiting.remove();
        if (event.lane == this) {
          event.lane = null;
          events.add(event);
        }
      }
      if (!events.isEmpty()) {
        Flight flight = new Flight(events.size(), now);
        events.forEach(event -> event.flight = flight);
        inFlight++;
        timers.arm(flight, now + patience());
        dispatch.send(events, now);
      }
    }
    lingered = !waiting.isEmpty();
    if (!lingered) {
      timers.cancel(lingering);
    }
  }

  private long patience() {
    return Math.max(leastPatience, Math.min(mostPatience, 2 * usual));
  }

  /** A frame that was sent and is not wholly answered. */
  final class Flight extends Timer {
    private final long sent;
    private int unanswered;

    Flight(int events, long now) {
      unanswered = events;
      sent = now;
    }

    boolean isAwaited() {
      return isArmed() && !away.getAsBoolean();
    }

    void answered() {
      unanswered--;
      if (unanswered == 0 && isArmed()) {
        timers.cancel(this);
        inFlight--;
        usual += (timers.now() - sent - usual) / SMOOTHING;
      }
    }

    @Override void fire(long now) {
      inFlight--;
      usual = Math.max(usual, now - sent);
    }
  }

  private final class Linger extends Timer {
    @Override void fire(long now) {
      lingered = true;
    }
  }
}
