package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.FilterSlice;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A store in memory: it survives its machine, not its process. Owned by one event loop. */
public final class HeapSliceStore extends StateInMemory implements SliceStore {
  private final FilterSlice filter;
  private final LongTable<HeldClaim> claims = LongTable.byFingerprint();
  private final Map<Long, Unspread> unspread = new LinkedHashMap<>();

  public HeapSliceStore(long born, Birth birth, FilterSlice filter) {
    super(born, birth);
    this.filter = requireNonNull(filter, "filter");
  }

  @Override public FilterSlice filter() {
    return filter;
  }

  @Override public Map<Long, HeldClaim> claims() {
    Map<Long, HeldClaim> copy = new LinkedHashMap<>();
    claims.forEach(copy::put);
    return Collections.unmodifiableMap(copy);
  }

  @Override public void putClaim(long fingerprint, HeldClaim claim) {
    claims.put(fingerprint, claim);
  }

  @Override public void removeClaim(long fingerprint) {
    claims.remove(fingerprint);
  }

  @Override public Map<Long, Unspread> unspread() {
    return Collections.unmodifiableMap(new LinkedHashMap<>(unspread));
  }

  @Override public void putUnspread(long fingerprint, Unspread event) {
    unspread.put(fingerprint, event);
  }

  @Override public void removeUnspread(long fingerprint) {
    unspread.remove(fingerprint);
  }
}
