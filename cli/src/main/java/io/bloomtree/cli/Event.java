package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

/**
 * An event of a stream. Its key is not copied, and nobody changes it.
 *
 * @param edge where it is offered: an index into the list of edges
 */
record Event(int edge, byte[] key) {
  Event {
    requireNonNull(key, "key");
  }
}
