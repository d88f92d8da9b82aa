package io.bloomtree.tree;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.state.StateDirectory;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An edge agent of the simulated tree, and the producer in whose process it lives. */
final class SimAgent extends SimNode {
  private static final String LOST_CONFIRM = "agent lost a confirm";

  private AgentStore real;
  private ShadowedSlice leaf;
  /** What was confirmed in the step that is going on. */
  private final List<SimOffer> confirming = new ArrayList<>();

  SimAgent(World world, Place place, Identity identity) {
    super(world, place, 0, identity);
    if (disk.isPresent()) {
      leaf = newShadow();
      open();
    } else {
      create(Birth.FIRST);
    }
  }

  private void create(Birth birth) {
    use(new HeapAgentStore(incarnation, birth, self(), world.scenario.seed));
  }

  private void use(AgentStore kept) {
    leaf = newShadow();
    take(kept);
  }

  private void take(AgentStore kept) {
    real = kept;
    leaf.open(kept.leaf());
  }

  @Override void open() {
    if (disk.isPresent() && !disk.get().isOpen()) {
      take(disk.get().open(StateDirectory::openAgent));
      disk.get().checkFound(real, leaf);
    }
  }

  /**
   * The journal was opened again. A producer that ended between the delivery of an event and the
   * end of the step in which that was written down is as one that ended before it confirmed.
   *
   * @param missing events whose confirms are not there any more
   * @param isExcused whether steps that ended may be lost with the computer
   */
  void found(List<AgentStore.Unacknowledged> journal, Set<Long> missing, boolean isExcused) {
    for (SimOffer offer : confirming) {
      boolean isKept = journal.stream().anyMatch(kept -> kept.fingerprint() == offer.fingerprint);
      if (!isKept) {
        world.model.diedConfirming(offer);
      }
    }
    confirming.clear();
    if (isExcused) {
      missing.forEach(event -> world.model.excuse(event, LOST_CONFIRM));
    }
  }

  @Override void stepped() {
    confirming.clear();
  }

  /** Runs the next topology from its next start on. */
  void move(Place next, Identity nextIdentity) {
    boolean isSame = next.self().plan().equals(place.self().plan());
    relocate(next, nextIdentity);
    recovered();
    ShadowedSlice earlier = leaf;
    if (isSame) {
      world.shadows.put(self(), leaf);
    } else if (disk.isPresent()) {
      events.moved();
      leaf = newShadow();
      leaf.inherit(earlier);
    }
    if (real instanceof HeapAgentStore onHeap && isSame) {
      onHeap.rename(self());
    } else if (real instanceof HeapAgentStore onHeap) {
      use(HeapAgentStore.after(onHeap, self(), world.scenario.seed));
      leaf.inherit(earlier);
    }
  }

  @Override MachineStore store() {
    return real;
  }

  ShadowedSlice leaf() {
    return leaf;
  }

  @Override EdgeNode boot() {
    Settings settings = world.scenario.settings(world.scenario.agentPolicy);
    return new EdgeNode(
        place, settings, identity, incarnation, new Watched(real),
        this::send);
  }

  /** Offers an event that is confirmed when the callback returns. */
  void offer(long fingerprint, int wave) {
    SimOffer offer = world.model.offered(this, fingerprint, wave, clock());
    world.sketches.offered(this, offer);
    step(() -> {
      if (offer.id % 2 == 0) {
        var listener = new Knowing(
            world.sketches.textOf(offer), (handle, told) -> ended(offer, told, wave));
        edge().offer(fingerprint, importance(offer), listener, clock());
      } else {
        edge().offerAll(new long[] {fingerprint}, 0, 1, bulkListener(offer, wave), clock());
      }
    });
  }

  private EdgeNode.BulkListener bulkListener(SimOffer offer, int wave) {
    return new EdgeNode.BulkListener() {
      @Override public void ended(int index, Resolution told) {
        SimAgent.this.ended(offer, told, wave);
      }

      @Override public Optional<String> key(int index) {
        return world.sketches.textOf(offer);
      }
    };
  }

  /** A producer that may know the text of its event. */
  private record Knowing(Optional<String> text, Offer.Listener listener)
      implements Offer.Listener {
    @Override public void ended(Offer offer, Resolution resolution) {
      listener.ended(offer, resolution);
    }

    @Override public Optional<String> key(Offer offer) {
      return text;
    }
  }

