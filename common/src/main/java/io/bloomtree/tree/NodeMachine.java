package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.StorageException;
import io.bloomtree.tree.Neighbour.Role;
import io.bloomtree.wire.AckFrame;
import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.AskFrame;
import io.bloomtree.wire.ChunkFrame;
import io.bloomtree.wire.ChunkRequestFrame;
import io.bloomtree.wire.ConfirmFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Frame;
import io.bloomtree.wire.HandoverAckFrame;
import io.bloomtree.wire.HandoverFrame;
import io.bloomtree.wire.HelloFrame;
import io.bloomtree.wire.ImageFrame;
import io.bloomtree.wire.ImageRequestFrame;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.PingFrame;
import io.bloomtree.wire.PongFrame;
import io.bloomtree.wire.ProbeFrame;
import io.bloomtree.wire.ProbeReplyFrame;
import io.bloomtree.wire.RefusalCode;
import io.bloomtree.wire.RefusalFrame;
import io.bloomtree.wire.ReleaseFrame;
import io.bloomtree.wire.SetAckFrame;
import io.bloomtree.wire.SetFrame;
import io.bloomtree.wire.SketchAckFrame;
import io.bloomtree.wire.SketchFrame;
import io.bloomtree.wire.VerifyFrame;
import io.bloomtree.wire.VerifyReplyFrame;
import io.bloomtree.wire.WelcomeFrame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What all machines share: a step takes a packet or a tick, then sends what came of it. Frames that
 * a kind of node does not expect are counted and dropped. Owned by one event loop.
 */
abstract class NodeMachine implements Machine {
  final Place place;
  final Settings settings;
  final Identity identity;
  final long incarnation;
  private final int digest;
  final Tally tally = new Tally();
  final Timers timers = new Timers();
  final Health health;
  final Outbox outbox;
  final Lineage lineage;
  final Epochs epochs;
  final Amnesia amnesia;
  /** Empty if the tree has no sketches, or another slice of the node has them. */
  final Optional<SketchBook> book;
  private final MachineStore state;
  private final FilterSlice filter;
  private final FilterCare care;
  private final Beside beside;
  private final Images images;
  private final Map<Endpoint, Neighbour> neighbours = new HashMap<>();
  private final Map<NodeId, Role> roles = new HashMap<>();
  private boolean draining;
  private boolean isStopped;

  NodeMachine(
      Place place, int slice, Settings settings, Identity identity, long incarnation,
      MachineStore store, FilterSlice filter, Transport transport) {
    if (store.born() > incarnation) {
      throw new IllegalArgumentException(
          "state must not be younger than its machine: born=" + store.born()
              + ", incarnation=" + incarnation);
    }
    boolean hasSubstitutes = !place.fallbacks().isEmpty() || !place.guests().isEmpty();
    if (hasSubstitutes && settings.verifyAbove() > 0) {
      // what a guest confirmed, the children of its fallback would deny
      throw new IllegalArgumentException(
          "fallbacks and verification exclude each other: id=" + place.self().id()
              + ", verifyAbove=" + settings.verifyAbove());
    }
    this.state = store;
    this.place = place;
    this.settings = settings;
    this.identity = identity;
    this.incarnation = incarnation;
    this.digest = identity.tree().digest();
    this.health = new Health(settings.timing().timeout().toMillis(), timers, tally);
    this.filter = filter;
    this.care = new FilterCare(filter, timers, health);
    Endpoint self = place.self().slice(slice);
    this.lineage = new Lineage(self, store);
    this.epochs = new Epochs(identity.epoch());
    this.amnesia = new Amnesia(store, lineage, place.self(), settings, timers, health);
    this.beside = new Beside(store, timers, health);
    this.images =
        new Images(store, new Former(self, identity.epoch(), place.self().plan()), settings);
    this.outbox =
        new Outbox(digest, identity.epoch(), self, incarnation, lineage,
            settings.batching().events(), transport, tally);
    this.book = settings.sketching().filter(it -> slice == 0).map(it ->
        new SketchBook(it, place, incarnation, settings.timing().retry().toMillis(), timers, outbox,
            tally));
    place.parent().ifPresent(parent -> know(parent, Role.PARENT));
    place.fallbacks().forEach(fallback -> know(fallback, Role.PARENT));
    place.children().forEach(child -> know(child, Role.CHILD));
    place.guests().forEach(guest -> know(guest, Role.CHILD));
    know(place.self(), Role.PEER);
  }

