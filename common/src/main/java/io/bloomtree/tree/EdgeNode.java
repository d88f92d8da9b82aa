package io.bloomtree.tree;

import static java.util.Objects.checkFromToIndex;
import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.wire.AckFrame;
import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Origins;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.ProbeFrame.Probe;
import io.bloomtree.wire.Source;
import io.bloomtree.wire.Testimony;
import io.bloomtree.wire.VerifyReplyFrame.VerifyReply;
import io.bloomtree.wire.WelcomeFrame;
import java.util.List;
import java.util.Optional;

/**
 * The edge agent: takes offers, asks the tree about those its leaf filter does not know, and sends
 * confirms and releases until they are acknowledged. Owned by one event loop.
 */
public final class EdgeNode extends NodeMachine {
  /**
   * Hears how each of many offers ended: those that need nobody before {@link EdgeNode#offerAll}
   * returns, the others later.
   */
  public interface BulkListener {
    /** {@code index}: where the event's fingerprint stood in the array. */
    void ended(int index, Resolution resolution);

    /** The text of an event's key, if it is known; asked for few events, as long as they last. */
    default Optional<String> key(int index) {
      return Optional.empty();
    }
  }

  private final AgentStore store;
  private final Uplink uplink;
  private final Settlements settlements;
  private final Greetings greetings;
  private final long patience;
  private final OfferSketches sketches;
  private final Offers offers;

  public EdgeNode(
      Place place, Settings settings, Identity identity, long incarnation, AgentStore store,
      Transport transport) {
    super(place, 0, settings, identity, incarnation, store, store.leaf(), transport);
    this.store = store;
    this.uplink = new Uplink(place, settings, timers, outbox, health);
    Source source = new Source(place.self().id(), incarnation);
    this.settlements = new Settlements(store, place.self(), source, uplink, settings, timers);
    this.greetings =
        new Greetings(
            place, identity, incarnation, store, settlements, uplink, settings, timers);
    this.patience = settings.timing().deadline().toMillis();
    this.sketches = new OfferSketches(book, identity, place.self(), incarnation);
    this.offers =
        new Offers(place, source, store, uplink, settlements, settings, timers, tally,
            health, sketches);
  }

  @Override public void start(long now) {
    beginStep(now);
    begin(now);
    uplink.greet(now);
    settlements.resume(now);
    greetings.start(now);
    endStep(now);
  }

  /**
   * Offers an event. If it is DISTINCT the agent confirms it when the listener returns, and
   * releases it when the listener throws.
   *
   * @throws IllegalStateException if a listener calls it
   */
  public Offer offer(long fingerprint, int importance, Offer.Listener listener, long now) {
    return offer(fingerprint, importance, now + patience, listener, now);
  }

  /**
   * Offers an event that waited elsewhere before, and ends by its own deadline or the tree's,
   * whichever is earlier. If that has passed it fails as OVERLOADED.
   */
  public Offer offer(
      long fingerprint, int importance, long deadline, Offer.Listener listener, long now) {
    return take(new Offer(fingerprint, importance, deadline(deadline, now), false, listener), now);
  }

  /** Offers an event that the producer itself will confirm or release if it is DISTINCT. */
  public Offer claim(long fingerprint, int importance, Offer.Listener listener, long now) {
    return claim(fingerprint, importance, now + patience, listener, now);
  }

  /** The same for an event that waited elsewhere before. */
  public Offer claim(
      long fingerprint, int importance, long deadline, Offer.Listener listener, long now) {
    return take(new Offer(fingerprint, importance, deadline(deadline, now), true, listener), now);
  }

  /** Offers many events, as {@link #offer} does each, and ends the step once. */
  public void offerAll(
      long[] fingerprints, int from, int to, BulkListener listener, long now) {
    offerAll(
        fingerprints, from, to, ImportanceShape.DEFAULT_IMPORTANCE, now + patience, listener, now);
  }

  /** The same for events of some importance that waited elsewhere before. */
  public void offerAll(
      long[] fingerprints, int from, int to, int importance, long deadline, BulkListener listener,
      long now) {
    requireNonNull(listener, "listener");
    Offer.requireImportance(importance);
    checkFromToIndex(from, to, fingerprints.length);
    beginStep(now);
    offers.takeAll(fingerprints, from, to, importance, deadline(deadline, now), listener, now);
    sketches.offered(fingerprints, from, to, listener);
    endStep(now);
  }

