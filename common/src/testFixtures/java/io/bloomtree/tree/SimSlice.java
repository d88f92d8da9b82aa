package io.bloomtree.tree;

import io.bloomtree.tree.SliceStore.HeldClaim;
import io.bloomtree.wire.Origin;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** A slice of the root or of a region in the simulated tree. */
final class SimSlice extends SimNode {
  private final int index;
  private HeapSliceStore store;
  private ShadowedSlice filter;
  private final Map<Long, Holding> held = new TreeMap<>();

  SimSlice(World world, Place place, int index, Identity identity) {
    super(world, place, index, identity);
    this.index = index;
    create(Birth.FIRST);
  }

  /** For whom this slice holds a claim, and since when by its clock. */
  private record Holding(Origin origin, long since) {}

  private void create(Birth birth) {
    filter = newFilter();
    store = new HeapSliceStore(incarnation, birth, filter);
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
    Transport transport = (to, packet) -> world.send(endpoint, to, packet);
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
    create(knowsIt ? Birth.LOST : Birth.FIRST);
  }

  @Override void recovered() {
    store.recovered();
  }
}
