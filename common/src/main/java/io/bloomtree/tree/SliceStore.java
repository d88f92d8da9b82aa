package io.bloomtree.tree;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Origin;
import java.util.Map;

/**
 * What a slice of a region or of the root must not forget besides (P7). Owned by one event loop.
 */
public interface SliceStore extends MachineStore {

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
   * A confirmed event that some slices have yet to set.
   *
   * @param slices those slices; nobody changes the array any more
   * @param confirmedAt when, by the machine's clock
   */
  record Unspread(int[] slices, long confirmedAt, int importance) {}

  /** For whom an event is claimed, and how well founded the DISTINCT was. */
  record HeldClaim(Origin origin, Degradation degradation) {}
}