  /** Of all sizes, one after the other; filters of other kinds must not care. */
  private static int importance(SimOffer offer) {
    return offer.id * 37 % 256;
  }

  private void ended(SimOffer offer, Resolution resolution, int wave) {
    world.model.told(offer, resolution, clock());
    boolean fails = wave == 1 && world.chance(world.scenario.throwShare);
    if (offer.isHolding()) {
      if (fails) {
        world.model.released(offer);
      } else {
        confirming.add(offer);
        world.model.confirmed(offer);
        world.sketches.delivered(this, offer);
      }
    }
    if (fails) {
      throw new IllegalStateException("the producer could not take it");
    }
  }

  /** Offers an event that the producer confirms or releases later, if it lives that long. */
  void claim(long fingerprint, int wave) {
    SimOffer offer = world.model.offered(this, fingerprint, wave, clock());
    world.sketches.offered(this, offer);
    long boot = incarnation;
    var listener = new Knowing(world.sketches.textOf(offer), (handle, resolution) -> {
      world.model.told(offer, resolution, clock());
      if (offer.isHolding()) {
        if (wave == 1 && world.chance(world.scenario.deathBeforeConfirm)) {
          world.after(0, () -> {
            if (isUp() && incarnation == boot) {
              crash(world.chance(world.scenario.agentAmnesia), knowsIt());
            }
          });
        }
        long[] delays = {1, 20, 80, 150, world.scenario.lease * 3L / 2};
        boolean isSlow = wave == 1 && world.chance(world.scenario.slowShare);
        int choice = isSlow ? delays.length - 1 : world.random.nextInt(delays.length - 1);
        world.after(delays[choice] * World.MILLI, () -> {
          if (isUp() && incarnation == boot) {
            finish(offer, handle, wave);
          }
        });
      }
    });
    step(() -> edge().claim(fingerprint, importance(offer), listener, clock()));
  }

  private void finish(SimOffer offer, Offer handle, int wave) {
    if (wave == 1 && world.chance(world.scenario.releaseShare)) {
      world.model.released(offer);
      step(() -> edge().release(handle, clock()));
    } else {
      confirming.add(offer);
      world.model.confirmed(offer);
      world.sketches.delivered(this, offer);
      step(() -> edge().confirm(handle, clock()));
    }
  }

  boolean knowsIt() {
    return world.chance(world.scenario.knownAmnesia);
  }

  private EdgeNode edge() {
    return (EdgeNode) machine();
  }

  @Override void crashed() {
    world.model.agentDied(this);
    world.sketches.ended(this);
  }

  @Override void loseState(boolean knowsIt) {
    if (disk.isPresent()) {
      confirming.forEach(offer -> world.model.excuse(offer.fingerprint, LOST_CONFIRM));
      disk.get().confirms.now().values()
          .forEach(confirm -> world.model.excuse(confirm.fingerprint(), LOST_CONFIRM));
      leaf = newShadow();
    } else {
      real.journal().forEach(
          confirm -> world.model.excuse(confirm.fingerprint(), LOST_CONFIRM));
      create(knowsIt ? Birth.LOST : Birth.FIRST);
    }
  }

  @Override int incarnationStep() {
    return world.scenario.incarnationStep;
  }

  @Override void recovered() {
    if (real instanceof HeapAgentStore onHeap) {
      onHeap.recovered();
    }
  }

  /** Tells the model which confirms were acknowledged. */
  private final class Watched extends ForwardingAgentStore {
    Watched(AgentStore real) {
      super(real);
    }

    @Override public FilterSlice leaf() {
      return leaf;
    }

    @Override public void acknowledged(Origin origin) {
      journal().stream().filter(confirm -> confirm.origin().equals(origin))
          .forEach(confirm -> world.model.acknowledged(SimAgent.this, confirm));
      disk.ifPresent(kept -> kept.confirms.begin(origin, Optional.empty()));
      super.acknowledged(origin);
      disk.ifPresent(kept -> kept.confirms.end());
    }

    @Override public void journal(Unacknowledged confirm) {
      disk.ifPresent(kept -> kept.confirms.begin(confirm.origin(), Optional.of(confirm)));
      super.journal(confirm);
      disk.ifPresent(kept -> kept.confirms.end());
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
