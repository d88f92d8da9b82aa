package io.bloomtree.tree;

import io.bloomtree.tree.Resolution.Decision;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.wire.AckFrame;
import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.AnswerFrame.Answer;
import io.bloomtree.wire.AskFrame.Ask;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.ProbeFrame.Probe;
import io.bloomtree.wire.Testimony;
import io.bloomtree.wire.VerifyReplyFrame.VerifyReply;
import io.bloomtree.wire.WelcomeFrame;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The edge agent: takes offers, asks the tree about those its leaf filter does not know, and sends
 * confirms and releases until they are acknowledged. Owned by one event loop.
 */
public final class EdgeNode extends NodeMachine {
  /*
   * Copies of one event that wait at the same time form a group with one ask and one
   * origin. One of them is told DISTINCT; the others wait until it is confirmed (then
   * they are duplicates) or released (then they ask anew, with a new origin: what was
   * said under the old one may still be under way).
   */
  private final AgentStore store;
  private final Uplink uplink;
  private final Settlements settlements;
  private final Greetings greetings;
  private final long patience;
  private final long retry;
  private final long heldRetry;
  private final Map<Long, Group> groups = new HashMap<>();
  private final Map<Origin, Group> asking = new HashMap<>();
  private long lastSequence;
  private int waiting;
  private int telling;

  public EdgeNode(
      Place place, Settings settings, Identity identity, long incarnation, AgentStore store,
      Transport transport) {
    super(place, 0, settings, identity, incarnation, store.born(), transport);
    this.store = store;
    this.uplink = new Uplink(place, settings, timers, outbox, tally);
    this.settlements = new Settlements(store, incarnation, uplink, settings, timers);
    this.greetings =
        new Greetings(place, identity, incarnation, settlements, uplink, settings, timers);
    this.patience = settings.timing().deadline().toMillis();
    this.retry = settings.timing().retry().toMillis();
    this.heldRetry = settings.timing().heldRetry().toMillis();
  }

  @Override
  public void start(long now) {
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
    return take(fingerprint, importance, false, listener, now);
  }

  /** Offers an event that the producer itself will confirm or release if it is DISTINCT. */
  public Offer claim(long fingerprint, int importance, Offer.Listener listener, long now) {
    return take(fingerprint, importance, true, listener, now);
  }

  /**
   * The event was delivered. If its lease ran out meanwhile and the agent has no room for one more
   * confirm, it is not recorded, and counted.
   *
   * @throws IllegalStateException if the offer holds no claim
   */
  public void confirm(Offer offer, long now) {
    requireHolding(offer);
    confirmed(offer, now);
    endStep(now);
  }

  /**
   * The event was not delivered, and will not be on the strength of this offer.
   *
   * @throws IllegalStateException if the offer holds no claim
   */
  public void release(Offer offer, long now) {
    requireHolding(offer);
    released(offer, now);
    endStep(now);
  }

  private static void requireHolding(Offer offer) {
    if (!offer.isHolding()) {
      throw new IllegalStateException("offer holds no claim: it was not told DISTINCT, or ended");
    }
  }

  private Offer take(
      long fingerprint, int importance, boolean isClaim, Offer.Listener listener, long now) {
    if (telling > 0) {
      throw new IllegalStateException("a listener must not offer: let it plan to");
    }
    long deadline = now + patience;
    Offer offer = new Offer(fingerprint, importance, deadline, isClaim, listener);
    tally.add(Tally.Count.TESTS);
    if (store.leaf().holds(fingerprint)) {
      tally.add(Tally.Count.HITS);
      offer.end();
      tell(offer, ownVerdict(Decision.DUPLICATE, Degradation.NONE));
    } else {
      enqueue(offer, now);
    }
    endStep(now);
    return offer;
  }

  private void enqueue(Offer offer, long now) {
    Group group = groups.get(offer.fingerprint());
    boolean hasRoom = waiting < settings.limits().offers()
        && (group != null || inHand() < settings.limits().outstanding());
    if (!hasRoom) {
      offer.end();
      tell(offer, new Failure(Reason.OVERLOADED, id()));
      return;
    }
    waiting++;
    if (group == null) {
      group = new Group(offer.fingerprint(), offer.importance());
      group.waiters.add(offer);
      begin(group);
      ask(group, now);
    } else {
      group.waiters.add(offer);
      group.rearm();
    }
  }

  /** Events for which a confirm may have to be kept. */
  private int inHand() {
    return groups.size() + settlements.size();
  }

  private NodeId id() {
    return place.self().id();
  }

  private Verdict ownVerdict(Decision decision, Degradation degradation) {
    return new Verdict(decision, id(), place.level(), degradation);
  }

  private void begin(Group group) {
    group.origin = new Origin(id(), incarnation, ++lastSequence);
    group.holder = null;
    groups.put(group.fingerprint, group);
    asking.put(group.origin, group);
  }

  private void ask(Group group, long now) {
    if (uplink.ask(group, group.fingerprint, now)) {
      group.isAsked = true;
      group.nextAsk = now + retry;
      group.rearm();
    } else {
      parentAway(group, id(), now);
    }
  }

