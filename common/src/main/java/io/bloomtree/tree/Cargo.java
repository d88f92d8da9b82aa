package io.bloomtree.tree;

/** One event that waits to be sent up, or for the answer to having been sent. */
abstract class Cargo extends Timer {
  /** The lane it waits in; null while it waits in none. */
  Lane lane;
  /** The frame it was last sent in; null once that is answered or given up. */
  Lane.Flight flight;
}
