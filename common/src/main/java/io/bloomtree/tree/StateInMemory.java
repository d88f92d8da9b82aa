package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.Storage;
import io.bloomtree.wire.Endpoint;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What every machine keeps, on the heap: it ends with the process. Owned by one event loop. */
abstract class StateInMemory implements MachineStore {
  private final long born;
  private Birth birth;
  private OptionalLong lostAt = OptionalLong.empty();
  private final Map<Endpoint, Long> lineage = new HashMap<>();
  private int settledEpoch;
  private final Map<Former, Storage> drafts = new HashMap<>();
  private final Map<Former, Storage> kept = new LinkedHashMap<>();

  StateInMemory(long born, Birth birth) {
    this.born = born;
    this.birth = requireNonNull(birth, "birth");
  }

  /** Hands the state to the next incarnation of its machine. */
  public final void recovered() {
    if (birth == Birth.FIRST) {
      birth = Birth.RECOVERED;
    }
  }

  @Override public final long born() {
    return born;
  }

  @Override public final Birth birth() {
    return birth;
  }

  @Override public final void lost(long now) {
    birth = Birth.LOST;
    lostAt = OptionalLong.of(now);
  }

  @Override public final OptionalLong lostAt() {
    return lostAt;
  }

  @Override public final void healed() {
    birth = Birth.RECOVERED;
    lostAt = OptionalLong.empty();
  }

  @Override public final OptionalLong lineage(Endpoint neighbour) {
    Long oldest = lineage.get(neighbour);
    return oldest == null ? OptionalLong.empty() : OptionalLong.of(oldest);
  }

  @Override public final void putLineage(Endpoint neighbour, long itsBorn) {
    lineage.put(neighbour, itsBorn);
  }

  @Override public final int settledEpoch() {
    return settledEpoch;
  }

  @Override public final void settled(int epoch) {
    settledEpoch = epoch;
  }

  @Override public final List<Former> formers() {
    return List.copyOf(kept.keySet());
  }

  @Override public final Storage draft(Former former) {
    Storage draft = Storage.onHeap();
    drafts.put(former, draft);
    return draft;
  }

  @Override public void adopt(Former former) {
    kept.put(former, drafts.remove(former));
  }

  @Override public void unite(Former former) {
    drafts.remove(former);
  }

  @Override public void drop(Former former) {
    drafts.remove(former);
    kept.remove(former);
  }

  @Override public Optional<Storage> image(Former former) {
    return Optional.ofNullable(kept.get(former));
  }

  /** What ends with the process is as safe as it will ever be. */
  @Override public void sync() {}
}
