package io.bloomtree.bus;

import io.bloomtree.wire.Endpoint;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * A slice or an agent that this process runs, as those see it who look after the process.
 * Thread-safe.
 */
public interface Resident {

  Endpoint endpoint();

  /** What it has counted, and how it is. Completes on its event loop. */
  Future<NodeReport> report();

  /** Why it runs no more; empty while it does. */
  Optional<String> ended();
}
