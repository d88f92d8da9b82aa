package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.wire.Endpoint;
import java.util.ArrayList;
import java.util.List;

/** An edge agent on a test bench, and the producer in whose process it lives. */
final class EdgeBench extends Bench<EdgeNode> {
  static final Endpoint AGENT = at("a0", 0);

  final AgentStore store;

  /** An agent that never lived before, and whose parent is there. */
  EdgeBench(TreeShape shape, Settings settings) {
    this(shape, settings, 1, new HeapAgentStore(1, Birth.FIRST, shape.leaves().newSlice(0)));
    greeted();
  }

  /** An agent that has heard of nobody yet. */
  EdgeBench(TreeShape shape, Settings settings, long incarnation, AgentStore store) {
    super(transport ->
        new EdgeNode(
            place(shape, AGENT.node().value()), settings, IDENTITY, incarnation, store,
            transport));
    this.store = store;
  }

  @Override EdgeBench greeted() {
    super.greeted();
    return this;
  }

  /** Welcomes the agent at every slice of the root, so that it has nothing left to say. */
  EdgeBench welcomed(Endpoint parent, int rootSlices) {
    for (int slice = 0; slice < rootSlices; slice++) {
      deliver(parent, Messages.welcome(AGENT.node(), 1, slice));
    }
    advance(1_000); // so that its timer for hellos is gone, too
    forgetSent();
    return this;
  }

  Told offer(long fingerprint) {
    return offer(fingerprint, (offer, resolution) -> {});
  }

  /** Offers an event; {@code then} runs in the callback. */
  Told offer(long fingerprint, Offer.Listener then) {
    var told = new Told(then);
    told.handle = machine.offer(fingerprint, 0, told, now());
    settle();
    return told;
  }

  Told claim(long fingerprint) {
    return claim(fingerprint, (offer, resolution) -> {});
  }

  Told claim(long fingerprint, Offer.Listener then) {
    var told = new Told(then);
    told.handle = machine.claim(fingerprint, 0, told, now());
    settle();
    return told;
  }

  void confirm(Told told) {
    machine.confirm(told.handle, now());
    settle();
  }

  void release(Told told) {
    machine.release(told.handle, now());
    settle();
  }

  /** One offer and what became of it. */
  static final class Told implements Offer.Listener {
    private final Offer.Listener then;
    private final List<Resolution> resolutions = new ArrayList<>();
    private Offer handle;

    Told(Offer.Listener then) {
      this.then = requireNonNull(then, "then");
    }

    @Override public void ended(Offer offer, Resolution resolution) {
      resolutions.add(resolution);
      then.ended(offer, resolution);
    }

    /** All it was told: one resolution, or none yet. */
    List<Resolution> resolutions() {
      return resolutions;
    }

    Offer handle() {
      return handle;
    }
  }
}
