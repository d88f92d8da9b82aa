package io.bloomtree.tree;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.Window;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.ImageFrame;
import io.bloomtree.wire.Packet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Gives a slice back what it has lost: every event that it had came by a child, which recorded it
 * before. Owned by one event loop.
 */
final class Rebuild implements Harvest.Policy {
  /*
   * The slice knows again what it knew if every child still has all that it passed on: so none may
   * have lost its own state, or forget sooner. A child without data keeps nothing over a restart;
   * it is enough only if it is as old as the state that was lost. Guests are not asked: what a
   * fallback of theirs recorded, the nodes above it have.
   */
  private final Place place;
  private final int epoch;
  private final Lineage lineage;
  private final Amnesia amnesia;
  private final Harvest harvest;
  private final Health health;
  private boolean isRunning;

  Rebuild(
      Place place, Identity identity, Lineage lineage, Amnesia amnesia, Harvest harvest,
      Health health) {
    this.place = place;
    this.epoch = identity.epoch();
    this.lineage = lineage;
    this.amnesia = amnesia;
    this.harvest = harvest;
    this.health = health;
  }

  void begin(long now) {
    List<List<Endpoint>> children = new ArrayList<>();
    for (NodeRef child : place.children()) {
      List<Endpoint> slices = new ArrayList<>();
      for (int i = 0; i < child.plan().count(); i++) {
        slices.add(child.slice(i));
      }
      children.add(slices);
    }
    isRunning = true;
    harvest.begin(children, 0, this, now);
  }

  /** Stops, whatever is missing. */
  void end() {
    if (isRunning) {
      isRunning = false;
      harvest.end();
    }
  }

  @Override public Optional<String> objection(Packet packet, ImageFrame frame) {
    if (packet.epoch() != epoch) {
      return Optional.of("it runs another topology: epoch=" + packet.epoch());
    }
    if (lineage.hasLostState(packet)) {
      return Optional.of("it has lost its own state");
    }
    if (!frame.durable() && lineage.oldest().orElse(Long.MIN_VALUE) < packet.born()) {
      return Optional.of("it keeps no data, and may have known more than it does");
    }
    return forgetsSooner(child(packet.from()).plan().shape())
        ? Optional.of("it forgets sooner than this node") : Optional.empty();
  }

  private NodeRef child(Endpoint slice) {
    return place.children().stream()
        .filter(child -> child.id().equals(slice.node())).findFirst().orElseThrow();
  }

  private boolean forgetsSooner(FilterShape shape) {
    FilterShape first = shape instanceof GrowingShape growing ? growing.first() : shape;
    if (first instanceof BloomShape) {
      return false;
    }
    boolean isSliding = first instanceof SlidingShape sliding && sliding.equalTimers() == 1;
    Optional<Window> window = shape.remembers()
        .filter(remembered -> remembered.unit() == Window.Unit.MILLIS);
    return !isSliding || window.isEmpty() || window.get().span() < place.self().window();
  }

  @Override public boolean wants(Former former) {
    return true;
  }

  @Override public void objected(Endpoint source, String why) {
    health.watch().notRebuilt(source, why);
  }

  @Override public void progress(long done, long total, Endpoint source) {
    health.watch().rebuilding(done, total, source);
  }

  @Override public void complete(long now) {
    isRunning = false;
    health.watch().rebuilt();
    amnesia.rebuilt(now);
  }
}
