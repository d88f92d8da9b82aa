package io.bloomtree.tree;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.tree.Watch.Relation;
import io.bloomtree.wire.AskFrame;
import io.bloomtree.wire.ConfirmFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.HelloFrame;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.ReleaseFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A node's way up: to whichever slices of its parent are there, or else of its fallbacks. Owned by
 * one event loop.
 */
final class Uplink {
  /*
   * Confirms and releases do not share the asks' budget: two agents whose asks are
   * HELD by each other's claims would wait for ever if their confirms waited behind
   * those asks. They do share the asks' packets: whatever waits for a slice rides
   * along when anything is sent there.
   *
   * Which way an ask took says nothing about its confirm: that takes whichever way is there
   * then, is recorded along it, and is acknowledged along it. The root is on all of them.
   */
  /** The parent first, then its fallbacks. */
  private final List<Parent> parents = new ArrayList<>();
  private final boolean parentIsRoot;
  /** A frame has at most 8192 events. */
  private final Buckets batches = new Buckets("events", 13);

  Uplink(Place place, Settings settings, Timers timers, Outbox outbox, Health health) {
    this.parentIsRoot = place.level() == 1;
    Lines lines = new Lines(settings, timers, outbox, health, batches);
    parents.add(new Parent(place.parent().orElseThrow(), Relation.PARENT, lines));
    place.fallbacks().forEach(
        fallback -> parents.add(new Parent(fallback, Relation.FALLBACK, lines)));
  }

  /** How the slices above are. */
  List<Vitals.Peer> states() {
    return slices().map(slice -> slice.liveness.state()).toList();
  }

  /** How many frames are neither answered nor given up. */
  int inFlight() {
    return slices().mapToInt(slice -> slice.asks.inFlight() + slice.settlements.inFlight()).sum();
  }

  /** How many events wait to be sent. */
  long queued() {
    return slices().mapToLong(slice -> slice.asks.size() + slice.settlements.size()).sum();
  }

  /** How many events the frames of asks had. */
  Histogram batches() {
    return batches.histogram();
  }

  private Stream<Slice> slices() {
    return parents.stream().flatMap(parent -> parent.slices.stream());
  }

  /** Makes itself known to every slice of every parent. */
  void greet(long now) {
    parents.forEach(parent -> parent.slices.forEach(slice -> slice.liveness.greet(now)));
  }

  /** An event that is asked for. */
  abstract static class Asking extends Cargo {
    abstract void addTo(AskFrame.Builder asks, long now);
  }

  /** An event whose claim is confirmed or released. */
  abstract static class Settling extends Cargo {
    abstract void addTo(ConfirmFrame.Builder confirms, ReleaseFrame.Builder releases);
  }

  /** Sends the ask to the slice that decides about it; false if no such slice is there. */
  boolean ask(Asking event, long fingerprint, long now) {
    Optional<Slice> decider = decider(fingerprint);
    if (decider.isEmpty()) {
      return false;
    }
    decider.get().asks.submit(event, now);
    return true;
  }

  /** Sends the confirm or release, if a slice that could take it is there. */
  void settle(Settling event, long fingerprint, long now) {
    Optional<Slice> decider = decider(fingerprint);
    if (decider.isPresent()) {
      decider.get().settlements.submit(event, now);
    }
  }

  /** Sends a hello to the slice of the root that it is meant for, or through any of a region's. */
  void hello(HelloFrame hello, long now) {
    if (parentIsRoot) {
      parents.get(0).slices.get(hello.slice()).hello(hello, now);
      return;
    }
    for (Parent parent : parents) {
      for (int i = 0; i < parent.slices.size(); i++) {
        Slice slice = parent.slices.get((hello.slice() + i) % parent.slices.size());
        if (!slice.liveness.isAway()) {
          slice.hello(hello, now);
          return;
        }
      }
    }
  }

  /** Whether a slice is there that could decide about the event. */
  boolean isReachable(long fingerprint) {
    return decider(fingerprint).isPresent();
  }

  private Optional<Slice> decider(long fingerprint) {
    for (int i = 0; i < parents.size(); i++) {
      Optional<Slice> decider = parents.get(i).decider(fingerprint);
      if (decider.isPresent()) {
        return decider;
      }
    }
    return Optional.empty();
  }