  private void know(NodeRef node, Role role) {
    roles.put(node.id(), role);
    for (int i = 0; i < node.plan().count(); i++) {
      neighbours.put(node.slice(i), new Neighbour(role));
    }
  }

  @Override public final void watch(Watch watch) {
    health.watch(requireNonNull(watch, "watch"));
  }

  @Override public final void drain() {
    draining = true;
  }

  @Override public final void receive(List<Packet> packets, long now) {
    beginStep(now);
    for (Packet packet : packets) {
      take(packet, now);
    }
    endStep(now);
  }

  private void take(Packet packet, long now) {
    Neighbour neighbour = neighbour(packet);
    if (accepts(packet, neighbour)) {
      boolean isKnown = neighbours.containsKey(packet.from());
      boolean hasMoved = epochs.note(packet, isKnown);
      if (isKnown) {
        switch (neighbour.role) {
          case PARENT -> {
            heardAbove(packet.from(), now);
            book.ifPresent(it -> it.heard(packet));
          }
          case PEER -> heardBeside(packet, hasMoved, now);
          default -> {} // who is below looks after himself
        }
        lineage.note(packet.from(), packet.born());
      }
      for (Frame frame : packet.frames()) {
        dispatch(packet, neighbour.role, frame, now);
      }
    }
  }

  /** A neighbour may be cut into more slices in another epoch than it is in this one. */
  private Neighbour neighbour(Packet packet) {
    Neighbour known = neighbours.get(packet.from());
    if (known == null && packet.epoch() != identity.epoch()
        && roles.containsKey(packet.from().node())) {
      return new Neighbour(roles.get(packet.from().node()));
    }
    return known == null ? Neighbour.STRANGER : known;
  }

  @Override public final void tick(long now) {
    beginStep(now);
    timers.fireDue(now);
    endStep(now);
  }

  @Override public final long nextTick() {
    return timers.next();
  }

  @Override public final FilterSlice filter() {
    return filter;
  }

  @Override public final Optional<NodeSketches> sketches() {
    return book.map(it -> it);
  }

  @Override public final Tally tally() {
    return tally;
  }

  /** What all machines do when they start, in their first step. */
  final void begin(long now) {
    amnesia.start(now);
    beside.start(now);
    book.ifPresent(it -> it.start(now));
  }

  /** Whatever the machine does, it does at one time. */
  final void beginStep(long now) {
    timers.advance(now);
    care.beginStep(now);
  }

  /** Sends what the step left to be sent, once what it changed is safe. */
  void endStep(long now) {
    care.endStep();
    if (isStopped || !isSafe()) {
      outbox.discard();
    } else {
      outbox.flush();
    }
  }

  /*
   * What a packet says was done must not be undone. A store that fails once cannot be trusted
   * again, not even if it seems to work: what the failed step changed may be there in part. So
   * the machine falls silent for good, which to everybody else is a crash.
   */
  private boolean isSafe() {
    try {
      state.sync();
      return true;
    } catch (StorageException e) {
      isStopped = true;
      health.watch().stopped(e);
      onStopped();
      return false;
    }
  }

  /** The machine sends nothing any more. */
  void onStopped() {}

  /** Whether its store has failed. */
  final boolean isStopped() {
    return isStopped;
  }

  private boolean accepts(Packet packet, Neighbour neighbour) {
    if (packet.frames().get(0) instanceof RefusalFrame refusal) {
      onRefusal(packet.from(), refusal); // whoever it is from: it may be the other tree's
      return false;
    }
    if (packet.identity() != digest) {
      refuse(packet, RefusalCode.OTHER_TREE,
          "packet of another tree, hash or seed: theirs=%08x, ours=%08x of %s"
              .formatted(packet.identity(), digest, identity.tree()));
      return false;
    }
    if (!identity.mayTalkTo(packet.epoch())) {
      refuse(packet, RefusalCode.EPOCH,
          "epochs are not adjacent: theirs=" + packet.epoch() + ", ours=" + identity.epoch());
      return false;
    }
    if (neighbour == Neighbour.STRANGER) {
      refuse(packet, RefusalCode.STRANGER,
          packet.from() + " is neither above, below nor beside " + place.self().id());
      return false;
    }
    if (neighbour.fences(packet.incarnation())) {
      tally.add(Tally.Count.FENCED_PACKETS);
      refuse(packet, RefusalCode.FENCED,
          "a newer incarnation has taken the sender's place: theirs=" + packet.incarnation()
              + ", newest=" + neighbour.newest());
      return false;
    }
    return true;
  }

