package io.bloomtree.tree;

import io.bloomtree.tree.Watch.Relation;
import io.bloomtree.wire.AskFrame;
import io.bloomtree.wire.ConfirmFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.HelloFrame;
import io.bloomtree.wire.ReleaseFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A node's way to its parent: to whichever slices of it are there. Owned by one event loop. */
final class Uplink {
  /*
   * Confirms and releases do not share the asks' budget: two agents whose asks are
   * HELD by each other's claims would wait for ever if their confirms waited behind
   * those asks. They do share the asks' packets: whatever waits for a slice rides
   * along when anything is sent there.
   */
  private final NodeRef parent;
  private final boolean parentIsRoot;
  private final List<Slice> slices = new ArrayList<>();

  Uplink(Place place, Settings settings, Timers timers, Outbox outbox, Health health) {
    this.parent = place.parent().orElseThrow();
    this.parentIsRoot = place.level() == 1;
    Settings.Batching batching = settings.batching();
    long timeout = settings.timing().timeout().toMillis();
    // a frame is given up just before its events are repeated
    long patience =
        Math.max(1, settings.timing().retry().minus(batching.linger()).toMillis() - 1);
    long mostPatience = Math.max(patience, timeout);
    for (int i = 0; i < parent.plan().count(); i++) {
      Endpoint endpoint = parent.slice(i);
      Liveness liveness =
          new Liveness(endpoint, Relation.PARENT, timeout, timers, outbox, health);
      Lane<Asking> asks = new Lane<>(
          batching, patience, mostPatience, liveness::isAway, timers, (events, now) -> {
        liveness.expect(now);
        var asked = new AskFrame.Builder(events.size());
        events.forEach(event -> event.addTo(asked, now));
        outbox.send(endpoint, asked.build());
      });
      Lane<Settling> settlements = new Lane<>(
          batching, patience, mostPatience, liveness::isAway, timers, (events, now) -> {
        liveness.expect(now);
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
      slices.add(new Slice(endpoint, liveness, asks, settlements, outbox));
    }
  }

  /** Makes itself known to every slice of the parent. */
  void greet(long now) {
    slices.forEach(slice -> slice.liveness.greet(now));
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
      slices.get(hello.slice()).hello(hello, now);
      return;
    }
    for (int i = 0; i < slices.size(); i++) {
      Slice slice = slices.get((hello.slice() + i) % slices.size());
      if (!slice.liveness.isAway()) {
        slice.hello(hello, now);
        return;
      }
    }
  }

  /** Whether a slice is there that could decide about the event. */
  boolean isReachable(long fingerprint) {
    return decider(fingerprint).isPresent();
  }

  private Optional<Slice> decider(long fingerprint) {
    Slice owner = slices.get(parent.plan().owner(fingerprint));
    if (!owner.liveness.isAway()) {
      return owner.asDecider;
    }
    for (int index : parent.plan().deciders(fingerprint)) {
      Slice slice = slices.get(index);
      if (!slice.liveness.isAway()) {
        return slice.asDecider;
      }
    }
    return Optional.empty();
  }

  boolean isParent(Endpoint endpoint) {
    return endpoint.node().equals(parent.id()) && endpoint.slice() < slices.size();
  }

  void heard(Endpoint from, long now) {
    slices.get(from.slice()).liveness.heard(now);
  }

  /** Sends what is due. */
  void pump(long now) {
    for (Slice slice : slices) {
      if (slice.asks.isDue() || slice.settlements.isDue()) {
        slice.settlements.pump(now);
        slice.asks.pump(now);
      }
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
