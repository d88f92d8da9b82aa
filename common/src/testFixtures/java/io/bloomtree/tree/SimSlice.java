package io.bloomtree.tree;

import io.bloomtree.wire.Origin;
import java.util.Map;
import java.util.Random;

/** A slice of the root or of a region in the simulated tree. */
final class SimSlice extends SimNode {
  private final int index;
  private HeapSliceStore store;
  private ShadowedSlice filter;

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
    Map<Long, Origin> before = store.claims();
    super.tick();
    Map<Long, Origin> after = store.claims();
    before.forEach((fingerprint, origin) -> {
      if (!after.containsKey(fingerprint)) {
        world.trace("LEASE OUT %s %s at %s", world.nameOf(fingerprint), origin, endpoint);
        world.model.excuse(fingerprint, "lease ran out");
      }
    });
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
