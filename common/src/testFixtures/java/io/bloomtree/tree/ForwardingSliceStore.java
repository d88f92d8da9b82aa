package io.bloomtree.tree;

import io.bloomtree.filter.FilterSlice;
import java.util.Map;

/** Passes everything on to another store, for those who want to see or spoil a part of it. */
class ForwardingSliceStore extends ForwardingMachineStore<SliceStore> implements SliceStore {
  ForwardingSliceStore(SliceStore real) {
    super(real);
  }

  @Override public FilterSlice filter() {
    return real.filter();
  }

  @Override public Map<Long, HeldClaim> claims() {
    return real.claims();
  }

  @Override public void putClaim(long fingerprint, HeldClaim claim) {
    real.putClaim(fingerprint, claim);
  }

  @Override public void removeClaim(long fingerprint) {
    real.removeClaim(fingerprint);
  }

  @Override public Map<Long, Unspread> unspread() {
    return real.unspread();
  }

  @Override public void putUnspread(long fingerprint, Unspread unspread) {
    real.putUnspread(fingerprint, unspread);
  }

  @Override public void removeUnspread(long fingerprint) {
    real.removeUnspread(fingerprint);
  }
}
