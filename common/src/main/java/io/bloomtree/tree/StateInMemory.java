package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.LayeredSlice;
import io.bloomtree.filter.Storage;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
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
  private Optional<Former> self;
  private final Optional<Storage> words;
  private final LayeredSlice filter;
  private final Map<Former, Storage> drafts = new HashMap<>();
  private final Map<Former, Storage> kept = new LinkedHashMap<>();

  /** A state whose filter nobody can have a copy of. */
  StateInMemory(long born, Birth birth, FilterSlice filter) {
    this(born, birth, Optional.empty(), Optional.empty(), filter);
  }

  /** A state whose filter is kept in those words: a new one if they are new. */
  StateInMemory(long born, Birth birth, Former self, long seed, Storage words) {
    this(born, birth, Optional.of(self), Optional.of(words),
        self.plan().openSlice(self.of().slice(), seed, words));
  }

  private StateInMemory(
      long born, Birth birth, Optional<Former> self, Optional<Storage> words,
      FilterSlice filter) {
    this.born = born;
    this.birth = requireNonNull(birth, "birth");
    this.self = self;
    this.words = words;
    this.filter = new LayeredSlice(filter);
  }

  /** The same filter in another epoch, in which its node is cut alike. */
  final void rename(Former now) {
    self = Optional.of(now);
  }

  /** Its own filter and those beside it. */
  final FilterSlice layers() {
    return filter;
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

  @Override public final void adopt(Former former) {
    keep(former, drafts.remove(former));
  }

  /** Takes over all that an earlier state has; its filter is kept beside its own. */
  final void inherit(StateInMemory earlier) {
    earlier.kept.forEach(this::keep);
    keep(earlier.self.orElseThrow(), earlier.words.orElseThrow());
    earlier.lineage.forEach((neighbour, oldest) -> lineage.merge(neighbour, oldest, Math::min));
    settledEpoch = settledEpoch == 0 ? earlier.settledEpoch
        : Math.min(settledEpoch, earlier.settledEpoch);
    if (birth == Birth.LOST && earlier.birth == Birth.LOST) {
      lostAt = earlier.lostAt;
    }
  }

  /** Keeps another filter beside its own. */
  final void keep(Former former, Storage storage) {
    filter.keep(
        group(former), former.plan(), former.of().slice(), open(former, storage));
    kept.put(former, storage);
  }

  @Override public final void unite(Former former) {
    Storage copy = drafts.remove(former);
    if (!filter.own().unite(open(former, copy))) {
      keep(former, copy);
    }
  }

  private static FilterSlice open(Former former, Storage storage) {
    return former.plan().openSlice(former.of().slice(), 0, storage);
  }

  @Override public final void drop(Former former) {
    drafts.remove(former);
    if (kept.remove(former) != null) {
      filter.drop(group(former), former.of().slice());
    }
  }

  @Override public final boolean isSpent(Former former) {
    return filter.isSpent(group(former));
  }

  /** The slices of one node at one time belong together. */
  private record Group(NodeId node, int epoch) {}

  private static Group group(Former former) {
    return new Group(former.of().node(), former.epoch());
  }

  @Override public final Optional<Storage> image(Former former) {
    return self.filter(former::equals).isPresent() ? words
        : Optional.ofNullable(kept.get(former));
  }

  /** What ends with the process is as safe as it will ever be. */
  @Override public void sync() {}
}
