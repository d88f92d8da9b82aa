package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.Storage;
import io.bloomtree.wire.Endpoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Passes everything on to another store, for those who want to see or spoil a part of it. */
class ForwardingSliceStore implements SliceStore {
  private final SliceStore real;

  ForwardingSliceStore(SliceStore real) {
    this.real = requireNonNull(real, "real");
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

  @Override public boolean isDurable() {
    return real.isDurable();
  }

  @Override public long born() {
    return real.born();
  }

  @Override public Birth birth() {
    return real.birth();
  }

  @Override public void lost(long now) {
    real.lost(now);
  }

  @Override public OptionalLong lostAt() {
    return real.lostAt();
  }

  @Override public void healed() {
    real.healed();
  }

  @Override public OptionalLong lineage(Endpoint neighbour) {
    return real.lineage(neighbour);
  }

  @Override public void putLineage(Endpoint neighbour, long born) {
    real.putLineage(neighbour, born);
  }

  @Override public int settledEpoch() {
    return real.settledEpoch();
  }

  @Override public void settled(int epoch) {
    real.settled(epoch);
  }

  @Override public List<Former> formers() {
    return real.formers();
  }

  @Override public Storage draft(Former former) {
    return real.draft(former);
  }

  @Override public void adopt(Former former) {
    real.adopt(former);
  }

  @Override public void unite(Former former) {
    real.unite(former);
  }

  @Override public void drop(Former former) {
    real.drop(former);
  }

  @Override public boolean isSpent(Former former) {
    return real.isSpent(former);
  }

  @Override public Optional<Storage> image(Former former) {
    return real.image(former);
  }

  @Override public void sync() {
    real.sync();
  }
}
