package io.bloomtree.tree;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.Storage;
import java.util.Map;

/**
 * The state of a slice that ends with its machine: what the machine has in its own tables is not
 * written down once more. Owned by one event loop.
 */
public final class TransientSliceStore extends StateInMemory implements SliceStore {
  /**
   * A new filter of which others may have a copy.
   *
   * @param born the incarnation of the only machine that ever has it
   * @param self whose it is
   * @param seed of its random numbers
   */
  public TransientSliceStore(long born, Former self, long seed) {
    super(born, Birth.FIRST, self, seed, Storage.onHeap());
  }

  @Override public boolean isDurable() {
    return false;
  }

  @Override public FilterSlice filter() {
    return layers();
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
