package io.bloomtree.tree;

import io.bloomtree.wire.AskFrame;
import io.bloomtree.wire.ConfirmFrame;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.HandoverAckFrame;
import io.bloomtree.wire.HandoverFrame;
import io.bloomtree.wire.HandoverFrame.HeldClaim;
import io.bloomtree.wire.HelloFrame;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.RefusalCode;
import io.bloomtree.wire.ReleaseFrame;
import io.bloomtree.wire.Source;
import io.bloomtree.wire.WelcomeFrame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * One slice of the root: decides which copy of an event is the one. Owned by one event loop.
 *
 * <p>Beside its part of the filter, which holds confirmed events only, it keeps an exact table of
 * claims. Whatever the slice does, it does in one step of one machine, and all asks for an event go
 * to the slice that owns it, unless that is away: this is where all copies of an event, from
 * everywhere, are put in one order.
 */
public final class RootSlice extends SliceMachine {
  private final long lease;
  /** Whether the filter may forget an event while a later copy of it is claimed. */
  private final boolean forgets;
  private final LongTable<Claim> claims = LongTable.byFingerprint();
  private final Map<NodeId, Long> fences = new HashMap<>();
  private final Handovers handovers;

  public RootSlice(
      Place place, int index, Settings settings, Identity identity, long incarnation,
      SliceStore store, RandomGenerator random, Transport transport) {
    super(place, index, settings, identity, incarnation, store, random, transport);
    this.lease = settings.timing().lease().toMillis();
    this.forgets = place.self().isTimed() || store.filter().learns();
    this.handovers = new Handovers(peers, settings, timers, outbox);
  }

  @Override public void start(long now) {
    store.claims().forEach((fingerprint, held) -> {
      // how much of its lease a claim has used up is not known after a restart
      hold(claimOf(fingerprint, held.origin()), held.degradation(), now);
    });
    super.start(now);
  }

  /** Claims do not count: they wait for producers. */
  @Override public boolean isIdle() {
    return handovers.isEmpty() && super.isIdle();
  }

  private Claim claimOf(long fingerprint, Origin origin) {
    return new Claim(fingerprint, Source.of(origin), origin.sequence());
  }

  @Override void onAsks(Packet packet, AskFrame frame, long now) {
    Endpoint from = packet.from();
    boolean isOfThisEpoch = packet.epoch() == identity.epoch();
    Source source = null;
    boolean isFenced = false;
    for (int i = 0; i < frame.size(); i++) {
      if (i % AHEAD == 0) {
        expect(frame.copyFingerprints(i, ahead));
      }
      if (frame.origins().source(i) != source) {
        source = frame.origins().source(i);
        isFenced = isFenced(source);
      }
      if (frame.remainingMillis(i) <= 0) {
        tally.add(Tally.Count.EXPIRED_ASKS);
      } else if (isFenced) {
        tally.add(Tally.Count.FENCED_ASKS);
        answer(
            from, source, frame.origins().sequence(i), Outcome.FENCED, Degradation.NONE);
      } else if (mayNotDecide(frame.fingerprint(i), isOfThisEpoch)) {
        tally.add(Tally.Count.UNSETTLED_ASKS);
        answer(from, source, frame.origins().sequence(i), Outcome.BUSY, Degradation.NONE);
      } else {
        onAsk(
            from, frame.fingerprint(i), source, frame.origins().sequence(i), frame.importance(i),
            now);
      }
    }
  }

  /*
   * While the root is cut in another way, slice after slice, an event has an old owner and a new
   * one. The new one decides when it knows all that the old one knew. Nobody stands in for an
   * owner that is there and runs another topology, nor for one that only the asker takes for it.
   */
  private boolean mayNotDecide(long fingerprint, boolean isOfThisEpoch) {
    if (!fence.isSettled()) {
      return true;
    }
    int owner = ownerOf(fingerprint);
    return owner != index && (!isOfThisEpoch || peers.isElsewhere(owner));
  }

  private void expect(int count) {
    claims.expect(ahead, count);
    store.filter().expect(ahead, 0, count);
  }

