package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.Storage;
import io.bloomtree.wire.Endpoint;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Passes on to another store what all stores have. */
abstract class ForwardingMachineStore<S extends MachineStore> implements MachineStore {
  final S real;

  ForwardingMachineStore(S real) {
    this.real = requireNonNull(real, "real");
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
