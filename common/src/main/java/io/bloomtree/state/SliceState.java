package io.bloomtree.state;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.tree.SliceStore;
import java.util.Map;

/** What a slice of a region or of the root keeps, in files. Owned by one event loop. */
public final class SliceState extends MachineState implements SliceStore {

  SliceState(Opening opening, Forcer forcer) {
    super(opening, forcer);
  }

  @Override public FilterSlice filter() {
    return layered();
  }

  @Override public Map<Long, HeldClaim> claims() {
    return records().claims.all();
  }

  @Override public void putClaim(long fingerprint, HeldClaim claim) {
    records().claims.put(fingerprint, claim);
  }

  @Override public void removeClaim(long fingerprint) {
    records().claims.remove(fingerprint);
  }

  @Override public Map<Long, Unspread> unspread() {
    return records().unspread.all();
  }

  @Override public void putUnspread(long fingerprint, Unspread unspread) {
    records().unspread.put(fingerprint, unspread);
  }

  @Override public void removeUnspread(long fingerprint) {
    records().unspread.remove(fingerprint);
  }
}