  private void onAsk(
      Endpoint from, long fingerprint, Source source, long sequence, int importance, long now) {
    if (spread.holds(fingerprint)) {
      duplicate(from, source, sequence, spread.age(fingerprint));
      return;
    }
    Claim claim = claims.get(fingerprint);
    if (claim != null && claim.isLeftBehindBy(source, sequence)) {
      drop(claim);
      claim = null;
    }
    if (claim != null) {
      answerFromClaim(from, source, sequence, claim, now);
    } else if (claims.size() < settings.limits().claims()) {
      Claim fresh = new Claim(fingerprint, source, sequence);
      fresh.importance = importance;
      examine(from, fresh, now);
    } else if (isRecordedHere(fingerprint)) {
      long age = store.filter().age(fingerprint);
      learn(fingerprint, age, importance);
      duplicate(from, source, sequence, age);
    } else {
      tally.add(Tally.Count.BUSY);
      answer(from, source, sequence, Outcome.BUSY, Degradation.NONE);
    }
  }

  /** Whether this slice knows, without asking anybody, that the event was confirmed. */
  private boolean isRecordedHere(long fingerprint) {
    return examiner.isAlone() && isOwner(fingerprint) && store.filter().holds(fingerprint);
  }

  private void answerFromClaim(
      Endpoint from, Source source, long sequence, Claim claim, long now) {
    boolean own = claim.isOf(source, sequence);
    if (claim.isTesting() && own) {
      claim.asker = from; // its answer is on the way: HELD would only make it ask once more
    } else if (claim.isTesting()) {
      held(from, source, sequence);
    } else if (isRecordedHere(claim.fingerprint) && !(own && forgets)) {
      // somebody else delivered it after all, say after an earlier lease had run out
      duplicate(from, source, sequence, store.filter().age(claim.fingerprint));
    } else if (own) {
      timers.arm(claim, now + lease);
      answer(from, source, sequence, Outcome.DISTINCT, claim.degradation);
    } else {
      held(from, source, sequence);
    }
  }

  /*
   * The claim is taken before the event is tested: where testing takes messages, two
   * copies tested at the same time would both be found distinct.
   */
  private void examine(Endpoint from, Claim claim, long now) {
    claim.asker = from;
    claims.put(claim.fingerprint, claim);
    Optional<Examiner.Finding> here = examiner.testHere(claim.fingerprint);
    if (here.isPresent()) {
      conclude(claim, here.get(), 0, ageHere(claim.fingerprint), now);
    } else {
      claim.round =
          examiner.startRound(
              claim.fingerprint, (finding, set, age, then) ->
                  conclude(claim, finding, set, age, then),
              now);
    }
  }

  private void conclude(
      Claim claim, Examiner.Finding finding, int set, long ageMillis, long now) {
    claim.round = null;
    if (finding == Examiner.Finding.SPLIT) {
      drop(claim);
      tally.add(Tally.Count.UNSETTLED_ASKS);
      answer(claim, Outcome.BUSY, Degradation.NONE);
      return;
    }
    Degradation degradation =
        !isOwner(claim.fingerprint) ? Degradation.OWNER_AWAY
            : finding == Examiner.Finding.UNDECIDED ? Degradation.SLICE_AWAY
                : Degradation.NONE;
    boolean duplicate = switch (finding) {
      case HIT -> true;
      case MISS -> false;
      case UNDECIDED, SPLIT -> settings.slices().duplicate(set);
    };
    if (duplicate) {
      drop(claim);
      if (finding == Examiner.Finding.HIT) {
        // a stand-in that finds the event confirmed knows as much as the owner would
        learn(claim.fingerprint, ageMillis, claim.importance);
        duplicate(claim.asker, claim.source, claim.sequence, ageMillis);
      } else {
        answer(claim, Outcome.DUPLICATE, degradation);
      }
    } else {
      if (degradation == Degradation.NONE && store.birth() == Birth.LOST) {
        degradation = Degradation.STATE_LOST;
      }
      hold(claim, degradation, now);
      answer(claim, Outcome.DISTINCT, degradation);
    }
  }

  private void hold(Claim claim, Degradation degradation, long now) {
    store.putClaim(claim.fingerprint, new SliceStore.HeldClaim(claim.origin(), degradation));
    claim.isHeld = true;
    claim.degradation = degradation;
    claims.put(claim.fingerprint, claim);
    timers.arm(claim, now + lease);
    if (!isOwner(claim.fingerprint)) {
      HeldClaim held = new HeldClaim(claim.fingerprint, claim.origin(), degradation);
      handovers.add(ownerOf(claim.fingerprint), held, now);
    }
  }

