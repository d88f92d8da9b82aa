package io.bloomtree.bus;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.Network;
import io.bloomtree.tree.Identity;
import io.bloomtree.tree.Machine;
import io.bloomtree.tree.Place;
import io.bloomtree.tree.Settings;
import io.bloomtree.tree.SliceStore;
import io.bloomtree.tree.Transport;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Puts one slice of a region or of the root on the event bus. All state is touched on this
 * verticle's context.
 */
public abstract class SliceVerticle<M extends Machine>
    extends MachineVerticle<M, SliceStore> {

  /** The constructor of the machine. */
  protected interface Maker<M> {
    M make(
        Place place, int slice, Settings settings, Identity identity, long incarnation,
        SliceStore store, RandomGenerator random, Transport transport);
  }

  private final Maker<M> maker;
  private final Promise<Void> drained = Promise.promise();
  private boolean draining;

  protected SliceVerticle(Network network, Endpoint slice, Maker<M> maker) {
    super(network, slice);
    this.maker = requireNonNull(maker, "maker");
  }

  @Override protected final OpenState<SliceStore> open() {
    return new StateOpener(network(), endpoint()).slice();
  }

  @Override protected final M boot(SliceStore store, long incarnation, Transport transport) {
    NodeId id = endpoint().node();
    int slice = endpoint().slice();
    return maker.make(
        network().place(id),
        slice,
        network().settings(id),
        network().topology().identity(),
        incarnation,
        store,
        new SplittableRandom(incarnation ^ endpoint().hashCode()),
        transport);
  }

  /** Which slice it is. */
  public final Endpoint slice() {
    return endpoint();
  }

  /**
   * Takes no more asks, and succeeds when nobody waits for anything that it has in hand, or the
   * topology's {@code limits.deadline} has passed. May be called from any thread.
   */
  public final Future<Void> drain() {
    context.runOnContext(go -> {
      if (hasStopped()) {
        drained.tryComplete();
        return;
      }
      long patience = network().topology().limits().deadline().toMillis();
      vertx.setTimer(patience, late -> drained.tryComplete());
      draining = true;
      step(machine()::drain);
    });
    return drained.future();
  }

  @Override protected final void stepped() {
    if (draining && machine().isIdle()) {
      drained.tryComplete();
    }
  }
}
