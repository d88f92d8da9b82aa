package io.bloomtree.tree;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.Storage;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A store in memory: it survives its machine, not its process. Owned by one event loop. */
public final class HeapSliceStore extends StateInMemory implements SliceStore {
  private final LongTable<HeldClaim> claims = LongTable.byFingerprint();
  private final Map<Long, Unspread> unspread = new LinkedHashMap<>();

  /** One of whose filter nobody can have a copy, and that is settled in every epoch. */
  public HeapSliceStore(long born, Birth birth, FilterSlice filter) {
    super(born, birth, filter);
    settled(Integer.MAX_VALUE);
  }

  /** One of which others may have a copy, and whose machine has not settled in any epoch. */
  public HeapSliceStore(long born, Birth birth, Former self, long seed) {
    super(born, birth, self, seed, Storage.onHeap());
  }

  /**
   * What a slice of a new topology finds: the first of these was this slice before, and of the
   * others it keeps what they had.
   */
  static HeapSliceStore after(List<HeapSliceStore> former, long born, Former self, long seed) {
    boolean isLost = former.stream().anyMatch(one -> one.birth() == Birth.LOST);
    var next = new HeapSliceStore(born, isLost ? Birth.LOST : Birth.RECOVERED, self, seed);
    for (HeapSliceStore one : former) {
      next.inherit(one);
      one.claims().forEach(next::putClaim);
      one.unspread().forEach(next::putUnspread);
    }
    return next;
  }

  @Override public FilterSlice filter() {
    return layers();
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
