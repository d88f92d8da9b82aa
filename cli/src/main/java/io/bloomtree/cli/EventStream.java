package io.bloomtree.cli;

import java.util.Optional;

/** Events in the order in which they are offered. Owned by one thread. */
interface EventStream {

  /**
   * The next event; empty at the end.
   *
   * @throws BadInputException if what comes next cannot be read; what came before it was fine
   */
  Optional<Event> next() throws BadInputException;
}
