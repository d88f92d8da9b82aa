package io.bloomtree.tree;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.wire.Origin;
import java.util.List;

/**
 * What an edge agent must not forget besides (P7): its leaf filter, and the confirms that nobody
 * has acknowledged. Owned by one event loop.
 */
public interface AgentStore extends MachineStore {

  FilterSlice leaf();

  /** The confirms that were not acknowledged, in the order of their origins. */
  List<Unacknowledged> journal();

  void journal(Unacknowledged confirm);

  void acknowledged(Origin origin);

  /**
   * One delivered event whose confirm has not been acknowledged.
   *
   * @param confirmedAt when, by the machine's clock
   */
  record Unacknowledged(long fingerprint, Origin origin, long confirmedAt, int importance) {}
}