  /** A refusal travels alone, and is never answered: two nodes would go on for ever. */
  private void onRefusal(Endpoint from, RefusalFrame refusal) {
    tally.add(Tally.Count.REFUSALS_RECEIVED);
    health.watch().refusedBy(from, refusal.code(), refusal.reason());
  }

  final void refuse(Packet packet, RefusalCode code, String reason) {
    tally.add(Tally.Count.REFUSED_PACKETS);
    outbox.refuse(packet.from(), new RefusalFrame(code, reason));
    health.watch().refused(packet.from(), code, reason);
  }

  private void dispatch(Packet packet, Role role, Frame frame, long now) {
    switch (role) {
      case PARENT -> fromParent(packet, frame, now);
      case CHILD -> fromChild(packet, frame, now);
      default -> fromPeer(packet, frame, now);
    }
  }

  private void fromParent(Packet packet, Frame frame, long now) {
    if (frame instanceof AnswerFrame answers) {
      onAnswers(answers, now);
    } else if (frame instanceof AckFrame acks) {
      onAcks(acks, now);
    } else if (frame instanceof WelcomeFrame welcome) {
      onWelcome(welcome, now);
    } else if (frame instanceof VerifyFrame probes) {
      probes.probes().forEach(probe -> onVerify(packet, probe, now));
    } else if (frame instanceof SketchAckFrame ack) {
      book.ifPresent(it -> it.acknowledged(packet, ack, now));
    } else {
      fromAnybody(packet, Role.PARENT, frame, now);
    }
  }

  private void fromChild(Packet packet, Frame frame, long now) {
    Endpoint from = packet.from();
    if (frame instanceof AskFrame asks) {
      if (draining) {
        tally.add(Tally.Count.DRAINED_ASKS, asks.size());
      } else {
        onAsks(packet, asks, now);
      }
    } else if (frame instanceof ConfirmFrame confirms) {
      onConfirms(from, confirms, now);
    } else if (frame instanceof ReleaseFrame releases) {
      onReleases(from, releases, now);
    } else if (frame instanceof HelloFrame hello) {
      fromNewcomer(packet, hello, now);
    } else if (frame instanceof VerifyReplyFrame replies) {
      onVerifyReplies(packet, replies, now);
    } else if (frame instanceof SketchFrame sketch) {
      book.ifPresentOrElse(it -> it.take(packet, sketch, now),
          () -> tally.add(Tally.Count.REFUSED_SKETCHES));
    } else {
      fromAnybody(packet, Role.CHILD, frame, now);
    }
  }

  /** A hello may come from further below than its packet, where another topology runs. */
  private void fromNewcomer(Packet packet, HelloFrame hello, long now) {
    if (hello.slice() >= place.rootSlices() && hello.epoch() < identity.epoch()) {
      // there is no such slice any more, and whoever has its claims is greeted, too
      outbox.send(
          packet.from(), new WelcomeFrame(hello.node(), hello.incarnation(), hello.slice()));
    } else if (hello.slice() >= place.rootSlices() && hello.epoch() > identity.epoch()) {
      tally.add(Tally.Count.EARLY_HELLOS); // it is repeated until the way to that slice is known
    } else if (hello.slice() >= place.rootSlices()) {
      refuse(packet, RefusalCode.STRANGER,
          "the root has no such slice: slices=" + place.rootSlices() + ", slice="
              + hello.slice());
    } else if (!hello.identity().equals(identity.tree())) {
      refuse(packet, RefusalCode.OTHER_TREE,
          "hello of another tree, hash or seed: theirs=" + hello.identity() + ", ours="
              + identity.tree());
    } else if (!identity.mayTalkTo(hello.epoch())) {
      refuse(packet, RefusalCode.EPOCH,
          "epochs are not adjacent: theirs=" + hello.epoch() + ", ours=" + identity.epoch());
    } else if (hello.epoch() == identity.epoch()
        && hello.topologyDigest() != identity.topologyDigest()) {
      refuse(packet, RefusalCode.EPOCH,
          "another topology of the same epoch: theirs=%016x, ours=%016x"
              .formatted(hello.topologyDigest(), identity.topologyDigest()));
    } else {
      onHello(packet, hello, now);
    }
  }

