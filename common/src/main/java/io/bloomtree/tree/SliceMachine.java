package io.bloomtree.tree;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.ChunkFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.ImageFrame;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.ProbeFrame;
import io.bloomtree.wire.ProbeReplyFrame;
import io.bloomtree.wire.ProbeReplyFrame.ProbeReply;
import io.bloomtree.wire.SetAckFrame;
import io.bloomtree.wire.SetFrame;
import io.bloomtree.wire.Testimony;
import io.bloomtree.wire.VerifyReplyFrame;
import io.bloomtree.wire.VerifyReplyFrame.VerifyReply;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What slices of regions and of the root share: a part of a filter, tested and set together with
 * the node's other slices, and put to the node's children. Owned by one event loop.
 */
abstract class SliceMachine extends NodeMachine {
  /** How many events of a frame are brought into the cache at once. */
  static final int AHEAD = 512;

  final int index;
  final SliceStore store;
  final Peers peers;
  final Spread spread;
  final Examiner examiner;
  final Fence fence;
  private final Copier copier;
  private final Harvest harvest;
  private final Rebuild rebuild;
  final long[] ahead = new long[AHEAD];

  SliceMachine(
      Place place, int index, Settings settings, Identity identity, long incarnation,
      SliceStore store, RandomGenerator random, Transport transport) {
    super(place, index, settings, identity, incarnation, store, store.filter(), transport);
    this.index = index;
    this.store = store;
    this.peers =
        new Peers(place.self(), epochs, settings.timing().timeout().toMillis(), timers, outbox,
            health);
    this.spread =
        new Spread(incarnation, store, peers, place.self().window(), settings, timers, outbox);
    this.examiner =
        new Examiner(place, index, store, lineage, epochs, spread, peers, settings,
            random.nextLong(), timers, outbox, tally);
    this.copier = new Copier(store, settings, random.nextLong(), timers, outbox);
    this.harvest = new Harvest(place, index, store, copier, settings, timers);
    this.fence = new Fence(place, index, identity, store, lineage, amnesia, harvest, health);
    this.rebuild = new Rebuild(place, identity, lineage, amnesia, harvest, health);
  }

  /**
   * Records a confirmed event; false if there is no room and it must be repeated later. The owner
   * has the event's other slices set it. A stand-in keeps it until the owner has taken it over.
   */
  final boolean record(long fingerprint, long ageMillis, int importance, long now) {
    boolean isOwner = isOwner(fingerprint);
    if (isOwner && place.self().plan().scheme() != SlicePlan.Scheme.VERTICAL) {
      setHere(fingerprint, ageMillis, importance, Tally.Count.SETS);
      return true;
    }
    int[] slices = place.self().plan().slicesOf(fingerprint);
    int others = 0;
    int[] other = new int[slices.length];
    for (int slice : slices) {
      if (slice == index) {
        setHere(fingerprint, ageMillis, importance,
            isOwner ? Tally.Count.SETS : Tally.Count.PART_SETS);
      } else {
        other[others++] = slice;
      }
    }
    if (others == 0) {
      return true;
    }
    int[] missing =
        isOwner ? Arrays.copyOf(other, others) : new int[] {ownerOf(fingerprint)};
    return spread.add(fingerprint, missing, now - ageMillis, importance, now);
  }

  final int ownerOf(long fingerprint) {
    return place.self().plan().owner(fingerprint);
  }

  final boolean isOwner(long fingerprint) {
    return ownerOf(fingerprint) == index;
  }

  /** A stand-in handed over an event that was confirmed while this slice was away. */
  void takenOver(long fingerprint, long ageMillis) {}

  private void setHere(long fingerprint, long ageMillis, int importance, Tally.Count as) {
    tally.add(as);
    store.filter().record(fingerprint, ageMillis, importance);
  }

  /** A copy of an event came that this node has. */
  final void learn(long fingerprint, long ageMillis, int importance) {
    if (store.filter().learns() && isOwner(fingerprint)) {
      store.filter().repeated(fingerprint, ageMillis, importance);
    }
  }

  /** How long ago an event was confirmed that this slice holds, as far as it knows. */
  final long ageHere(long fingerprint) {
    return spread.holds(fingerprint)
        ? spread.age(fingerprint)
        : store.filter().age(fingerprint);
  }

  /** Makes itself known to the other slices, which may keep something for it. */
  @Override public void start(long now) {
    beginStep(now);
    boolean wasSettled = fence.isSettled();
    begin(now);
    peers.greet(index, now);
    if (wasSettled) {
      spread.resume(now);
    } else {
      respread(now);
    }
    amnesia.onLoss(this::rebuild, rebuild::end);
    fence.start(this::rebuild, now);
    endStep(now);
  }

  /** What was not set yet when the topology changed goes where it belongs now. */
  private void respread(long now) {
    store.unspread().forEach((fingerprint, left) -> {
      long age = Math.max(0, now - left.confirmedAt());
      record(fingerprint, age, left.importance(), now);
      if (!spread.holds(fingerprint)) {
        store.removeUnspread(fingerprint);
      }
    });
  }

  /** Gets back what was lost; what others had before the topology changed comes first. */
  private void rebuild() {
    if (store.birth() == Birth.LOST && fence.isSettled()) {
      rebuild.begin(timers.now());
    }
  }