  private void drop(Claim claim) {
    claims.remove(claim.fingerprint);
    if (!handovers.isEmpty()) {
      handovers.remove(claim.origin());
    }
    timers.cancel(claim);
    if (claim.isTesting()) {
      if (claim.round != null) {
        claim.round.cancel();
      }
    } else {
      store.removeClaim(claim.fingerprint);
    }
  }

  @Override void onConfirms(Endpoint from, ConfirmFrame frame, long now) {
    for (int i = 0; i < frame.size(); i++) {
      if (i % AHEAD == 0) {
        expect(frame.copyFingerprints(i, ahead));
      }
      long fingerprint = frame.fingerprint(i);
      if (record(fingerprint, frame.ageMillis(i), frame.importance(i), now)) {
        recorded(
            from, fingerprint, frame.ageMillis(i), frame.origins().source(i),
            frame.origins().sequence(i));
      } else {
        tally.add(Tally.Count.BUSY);
      }
    }
  }

  private void recorded(
      Endpoint from, long fingerprint, long ageMillis, Source source, long sequence) {
    Claim claim = claims.get(fingerprint);
    if (claim != null && claim.isOf(source, sequence)) {
      drop(claim);
    } else if (claim != null && outweighs(claim, ageMillis)) {
      endClaim(fingerprint);
    }
    if (!fence.isSettled()) {
      return; // the old owner may have the claim still: it is repeated until that is here
    }
    if (isOwner(fingerprint) || !spread.holds(fingerprint)) {
      outbox.acknowledgeConfirm(from, source, sequence);
    } else {
      // an acknowledged agent may say hello: not before the owner would know better
      Origin origin = new Origin(source.agent(), source.incarnation(), sequence);
      spread.acknowledgeWhenDone(fingerprint, origin, from);
    }
  }

  @Override void onReleases(Endpoint from, ReleaseFrame frame, long now) {
    for (int i = 0; i < frame.size(); i++) {
      onRelease(frame.fingerprint(i), frame.origins().get(i));
      outbox.acknowledgeRelease(
          from, frame.origins().source(i), frame.origins().sequence(i));
    }
  }

  private void onRelease(long fingerprint, Origin origin) {
    Claim claim = claims.get(fingerprint);
    if (claim != null && claim.origin().equals(origin)) {
      drop(claim);
    } else {
      handovers.released(origin);
    }
  }

  @Override void onHello(Packet packet, HelloFrame hello, long now) {
    if (hello.slice() != index) {
      refuse(packet, RefusalCode.STRANGER,
          "hello for another slice: theirs=" + hello.slice() + ", ours=" + index);
      return;
    }
    Long fence = fences.get(hello.node());
    if (fence == null && fences.size() >= settings.limits().agents()) {
      tally.add(Tally.Count.BUSY);
      return;
    }
    if (fence == null || fence < hello.incarnation()) {
      fences.put(hello.node(), hello.incarnation());
      if (hello.lost()) {
        health.watch().heardOfLoss(hello.node());
      }
      claims.values().stream().filter(claim -> isFenced(claim.source)).forEach(this::drop);
    }
    outbox.send(packet.from(), new WelcomeFrame(hello.node(), hello.incarnation(), index));
  }

  private boolean isFenced(Source source) {
    Long fence = fences.get(source.agent());
    return fence != null && source.incarnation() < fence;
  }

  /**
   * Whether what was confirmed ends the claim of another origin. What will be forgotten, perhaps
   * before that one confirms, does not if that one was told DISTINCT: the next would be, too.
   */
  private boolean outweighs(Claim claim, long ageMillis) {
    return !forgets || claim.isTesting() && isKept(claim.fingerprint, ageMillis);
  }

  /** Whether a confirm is remembered: its window may have passed, a filter may take only some. */
  private boolean isKept(long fingerprint, long ageMillis) {
    return ageMillis <= place.self().window()
        && (spread.holds(fingerprint) || store.filter().holds(fingerprint));
  }

  @Override void takenOver(long fingerprint, long ageMillis) {
    if (isKept(fingerprint, ageMillis)) {
      endClaim(fingerprint);
    }
  }

