package io.bloomtree.tree;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlicePlan.Scheme;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.ImageFrame;
import io.bloomtree.wire.Packet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Holds a slice back, when its node is cut in another way than before, until it knows what those
 * knew that had its events before. Owned by one event loop.
 */
final class Fence implements Harvest.Policy {
  /*
   * Every old slice is kept by a new one. When all new slices run, no old one decides any more; and
   * when each has shown which old filters it keeps, and has handed over the claims and the events
   * that belong here, nothing is left to be learnt from anybody. Asking all of them, rather than
   * those that may have something, takes no knowledge of how the node was cut before.
   */
  private final Place place;
  private final int index;
  private final int epoch;
  private final MachineStore store;
  private final Lineage lineage;
  private final Amnesia amnesia;
  private final Harvest harvest;
  private final Health health;
  private Runnable whenSettled = () -> {};
  private boolean isSettled = true;

  Fence(
      Place place, int index, Identity identity, MachineStore store, Lineage lineage,
      Amnesia amnesia, Harvest harvest, Health health) {
    this.place = place;
    this.index = index;
    this.epoch = identity.epoch();
    this.store = store;
    this.lineage = lineage;
    this.amnesia = amnesia;
    this.harvest = harvest;
    this.health = health;
    this.isSettled = !store.isDurable() || store.settledEpoch() >= epoch;
  }

  boolean isSettled() {
    return isSettled;
  }

  /** {@code then}: what to do when it is settled. */
  void start(Runnable then, long now) {
    whenSettled = then;
    if (isSettled) {
      then.run();
    } else if (place.self().plan().count() == 1 || hasOnlyGrown()) {
      settle();
    } else {
      health.watch().settling(epoch);
      List<List<Endpoint>> others = new ArrayList<>();
      for (int i = 0; i < place.self().plan().count(); i++) {
        if (i != index) {
          others.add(List.of(place.self().slice(i)));
        }
      }
      harvest.begin(others, 1, this, now);
    }
  }

  /** Whether the filter was the same slice of a node that was cut alike, when it was settled. */
  private boolean hasOnlyGrown() {
    SlicePlan plan = place.self().plan();
    return plan.scheme() != Scheme.VERTICAL
        && store.formers().stream().anyMatch(former ->
            former.of().equals(place.self().slice(index))
                && former.epoch() == store.settledEpoch()
                && former.plan().scheme() == plan.scheme()
                && former.plan().count() == plan.count());
  }

  private void settle() {
    isSettled = true;
    store.settled(epoch);
    health.watch().settled(epoch);
    whenSettled.run();
  }

  @Override public Optional<String> objection(Packet packet, ImageFrame frame) {
    if (packet.epoch() != epoch) {
      return Optional.of("it runs another topology: epoch=" + packet.epoch());
    }
    return Optional.empty();
  }

  /** A keeper that has lost what it kept makes its heirs forget, too. */
  void heard(Packet packet, long now) {
    if (!isSettled && packet.epoch() == epoch && lineage.hasLostState(packet)) {
      amnesia.lose(now);
    }
  }

  /** An old slice is the same wherever it is kept; a copy of a child's filter may not be. */
  @Override public boolean wants(Former former) {
    boolean isOld = former.of().node().equals(place.self().id());
    return former.epoch() < epoch && mayKnow(former)
        && !(isOld && store.formers().contains(former));
  }

  /** Horizontal slices are ranges of one hash: two that do not overlap share no event. */
  private boolean mayKnow(Former former) {
    SlicePlan ours = place.self().plan();
    SlicePlan theirs = former.plan();
    if (ours.scheme() != Scheme.HORIZONTAL || theirs.scheme() != Scheme.HORIZONTAL) {
      return true;
    }
    long their = former.of().slice();
    return their * ours.count() < (index + 1L) * theirs.count()
        && index * (long) theirs.count() < (their + 1) * ours.count();
  }

  @Override public void objected(Endpoint source, String why) {
    health.watch().unsettled(source, why);
  }

  @Override public void progress(long done, long total, Endpoint source) {
    health.watch().rebuilding(done, total, source);
  }

  @Override public void complete(long now) {
    settle();
  }
}
