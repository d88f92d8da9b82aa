package io.bloomtree.tree;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** A slice of the root or of a region in the simulated tree. */
final class SimSlice extends SimNode {
  private final int index;
  private HeapSliceStore store;
  private ShadowedSlice filter;
  /** By this slice's clock, since when it has held each of its claims. */
  private final Map<Long, Long> heldSince = new TreeMap<>();

  SimSlice(World world, Place place, int index, Identity identity) {
    super(world, place, index, identity);
    this.index = index;
    create(Birth.FIRST);
  }

  private void create(Birth birth) {
    filter = new ShadowedSlice(place.self().plan().newSlice(index));
    store = new HeapSliceStore(incarnation, birth, filter);
  }

  boolean isRoot() {
    return place.level() == 0;
  }

  ShadowedSlice filter() {
    return filter;
  }

  @Override
  Machine boot() {
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
  @Override
  void tick() {
    super.tick();
    Set<Long> left = store.claims().keySet();
    heldSince.forEach((fingerprint, since) -> {
      // a lease that is cut short is no excuse
      if (!left.contains(fingerprint) && clock() - since >= world.scenario.lease) {
        world.trace("LEASE OUT %s at %s", world.nameOf(fingerprint), endpoint);
        world.model.excuse(fingerprint, "lease ran out");
      }
    });
  }

  @Override
  void stepped() {
    if (isRoot()) {
      Set<Long> held = store.claims().keySet();
      heldSince.keySet().retainAll(held);
      held.forEach(fingerprint -> heldSince.putIfAbsent(fingerprint, clock()));
    }
  }

  @Override
  void crashed() {
    heldSince.clear(); // leases start afresh
  }

  @Override
  void loseState(boolean knowsIt) {
    world.model.sliceLost(this);
    create(knowsIt ? Birth.LOST : Birth.FIRST);
  }

  @Override
  void recovered() {
    store.recovered();
  }
}
