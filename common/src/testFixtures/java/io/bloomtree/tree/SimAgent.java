package io.bloomtree.tree;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.wire.Origin;

/** An edge agent of the simulated tree, and the producer in whose process it lives. */
final class SimAgent extends SimNode {
  private HeapAgentStore real;
  private ShadowedSlice leaf;

  SimAgent(World world, Place place, Identity identity) {
    super(world, place, 0, identity);
    create(Birth.FIRST);
  }

  private void create(Birth birth) {
    use(new HeapAgentStore(incarnation, birth, self(), world.scenario.seed));
  }

  private void use(HeapAgentStore kept) {
    real = kept;
    leaf = shadow(kept.leaf());
  }

  /** Runs the next topology from its next start on. */
  void move(Place next, Identity nextIdentity) {
    boolean isSame = next.self().plan().equals(place.self().plan());
    relocate(next, nextIdentity);
    real.recovered();
    if (isSame) {
      real.rename(self());
      world.shadows.put(self(), leaf);
    } else {
      ShadowedSlice earlier = leaf;
      use(HeapAgentStore.after(real, self(), world.scenario.seed));
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
        (to, packet) -> world.send(endpoint, to, packet));
  }

  /** Offers an event that is confirmed when the callback returns. */
  void offer(long fingerprint, int wave) {
    SimOffer offer = world.model.offered(this, fingerprint, wave, clock());
    step(() -> {
      if (offer.id % 2 == 0) {
        edge().offer(
            fingerprint, importance(offer), (handle, told) -> ended(offer, told, wave), clock());
      } else {
        edge().offerAll(
            new long[] {fingerprint}, 0, 1, (index, told) -> ended(offer, told, wave), clock());
      }
    });
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
        world.model.confirmed(offer);
      }
    }
    if (fails) {
      throw new IllegalStateException("the producer could not take it");
    }
  }

  /** Offers an event that the producer confirms or releases later, if it lives that long. */
  void claim(long fingerprint, int wave) {
    SimOffer offer = world.model.offered(this, fingerprint, wave, clock());
    long boot = incarnation;
    step(() -> edge().claim(fingerprint, importance(offer), (handle, resolution) -> {
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
    }, clock()));
  }

  private void finish(SimOffer offer, Offer handle, int wave) {
    if (wave == 1 && world.chance(world.scenario.releaseShare)) {
      world.model.released(offer);
      step(() -> edge().release(handle, clock()));
    } else {
      world.model.confirmed(offer);
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
  }

  @Override void loseState(boolean knowsIt) {
    real.journal().forEach(
        confirm -> world.model.excuse(confirm.fingerprint(), "agent lost a confirm"));
    create(knowsIt ? Birth.LOST : Birth.FIRST);
  }

  @Override int incarnationStep() {
    return world.scenario.incarnationStep;
  }

  @Override void recovered() {
    real.recovered();
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
      super.acknowledged(origin);
    }
  }
}