  /** Nothing can be asked or kept any more, so nothing is worth waiting for. */
  @Override void onStopped() {
    offers.close(Reason.STATE_FAILED);
  }

  private Offer take(Offer offer, long now) {
    beginStep(now);
    offers.take(offer, now);
    sketches.offered(offer);
    endStep(now);
    return offer;
  }

  /** Nobody waits longer than the tree lets an offer wait. */
  private long deadline(long own, long now) {
    return Math.min(own, now + patience);
  }

  /** How many more new events the agent can take now: a further one would fail as OVERLOADED. */
  public int room() {
    return offers.room();
  }

  /** Whether everything that was offered has ended and was settled. */
  @Override public boolean isIdle() {
    return offers.waiting() == 0 && offers.inHand() == 0;
  }

  /**
   * Tells the parent what the sketches have of it yet, before the machine is closed; says whether
   * that is done, as far as it can be. Until then it is called again after each step.
   */
  public boolean tellSketches(long now) {
    beginStep(now);
    boolean isDone = book.map(it -> it.tellAll(now)).orElse(true);
    endStep(now);
    return isDone;
  }

  /**
   * Ends every offer that waits, as CLOSED. For a machine that stops: it sends nothing, and what is
   * claimed ends with its lease.
   */
  public void close() {
    close(Reason.CLOSED);
  }

  /** The same for a reason that only its owner knows. */
  public void close(Reason why) {
    offers.close(isStopped() ? Reason.STATE_FAILED : why);
  }

  /**
   * The event was delivered. If its lease ran out meanwhile and the agent has no room for one more
   * confirm, it is not recorded, and counted.
   *
   * @throws IllegalStateException if the offer holds no claim
   */
  public void confirm(Offer offer, long now) {
    requireHolding(offer);
    beginStep(now);
    offers.confirmed(offer, now);
    endStep(now);
  }

  /**
   * The event was not delivered, and will not be on the strength of this offer.
   *
   * @throws IllegalStateException if the offer holds no claim
   */
  public void release(Offer offer, long now) {
    requireHolding(offer);
    beginStep(now);
    offers.released(offer, now);
    endStep(now);
  }

  private static void requireHolding(Offer offer) {
    if (!offer.isHolding()) {
      throw new IllegalStateException("offer holds no claim: it was not told DISTINCT, or ended");
    }
  }

  @Override void endStep(long now) {
    uplink.pump(now);
    super.endStep(now);
  }

  @Override void heardAbove(Endpoint from, long now) {
    uplink.heard(from, now);
  }

  @Override void onAnswers(AnswerFrame answers, long now) {
    offers.answered(answers, now);
  }

  @Override void onAcks(AckFrame acks, long now) {
    Origins confirmed = acks.confirmed();
    for (int i = 0; i < confirmed.size(); i++) {
      settlements.confirmAcknowledged(confirmed.source(i), confirmed.sequence(i));
    }
    Origins released = acks.released();
    for (int i = 0; i < released.size(); i++) {
      settlements.releaseAcknowledged(released.source(i), released.sequence(i));
    }
  }

  @Override void onWelcome(WelcomeFrame welcome, long now) {
    if (welcome.node().equals(place.self().id()) && welcome.incarnation() == incarnation) {
      greetings.welcomed(welcome.slice());
    }
  }

  @Override void onVerify(Packet packet, Probe probe, long now) {
    tally.add(Tally.Count.TESTS);
    Testimony testimony =
        store.leaf().holds(probe.fingerprint()) ? Testimony.HAVE
            : store.birth() == Birth.LOST ? Testimony.UNKNOWN : Testimony.DENY;
    outbox.add(packet.from(), Outbox.TESTIMONIES, new VerifyReply(probe.round(), testimony));
  }

  @Override public Vitals vitals() {
    return Vitals.of(store, health, true, List.of(), Optional.empty(), uplink);
  }

  @Override public List<Occupancy> occupancy() {
    Settings.Limits limits = settings.limits();
    return List.of(
        new Occupancy("offers", offers.waiting(), limits.offers()),
        new Occupancy("outstanding", offers.inHand(), limits.outstanding()),
        new Occupancy("released", settlements.remembered(), limits.outstanding()));
  }
}