  /** Whether it is copying something, and not waiting for others to have it. */
  final boolean isCopying() {
    return harvest.isRunning() && !harvest.isArmed();
  }

  /** How the other slices of the node are. */
  final List<Vitals.Peer> beside() {
    return peers.states(index);
  }

  /** What is being copied, if anything is. */
  final Optional<Vitals.Copy> copy() {
    return copier.progress();
  }

  @Override final void onImage(Packet packet, ImageFrame image, long now) {
    copier.onImage(packet, image, now);
  }

  @Override final void onChunk(Packet packet, ChunkFrame chunk, long now) {
    copier.onChunk(packet, chunk, now);
  }

  @Override final int pending() {
    return spread.size();
  }

  @Override int pendingFor(int slice) {
    return spread.countFor(slice);
  }

  @Override public boolean isIdle() {
    return spread.size() == 0 && examiner.size() == 0;
  }

  @Override final void heardBeside(Packet packet, boolean hasMoved, long now) {
    fence.heard(packet, now);
    if (peers.heard(packet.from(), now) || hasMoved) {
      isBack(packet.from().slice());
    }
  }

  /** Another slice of this node was away and answers again. */
  void isBack(int slice) {
    spread.resumeFor(slice);
  }

  @Override final void onProbes(Endpoint from, ProbeFrame probes, long now) {
    boolean reliable = store.birth() != Birth.LOST && fence.isSettled();
    for (ProbeFrame.Probe probe : probes.probes()) {
      tally.add(Tally.Count.PART_TESTS);
      int all = store.filter().probes(probe.fingerprint());
      int set = store.filter().setProbes(probe.fingerprint());
      long age = set == all ? store.filter().age(probe.fingerprint()) : 0;
      outbox.add(
          from, Outbox.PROBE_REPLIES, new ProbeReply(probe.round(), set, all, reliable, age));
    }
  }

  @Override final void onProbeReplies(Packet packet, ProbeReplyFrame replies, long now) {
    replies.replies().forEach(reply -> examiner.onProbeReply(packet, reply, now));
  }

  /** The owner speaks for the node, another slice only of what it keeps for the owner. */
  @Override final void onVerify(Packet packet, ProbeFrame.Probe probe, long now) {
    Endpoint from = packet.from();
    if (packet.epoch() != identity.epoch()) {
      // whom it asks, and what for, follows from another way to cut this node
      testify(from, probe.round(), Testimony.UNKNOWN);
      return;
    }
    if (!isOwner(probe.fingerprint())) {
      testify(from, probe.round(), keeps(probe.fingerprint()) ? Testimony.HAVE : denial());
      return;
    }
    if (examiner.size() >= settings.limits().relayed()) {
      tally.add(Tally.Count.BUSY);
      testify(from, probe.round(), Testimony.UNKNOWN);
      return;
    }
    examiner.testHere(probe.fingerprint()).ifPresentOrElse(
        finding -> testify(from, probe.round(), finding),
        () -> examiner.startRound(
            probe.fingerprint(), (finding, set, age, then) ->
                testify(from, probe.round(), finding),
            now));
  }

  /*
   * What a stand-in kept for an owner that is away was acknowledged, and goes with its state. No
   * rebuild brings it to the owner; but all of it is in the filters of the children, which the
   * stand-in then has beside its own.
   */
  private boolean keeps(long fingerprint) {
    return spread.holds(fingerprint) || store.filter().inherits(fingerprint);
  }

  private void testify(Endpoint to, long round, Examiner.Finding finding) {
    testify(to, round, switch (finding) {
      case HIT -> Testimony.HAVE;
      case MISS -> denial();
      case UNDECIDED, SPLIT -> Testimony.UNKNOWN;
    });
  }

  /**
   * After a loss of state, and while some slices run another topology, not to have an event proves
   * nothing.
   */
  private Testimony denial() {
    boolean mayLack = store.birth() == Birth.LOST || !fence.isSettled() || peers.areSplit();
    return mayLack ? Testimony.UNKNOWN : Testimony.DENY;
  }

  private void testify(Endpoint to, long round, Testimony testimony) {
    outbox.add(to, Outbox.TESTIMONIES, new VerifyReply(round, testimony));
  }

  @Override final void onVerifyReplies(
      Packet packet, VerifyReplyFrame replies, long now) {
    replies.replies().forEach(reply -> examiner.onVerifyReply(packet, reply, now));
  }

  @Override final void onSets(Endpoint from, SetFrame sets, long now) {
    for (SetFrame.SliceSet set : sets.sets()) {
      long fingerprint = set.fingerprint();
      if (!isOwner(fingerprint)) {
        setHere(fingerprint, set.ageMillis(), set.importance(), Tally.Count.PART_SETS);
      } else if (record(fingerprint, set.ageMillis(), set.importance(), now)) {
        takenOver(fingerprint, set.ageMillis());
      } else {
        tally.add(Tally.Count.BUSY);
        continue;
      }
      outbox.add(from, Outbox.SET_ACKS, set.round());
    }
  }

  @Override final void onSetAcks(Endpoint from, SetAckFrame acks, long now) {
    acks.rounds().forEach(round -> spread.acknowledged(from.slice(), round));
  }
}
