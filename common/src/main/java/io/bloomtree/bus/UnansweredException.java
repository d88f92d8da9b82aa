package io.bloomtree.bus;

import io.bloomtree.wire.Endpoint;

/** A slice did not answer a question: it is away, too slow, or of another version. */
public final class UnansweredException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnansweredException(Endpoint slice, String why) {
    super(slice + " gave no answer: " + why);
  }
}
