package io.bloomtree.tree;

/** One event that waits to be sent up, or for the answer to having been sent. */
abstract class Cargo extends Timer {
  /** The lane it waits in; null while it waits in none. */
  Lane<?> lane;
  /** The frame it was last sent in; null once that is answered. */
  Lane<?>.Flight flight;

  /** Whether it was sent, and neither answered nor given up, to a slice that is there. */
  final boolean isInFlight() {
    return flight != null && flight.isAwaited();
  }

  /** It was answered, or nobody waits for its answer any more: it makes room for others. */
  final void leave() {
    lane = null;
    if (flight != null) {
      flight.answered();
      flight = null;
    }
  }
}