  private void fromPeer(Packet packet, Frame frame, long now) {
    Endpoint from = packet.from();
    boolean isHeartbeat = frame instanceof PingFrame || frame instanceof PongFrame;
    if (packet.epoch() != identity.epoch() && !isHeartbeat) {
      tally.add(Tally.Count.FRAMES_OF_OTHER_EPOCHS); // repeated until both are in one
    } else if (frame instanceof ProbeFrame probes) {
      onProbes(from, probes, now);
    } else if (frame instanceof ProbeReplyFrame replies) {
      onProbeReplies(packet, replies, now);
    } else if (frame instanceof SetFrame sets) {
      onSets(from, sets, now);
    } else if (frame instanceof SetAckFrame acks) {
      onSetAcks(from, acks, now);
    } else if (frame instanceof HandoverFrame handover) {
      onHandover(from, handover, now);
    } else if (frame instanceof HandoverAckFrame acks) {
      onHandoverAcks(from, acks, now);
    } else {
      fromAnybody(packet, Role.PEER, frame, now);
    }
  }

  private void fromAnybody(Packet packet, Role role, Frame frame, long now) {
    Endpoint from = packet.from();
    if (frame instanceof PingFrame ping) {
      amnesia.hear(ping.born(), now);
      outbox.pong(from, ping.nonce());
    } else if (frame instanceof PongFrame pong) {
      amnesia.hear(pong.born(), now);
    } else if (frame instanceof RefusalFrame refusal) {
      onRefusal(from, refusal);
    } else if (frame instanceof ImageRequestFrame request && role != Role.CHILD) {
      int pending = role == Role.PEER ? pendingFor(from.slice()) : pending();
      outbox.send(from, images.describe(request, pending, lineage.newsFor(from)));
    } else if (frame instanceof ChunkRequestFrame request && role != Role.CHILD) {
      outbox.send(from, images.read(request));
    } else if (frame instanceof ImageFrame image && role != Role.PARENT) {
      amnesia.hear(image.born(), now);
      onImage(packet, image, now);
    } else if (frame instanceof ChunkFrame chunk && role != Role.PARENT) {
      onChunk(packet, chunk, now);
    } else {
      misdirected();
    }
  }

  /** Anything came from a slice of a node above. */
  void heardAbove(Endpoint from, long now) {}

  /** Anything came from another slice of this node; {@code hasMoved}: it ran another topology. */
  void heardBeside(Packet packet, boolean hasMoved, long now) {}

  /** How many confirmed events other slices of this node have yet to take from it. */
  int pending() {
    return 0;
  }

  /** How many claims and events another slice of this node has yet to take from it. */
  int pendingFor(int slice) {
    return 0;
  }

  void onImage(Packet packet, ImageFrame image, long now) {
    misdirected();
  }

  void onChunk(Packet packet, ChunkFrame chunk, long now) {
    misdirected();
  }

  void onAsks(Packet packet, AskFrame asks, long now) {
    misdirected();
  }

  void onAnswers(AnswerFrame answers, long now) {
    misdirected();
  }

  void onConfirms(Endpoint from, ConfirmFrame confirms, long now) {
    misdirected();
  }

  void onReleases(Endpoint from, ReleaseFrame releases, long now) {
    misdirected();
  }

  void onAcks(AckFrame acks, long now) {
    misdirected();
  }

  void onHello(Packet packet, HelloFrame hello, long now) {
    misdirected();
  }

  void onWelcome(WelcomeFrame welcome, long now) {
    misdirected();
  }

  void onProbes(Endpoint from, ProbeFrame probes, long now) {
    misdirected();
  }

  void onProbeReplies(Packet packet, ProbeReplyFrame replies, long now) {
    misdirected();
  }

  void onVerify(Packet packet, ProbeFrame.Probe probe, long now) {
    misdirected();
  }

  void onVerifyReplies(Packet packet, VerifyReplyFrame replies, long now) {
    misdirected();
  }

  void onSets(Endpoint from, SetFrame sets, long now) {
    misdirected();
  }

  void onSetAcks(Endpoint from, SetAckFrame acks, long now) {
    misdirected();
  }

  void onHandover(Endpoint from, HandoverFrame handover, long now) {
    misdirected();
  }

  void onHandoverAcks(Endpoint from, HandoverAckFrame acks, long now) {
    misdirected();
  }

  private void misdirected() {
    tally.add(Tally.Count.MISDIRECTED_FRAMES);
  }
}
