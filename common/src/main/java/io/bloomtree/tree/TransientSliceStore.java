package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.FilterSlice;
import java.util.Map;

/**
 * The state of a slice that ends with its machine: what the machine has in its own tables is not
 * written down once more. Owned by one event loop.
 */
public final class TransientSliceStore extends StateInMemory implements SliceStore {
  private final FilterSlice filter;

  /** {@code born}: the incarnation of the only machine that ever has it. */
  public TransientSliceStore(long born, FilterSlice filter) {
    super(born, Birth.FIRST);
    this.filter = requireNonNull(filter, "filter");
  }

  @Override public boolean isDurable() {
    return false;
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
}