  /** Something came from a slice of a parent. */
  void heard(Endpoint from, long now) {
    for (int i = 0; i < parents.size(); i++) {
      if (parents.get(i).id.equals(from.node())) {
        parents.get(i).slices.get(from.slice()).liveness.heard(now);
        return;
      }
    }
  }

  /** Sends what is due. */
  void pump(long now) {
    for (int i = 0; i < parents.size(); i++) {
      parents.get(i).pump(now);
    }
  }

  /** One of the nodes that an event may go to. */
  private static final class Parent {
    final NodeId id;
    private final SlicePlan plan;
    final List<Slice> slices = new ArrayList<>();

    Parent(NodeRef node, Relation relation, Lines lines) {
      this.id = node.id();
      this.plan = node.plan();
      for (int i = 0; i < plan.count(); i++) {
        slices.add(lines.to(node.slice(i), relation));
      }
    }

    /** What waits for one slice goes when that for another does: so do the answers, together. */
    void pump(long now) {
      boolean isDue = false;
      for (Slice slice : slices) {
        isDue |= slice.asks.isDue() || slice.settlements.isDue();
      }
      for (int i = 0; isDue && i < slices.size(); i++) {
        slices.get(i).settlements.pump(now);
        slices.get(i).asks.pump(now);
      }
    }

    Optional<Slice> decider(long fingerprint) {
      Slice owner = slices.get(plan.owner(fingerprint));
      if (!owner.liveness.isAway()) {
        return owner.asDecider;
      }
      for (int index : plan.deciders(fingerprint)) {
        Slice slice = slices.get(index);
        if (!slice.liveness.isAway()) {
          return slice.asDecider;
        }
      }
      return Optional.empty();
    }
  }

  /** Makes the lanes to a slice. */
  private static final class Lines {
    private final Settings.Batching batching;
    private final long timeout;
    private final long patience;
    private final long mostPatience;
    private final Timers timers;
    private final Outbox outbox;
    private final Health health;
    private final Buckets batches;

    Lines(
        Settings settings, Timers timers, Outbox outbox, Health health, Buckets batches) {
      this.batching = settings.batching();
      this.timeout = settings.timing().timeout().toMillis();
      // a frame is given up just before its events are repeated
      this.patience =
          Math.max(1, settings.timing().retry().minus(batching.linger()).toMillis() - 1);
      this.mostPatience = Math.max(patience, timeout);
      this.timers = timers;
      this.outbox = outbox;
      this.health = health;
      this.batches = batches;
    }

    Slice to(Endpoint endpoint, Relation relation) {
      Liveness liveness = new Liveness(endpoint, relation, timeout, timers, outbox, health);
      Lane<Asking> asks = lane(liveness, (events, now) -> {
        var asked = new AskFrame.Builder(events.size());
        events.forEach(event -> event.addTo(asked, now));
        batches.add(events.size(), 1);
        outbox.send(endpoint, asked.build());
      });
      Lane<Settling> settlements = lane(liveness, (events, now) -> {
        var confirms = new ConfirmFrame.Builder(events.size());
        var releases = new ReleaseFrame.Builder(0);
        events.forEach(event -> event.addTo(confirms, releases));
        if (!confirms.isEmpty()) {
          outbox.send(endpoint, confirms.build());
        }
        if (!releases.isEmpty()) {
          outbox.send(endpoint, releases.build());
        }
      });
      return new Slice(endpoint, liveness, asks, settlements, outbox);
    }

    private <T extends Cargo> Lane<T> lane(Liveness liveness, Lane.Dispatch<T> dispatch) {
      return new Lane<>(
          batching, patience, mostPatience, liveness::isAway, timers, (events, now) -> {
        liveness.expect(now);
        dispatch.send(events, now);
      });
    }
  }

  private static final class Slice {
    private final Endpoint endpoint;
    private final Liveness liveness;
    private final Lane<Asking> asks;
    private final Lane<Settling> settlements;
    private final Outbox outbox;
    private final Optional<Slice> asDecider = Optional.of(this);

    Slice(
        Endpoint endpoint, Liveness liveness, Lane<Asking> asks, Lane<Settling> settlements,
        Outbox outbox) {
      this.endpoint = endpoint;
      this.liveness = liveness;
      this.asks = asks;
      this.settlements = settlements;
      this.outbox = outbox;
    }

    void hello(HelloFrame hello, long now) {
      liveness.expect(now);
      outbox.send(endpoint, hello);
    }
  }
}
