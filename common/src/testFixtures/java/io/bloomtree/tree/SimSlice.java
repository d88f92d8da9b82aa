package io.bloomtree.tree;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.state.StateDirectory;
import io.bloomtree.tree.SliceStore.HeldClaim;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** A slice of the root or of a region in the simulated tree. */
final class SimSlice extends SimNode {
  private final int index;
  private SliceStore real;
  private Watched store;
  private ShadowedSlice filter;
  private final Map<Long, Holding> held = new TreeMap<>();

  SimSlice(World world, Place place, int index, Identity identity) {
    super(world, place, index, identity);
    this.index = index;
    if (disk.isPresent()) {
      filter = newShadow();
      open();
    } else {
      create(Birth.FIRST);
    }
  }

  /** For whom this slice holds a claim, and since when by its clock. */
  private record Holding(Origin origin, long since) {}

  private void create(Birth birth) {
    use(new HeapSliceStore(incarnation, birth, self(), world.scenario.seed));
  }

  private void use(SliceStore kept) {
    filter = newShadow();
    take(kept);
  }

  private void take(SliceStore kept) {
    real = kept;
    filter.open(kept.filter());
    store = new Watched(kept);
  }

  @Override void open() {
    if (disk.isPresent() && !disk.get().isOpen()) {
      take(disk.get().open(StateDirectory::openSlice));
      disk.get().checkFound(real, filter);
    }
  }

  /**
   * Runs the next topology from its next start on.
   *
   * @param gone slices that there are no more, and whose state this one keeps
   */
  void move(Place next, Identity nextIdentity, List<SimSlice> gone) {
    boolean isCutAlike = next.self().plan().equals(place.self().plan());
    boolean wasSettled = disk.isEmpty() && real.settledEpoch() >= identity.epoch();
    relocate(next, nextIdentity);
    gone.forEach(other -> claims.absorb(other.claims));
    if (disk.isPresent()) {
      move(isCutAlike, gone);
      return;
    }
    HeapSliceStore same = (HeapSliceStore) real;
    if (isCutAlike) {
      same.recovered();
      if (wasSettled) {
        same.settled(nextIdentity.epoch());
      }
      same.rename(self());
      world.shadows.put(self(), filter);
      return;
    }
    List<HeapSliceStore> stores = new ArrayList<>(List.of(same));
    List<ShadowedSlice> shadows = new ArrayList<>(List.of(filter));
    for (SimSlice other : gone) {
      stores.add((HeapSliceStore) other.real);
      shadows.add(other.filter);
      lastLoss = Math.max(lastLoss, other.lastLoss);
    }
    use(HeapSliceStore.after(stores, real.born(), self(), world.scenario.seed));
    if (gone.stream().anyMatch(other -> other.lastLoss >= 0)) {
      real.lost(clock()); // the old plan says that there was one more
    }
    shadows.forEach(filter::inherit);
  }

  /** What is on the disk is taken over when it is opened. */
  private void move(boolean isCutAlike, List<SimSlice> gone) {
    if (isCutAlike) {
      world.shadows.put(self(), filter);
    } else {
      ShadowedSlice earlier = filter;
      events.moved();
      filter = newShadow();
      filter.inherit(earlier);
    }
    for (SimSlice other : gone) {
      filter.inherit(other.filter);
      lastLoss = Math.max(lastLoss, other.lastLoss);
      disk.get().absorb(other.disk.get());
    }
  }

  @Override MachineStore store() {
    return real;
  }

  @Override void restored(long lostAt) {
    if (isRoot() && world.rootSlicesNow().stream().allMatch(slice -> slice.lastLoss < 0)) {
      world.model.rootHealed(lostAt);
    }
  }

  boolean isSettled() {
    return real.settledEpoch() >= identity.epoch();
  }

  boolean isCopying() {
    return ((SliceMachine) machine()).isCopying();
  }

  boolean isRoot() {
    return place.level() == 0;
  }

  ShadowedSlice filter() {
    return filter;
  }