  /** The parent, or a node above it, does not answer: the policy decides. */
  private void parentAway(Group group, NodeId reportedBy, long now) {
    switch (settings.parent()) {
      case FAIL -> {
        abandon(group, now);
        endAll(group, new Failure(Reason.PARENT_AWAY, reportedBy));
      }
      case DROP -> {
        abandon(group, now);
        tally.add(Tally.Count.DEGRADED, group.waiters.size());
        endAll(group, ownVerdict(Decision.DUPLICATE, Degradation.PARENT_AWAY));
      }
      case DELIVER -> {
        tally.add(Tally.Count.DEGRADED);
        deliver(group, ownVerdict(Decision.DISTINCT, Degradation.PARENT_AWAY), now);
      }
    }
  }

  /** Stops asking; the claim that may have been made, or may yet be, is released. */
  private void abandon(Group group, long now) {
    close(group);
    if (group.isAsked) {
      settlements.release(group.origin, group.fingerprint, now);
    }
  }

  private void close(Group group) {
    groups.remove(group.fingerprint, group);
    asking.remove(group.origin);
    timers.cancel(group);
    group.leave();
  }

  private void endAll(Group group, Resolution resolution) {
    while (!group.waiters.isEmpty()) {
      end(group.waiters.remove(), resolution);
    }
  }

  private void end(Offer waiter, Resolution resolution) {
    waiting--;
    waiter.end();
    tell(waiter, resolution);
  }

  /** Tells the listener, and says whether it took it well; what it throws harms nobody else. */
  private boolean tell(Offer offer, Resolution resolution) {
    telling++;
    try {
      offer.tell(resolution);
      return true;
    } catch (Throwable e) { // an Error too must not leave others untold
      tally.add(Tally.Count.FAILED_LISTENERS);
      return false;
    } finally {
      telling--;
    }
  }

  /** Tells the first that waits that the event is its to deliver. */
  private void deliver(Group group, Verdict verdict, long now) {
    Offer offer = group.waiters.remove();
    waiting--;
    asking.remove(group.origin);
    group.leave();
    group.holder = offer;
    group.lapse = now + settings.timing().lease().toMillis();
    group.rearm();
    offer.hold(group.origin);
    boolean delivered = tell(offer, verdict);
    if (!offer.isHolding()) {
      return; // the listener has confirmed or released already
    }
    if (!delivered) {
      released(offer, now);
    } else if (!offer.isClaim()) {
      confirmed(offer, now);
    }
  }

  private void confirmed(Offer offer, long now) {
    offer.end();
    Optional<Group> group = groupHeldBy(offer);
    group.ifPresent(this::close);
    if (group.isEmpty() && inHand() >= settings.limits().outstanding()) {
      tally.add(Tally.Count.UNRECORDED_CONFIRMS); // its lease ran out, and its place is taken
      return;
    }
    settlements.confirm(offer.claim(), offer.fingerprint(), offer.importance(), now);
    record(offer.fingerprint());
    group.ifPresent(g -> endAll(g, ownVerdict(Decision.DUPLICATE, Degradation.NONE)));
  }

  private void released(Offer offer, long now) {
    offer.end();
    Optional<Group> group = groupHeldBy(offer);
    group.ifPresent(this::close);
    if (inHand() < settings.limits().outstanding()) {
      settlements.release(offer.claim(), offer.fingerprint(), now);
    }
    group.ifPresent(g -> askAnew(g, now));
  }

  /** The group whose claim the offer holds; empty if its lease ran out. */
  private Optional<Group> groupHeldBy(Offer offer) {
    return Optional.ofNullable(groups.get(offer.fingerprint()))
        .filter(group -> group.holder == offer);
  }

  private void askAnew(Group group, long now) {
    close(group);
    if (inHand() >= settings.limits().outstanding()) {
      endAll(group, new Failure(Reason.OVERLOADED, id()));
    } else if (!group.waiters.isEmpty()) {
      group.isAsked = false;
      group.lastAnswer = Outcome.HELD; // by a copy in this agent, until now
      begin(group);
      // not in this step: listeners that throw one after the other would pile up on the stack
      group.nextAsk = now;
      group.rearm();
    }
  }

  private void record(long fingerprint) {
    tally.add(Tally.Count.SETS);
    store.leaf().set(fingerprint);
  }

  @Override
  void endStep(long now) {
    uplink.pump(now);
    super.endStep(now);
  }

  @Override
  void heard(Endpoint from) {
    if (uplink.isParent(from)) {
      uplink.heard(from);
    }
  }

