package io.bloomtree.edge;

import io.bloomtree.tree.Resolution.Verdict;
import io.vertx.core.Future;

/** Delivers an event that was told DISTINCT. */
@FunctionalInterface
public interface Delivery {

  /**
   * Begins to deliver the event. When the future succeeds the event is confirmed; when it fails, or
   * this method throws, it is released, and the next copy will be told DISTINCT.
   *
   * <p>Must not block; must end within the topology's {@code lease}, or another copy may be told
   * DISTINCT too.
   */
  Future<?> deliver(Verdict verdict);
}
