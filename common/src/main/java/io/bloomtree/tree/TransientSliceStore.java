package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.wire.Endpoint;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The state of a slice that ends with its machine: what the machine has in its own tables is not
 * written down once more. Owned by one event loop.
 */
public final class TransientSliceStore implements SliceStore {
  private final long born;
  private final FilterSlice filter;
  private final Map<Endpoint, Long> lineage = new HashMap<>();

  /** {@code born}: the incarnation of the only machine that ever has it. */
  public TransientSliceStore(long born, FilterSlice filter) {
    this.born = born;
    this.filter = requireNonNull(filter, "filter");
  }

  @Override public long born() {
    return born;
  }

  @Override public Birth birth() {
    return Birth.FIRST;
  }

  @Override public FilterSlice filter() {
    return filter;
  }

  @Override public Map<Long, HeldClaim> claims() {
    return Map.of();
  }

  @Override public void putClaim(long fingerprint, HeldClaim claim) {}

  @Override public void removeClaim(long fingerprint) {}

  @Override public Map<Long, Unspread> unspread() {
    return Map.of();
  }

  @Override public void putUnspread(long fingerprint, Unspread unspread) {}

  @Override public void removeUnspread(long fingerprint) {}

  @Override public OptionalLong lineage(Endpoint recorder) {
    Long born = lineage.get(recorder);
    return born == null ? OptionalLong.empty() : OptionalLong.of(born);
  }

  @Override public void putLineage(Endpoint recorder, long born) {
    lineage.put(recorder, born);
  }
}
