package io.bloomtree.tree;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Origin;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a slice of a region or of the root must not forget (P7). A change is durable, as far as the
 * store promises, when the method returns. Owned by one event loop.
 */
public interface SliceStore {

  /** In which incarnation this state was created. */
  long born();

  /** How this incarnation came by it. */
  Birth birth();

  FilterSlice filter();

  /** A copy of the claims that are held, in the same order each time. Only the root has any. */
  Map<Long, HeldClaim> claims();

  void putClaim(long fingerprint, HeldClaim claim);

  void removeClaim(long fingerprint);

  /** A copy of the confirmed events that some slices have yet to set, oldest first. */
  Map<Long, Unspread> unspread();

  void putUnspread(long fingerprint, Unspread unspread);

  void removeUnspread(long fingerprint);

  /**
   * In which incarnation the oldest state was created that a child, or another slice of this node,
   * was heard to have. If its present state is younger, it has lost that one, whether it
   * knows or not.
   */
  OptionalLong lineage(Endpoint recorder);

  void putLineage(Endpoint recorder, long born);

  /**
   * A confirmed event that some slices have yet to set.
   *
   * @param slices those slices; nobody changes the array any more
   * @param confirmedAt when, by the machine's clock
   */
  record Unspread(int[] slices, long confirmedAt, int importance) {}

  /** For whom an event is claimed, and how well founded the DISTINCT was. */
  record HeldClaim(Origin origin, Degradation degradation) {}
}