  /**
   * Ends the claim to an event that is recorded now, whose ever it is: with another origin's claim
   * still there, that origin could be told DISTINCT once more.
   */
  private void endClaim(long fingerprint) {
    Claim claim = claims.get(fingerprint);
    if (claim != null) {
      drop(claim);
      if (claim.isTesting()) {
        duplicate(claim.asker, claim.source, claim.sequence, ageHere(fingerprint));
      }
    }
  }

  @Override void isBack(int slice) {
    super.isBack(slice);
    handovers.sendTo(slice);
  }

  @Override void onHandover(Endpoint from, HandoverFrame handover, long now) {
    for (HeldClaim held : handover.claims()) {
      if (isNews(held)) {
        if (claims.size() >= settings.limits().claims()) {
          tally.add(Tally.Count.BUSY);
          continue;
        }
        hold(claimOf(held.fingerprint(), held.origin()), held.degradation(), now);
      }
      outbox.add(from, Outbox.HANDOVER_ACKS, held.origin());
    }
  }

  private boolean isNews(HeldClaim held) {
    long fingerprint = held.fingerprint();
    return !claims.containsKey(fingerprint) && !spread.holds(fingerprint)
        && !store.filter().holds(fingerprint) && !isFenced(Source.of(held.origin()))
        && !handovers.wasReleased(held.origin());
  }

  @Override void onHandoverAcks(Endpoint from, HandoverAckFrame acks, long now) {
    for (Origin origin : acks.origins()) {
      handovers.get(origin).ifPresent(held -> drop(claims.get(held.fingerprint())));
    }
    handovers.sendTo(from.slice());
  }

  @Override int pendingFor(int slice) {
    return super.pendingFor(slice) + handovers.countFor(slice);
  }

  private void duplicate(Endpoint to, Source source, long sequence, long ageMillis) {
    outbox.answer(
        to, place.self().id(), place.level(), source, sequence, Outcome.DUPLICATE,
        Degradation.NONE, ageMillis);
  }

  private void held(Endpoint to, Source source, long sequence) {
    tally.add(Tally.Count.HELD);
    answer(to, source, sequence, Outcome.HELD, Degradation.NONE);
  }

  private void answer(Claim claim, Outcome outcome, Degradation degradation) {
    answer(claim.asker, claim.source, claim.sequence, outcome, degradation);
  }

  private void answer(
      Endpoint to, Source source, long sequence, Outcome outcome, Degradation degradation) {
    if (degradation != Degradation.NONE) {
      health.degraded(degradation, 1, timers.now());
    }
    outbox.answer(
        to, place.self().id(), place.level(), source, sequence, outcome, degradation, 0);
  }

  @Override public Vitals vitals() {
    return Vitals.of(store, health, fence.isSettled(), beside(), copy());
  }

  @Override public List<Occupancy> occupancy() {
    int limit = settings.limits().claims();
    return List.of(
        new Occupancy("claims", claims.size(), limit),
        new Occupancy("unspread", spread.size(), limit),
        new Occupancy("released", handovers.remembered(), Handovers.MEMORY),
        new Occupancy("fences", fences.size(), settings.limits().agents()),
        new Occupancy("rounds", examiner.size(), limit + (long) settings.limits().relayed()));
  }

  /** One event, claimed for one origin. Its timer is its lease. */
  private final class Claim extends Timer {
    final long fingerprint;
    final Source source;
    final long sequence;
    int importance;
    boolean isHeld;
    Degradation degradation = Degradation.NONE;
    Endpoint asker;
    Examiner.Round round;

    Claim(long fingerprint, Source source, long sequence) {
      this.fingerprint = fingerprint;
      this.source = source;
      this.sequence = sequence;
    }

    Origin origin() {
      return new Origin(source.agent(), source.incarnation(), sequence);
    }

    boolean isOf(Source other, long itsSequence) {
      return sequence == itsSequence && source.equals(other);
    }

    /** Whether the event is still being tested: nobody has been told DISTINCT. */
    boolean isTesting() {
      return !isHeld;
    }

    /** Whether the same agent has since begun to ask anew, having given this claim up. */
    boolean isLeftBehindBy(Source other, long later) {
      return isHeld && sequence < later && source.equals(other);
    }

    @Override void fire(long now) {
      if (!fence.isSettled() || peers.areSplit()) {
        timers.arm(this, now + lease); // its confirm may have gone to the new owner
        return;
      }
      tally.add(Tally.Count.LAPSED_CLAIMS);
      drop(this);
    }
  }
}