  @Override Machine boot() {
    Settings settings = world.scenario.settings(world.scenario.regionPolicy);
    Random random = new Random(world.random.nextLong());
    Transport transport = this::send;
    return isRoot()
        ? new RootSlice(
            place, index, settings, identity, incarnation, store, random, transport)
        : new RegionSlice(
            place, index, settings, identity, incarnation, store, random, transport);
  }

  /** Only a lease that runs out removes a claim when no packet has come. */
  @Override void tick() {
    super.tick();
    Set<Long> left = store.claims().keySet();
    held.forEach((fingerprint, holding) -> {
      // a lease that is cut short is no excuse
      if (!left.contains(fingerprint) && clock() - holding.since >= world.scenario.lease) {
        world.trace("LEASE OUT %s at %s", world.nameOf(fingerprint), endpoint);
        world.model.excuse(fingerprint, "lease ran out");
      }
    });
  }

  @Override void stepped() {
    if (isRoot()) {
      Map<Long, HeldClaim> claims = store.claims();
      held.keySet().retainAll(claims.keySet());
      claims.forEach((fingerprint, claim) -> {
        Holding known = held.get(fingerprint);
        if (known == null || !known.origin.equals(claim.origin())) {
          held.put(fingerprint, new Holding(claim.origin(), clock()));
        }
      });
    }
  }

  @Override void crashed() {
    held.clear(); // leases start afresh
  }

  @Override void loseState(boolean knowsIt) {
    world.model.sliceLost(this);
    if (disk.isPresent()) {
      filter = newShadow();
    } else {
      create(knowsIt ? Birth.LOST : Birth.FIRST);
    }
  }

  @Override void recovered() {
    if (real instanceof HeapSliceStore onHeap) {
      onHeap.recovered();
    }
  }

  /** Writes down what the filter has, however it came by it. */
  private final class Watched extends ForwardingSliceStore {
    Watched(SliceStore real) {
      super(real);
    }

    @Override public FilterSlice filter() {
      return filter;
    }

    @Override public void adopt(Former former) {
      world.model.count("adopted");
      inherit(former);
      super.adopt(former);
      disk.ifPresent(SimState::becomeSafe);
    }

    @Override public void unite(Former former) {
      world.model.count("united");
      inherit(former);
      super.unite(former);
    }

    private void inherit(Former former) {
      filter.inherit(world.shadows.get(former));
      world.model.remembersFor(place.level(), filter.longestLife());
    }

    @Override public void healed() {
      super.healed();
      disk.ifPresent(SimState::becomeSafe);
    }

    @Override public void settled(int epoch) {
      super.settled(epoch);
      disk.ifPresent(SimState::becomeSafe);
    }

    @Override public void putClaim(long fingerprint, HeldClaim claim) {
      disk.ifPresent(kept -> kept.claims.begin(fingerprint, Optional.of(claim)));
      super.putClaim(fingerprint, claim);
      disk.ifPresent(kept -> kept.claims.end());
    }

    @Override public void removeClaim(long fingerprint) {
      disk.ifPresent(kept -> kept.claims.begin(fingerprint, Optional.empty()));
      super.removeClaim(fingerprint);
      disk.ifPresent(kept -> kept.claims.end());
    }

    @Override public void putUnspread(long fingerprint, Unspread event) {
      disk.ifPresent(kept ->
          kept.unspread.begin(fingerprint, Optional.of(SimState.sorted(event.slices()))));
      super.putUnspread(fingerprint, event);
      disk.ifPresent(kept -> kept.unspread.end());
    }

    @Override public void removeUnspread(long fingerprint) {
      disk.ifPresent(kept -> kept.unspread.begin(fingerprint, Optional.empty()));
      super.removeUnspread(fingerprint);
      disk.ifPresent(kept -> kept.unspread.end());
    }

    @Override public void putLineage(Endpoint neighbour, long born) {
      disk.ifPresent(kept -> kept.lineage.begin(neighbour, Optional.of(born)));
      super.putLineage(neighbour, born);
      disk.ifPresent(kept -> kept.lineage.end());
    }

    @Override public void sync() {
      super.sync();
      disk.ifPresent(SimState::synced);
    }
  }
}
