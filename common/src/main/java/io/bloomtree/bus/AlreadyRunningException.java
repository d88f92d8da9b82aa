package io.bloomtree.bus;

import io.bloomtree.wire.Endpoint;

/** Another process runs the slice or agent, and answers. */
public final class AlreadyRunningException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  AlreadyRunningException(Endpoint slice, String other) {
    super(slice + " runs already, in another process that answers: " + other);
  }
}