  @Override
  void onAnswer(AnswerFrame frame, Answer answer, long now) {
    Group group = asking.get(answer.origin());
    if (group == null) {
      if (answer.outcome() == Outcome.DISTINCT) {
        releaseLate(answer.origin(), now);
      }
      return;
    }
    group.leave();
    switch (answer.outcome()) {
      case DISTINCT -> deliver(group, verdict(Decision.DISTINCT, frame, answer), now);
      case DUPLICATE -> duplicate(group, verdict(Decision.DUPLICATE, frame, answer), now);
      case HELD, BUSY -> {
        if (group.lastAnswer == null || group.nextAsk > now + heldRetry) {
          group.nextAsk = now + heldRetry;
        }
        group.lastAnswer = answer.outcome();
        group.rearm();
      }
      case FENCED -> {
        close(group);
        endAll(group, new Failure(Reason.FENCED, frame.decidedBy()));
      }
      case UNAVAILABLE -> parentAway(group, frame.decidedBy(), now);
    }
  }

  private static Verdict verdict(Decision decision, AnswerFrame frame, Answer answer) {
    return new Verdict(decision, frame.decidedBy(), frame.level(), answer.degradation());
  }

  private void duplicate(Group group, Verdict verdict, long now) {
    if (verdict.isDegraded()) {
      abandon(group, now);
    } else {
      close(group);
      if (settings.mode() == Mode.DENSE) {
        record(group.fingerprint);
      }
    }
    endAll(group, verdict);
  }

  /**
   * A DISTINCT for which nobody waits any more claimed the event for nobody. But the first outcome
   * is final: what is being delivered, or was, must not be released by a doubled answer.
   */
  private void releaseLate(Origin origin, long now) {
    if (!origin.agent().equals(id()) || origin.incarnation() != incarnation
        || settlements.contains(origin)) {
      return;
    }
    boolean hasRoom = inHand() < settings.limits().outstanding();
    if (!hasRoom || !settlements.releaseAgain(origin, now)) {
      tally.add(Tally.Count.UNWANTED_ANSWERS);
    }
  }

  @Override
  void onAcks(AckFrame acks, long now) {
    acks.confirmed().forEach(settlements::confirmAcknowledged);
    acks.released().forEach(settlements::releaseAcknowledged);
  }

  @Override
  void onWelcome(WelcomeFrame welcome, long now) {
    if (welcome.node().equals(id()) && welcome.incarnation() == incarnation) {
      greetings.welcomed(welcome.slice());
    }
  }

  @Override
  void onVerify(Endpoint from, Probe probe, long now) {
    tally.add(Tally.Count.TESTS);
    Testimony testimony =
        store.leaf().holds(probe.fingerprint()) ? Testimony.HAVE
            : store.birth() == Birth.LOST ? Testimony.UNKNOWN : Testimony.DENY;
    outbox.add(from, Outbox.TESTIMONIES, new VerifyReply(probe.round(), testimony));
  }

  @Override
  public List<Occupancy> occupancy() {
    Settings.Limits limits = settings.limits();
    return List.of(
        new Occupancy("offers", waiting, limits.offers()),
        new Occupancy("outstanding", inHand(), limits.outstanding()),
        new Occupancy("released", settlements.remembered(), limits.outstanding()));
  }

  /** The offers of one event that wait together. Its timer is whatever it waits for next. */
  private final class Group extends Uplink.Asking {
    final long fingerprint;
    final int importance;
    final Deque<Offer> waiters = new ArrayDeque<>(1);
    Origin origin;
    /** Who delivers the event; null while it is asked for. */
    Offer holder;
    boolean isAsked;
    /** The last answer that decided nothing; null if there was none. */
    Outcome lastAnswer;
    long nextAsk;
    long lapse;

    Group(long fingerprint, int importance) {
      this.fingerprint = fingerprint;
      this.importance = importance;
    }

    @Override
    Ask toAsk(long now) {
      long remaining = waiters.isEmpty() ? 0 : waiters.getLast().deadline() - now;
      return new Ask(fingerprint, origin, Math.max(0, remaining), 0, importance);
    }

    void rearm() {
      long due = holder == null ? nextAsk : lapse;
      if (!waiters.isEmpty()) {
        due = Math.min(due, waiters.getFirst().deadline());
      }
      timers.arm(this, due);
    }

    @Override
    void fire(long now) {
      if (holder != null && lapse <= now) {
        askAnew(this, now);
        return;
      }
      expireWaiters(now);
      if (holder == null && waiters.isEmpty()) {
        if (groups.get(fingerprint) == this) {
          abandon(this, now);
        }
      } else if (holder == null && nextAsk <= now) {
        ask(this, now);
      } else if (groups.get(fingerprint) == this) {
        rearm();
      }
    }

    private void expireWaiters(long now) {
      while (!waiters.isEmpty() && waiters.getFirst().deadline() <= now) {
        if (holder != null || lastAnswer == Outcome.HELD) {
          end(waiters.remove(), new Failure(Reason.HELD, id()));
        } else if (lastAnswer == Outcome.BUSY) {
          end(waiters.remove(), new Failure(Reason.BUSY, id()));
        } else if (lane != null) {
          end(waiters.remove(), new Failure(Reason.OVERLOADED, id()));
        } else {
          parentAway(this, id(), now);
        }
      }
    }
  }
}
