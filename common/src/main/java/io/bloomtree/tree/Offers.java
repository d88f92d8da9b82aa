package io.bloomtree.tree;

import io.bloomtree.tree.Resolution.Decision;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Origins;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.Source;

/**
 * The offers that an agent has in hand: those that wait for a verdict, and those that were told
 * DISTINCT and are neither confirmed nor released. Owned by the agent's event loop.
 */
final class Offers {
  /** How many events are tested at once: their cache misses overlap. */
  private static final int BULK = 512;

  private final NodeId id;
  private final Source source;
  private final AgentStore store;
  private final Uplink uplink;
  private final Settlements settlements;
  private final Settings settings;
  private final Timers timers;
  private final Tally tally;
  private final Health health;
  private final OfferSketches sketches;
  private final long retry;
  private final long heldRetry;
  private final long lease;
  private final Verdicts verdicts;
  private final LongTable<Group> groups = LongTable.byFingerprint();
  /** Those groups that wait for an answer, by the sequences of their asks. */
  private final LongTable<Group> asking = LongTable.bySequence();
  private final long[] bulk = new long[BULK];
  private final boolean[] hits = new boolean[BULK];
  private long lastSequence;
  private int waiting;
  private int telling;
  private Source lastAsked;
  private boolean isLastOwn;
  /** Why nothing is taken any more; null while it is. */
  private Failure closed;

  Offers(
      Place place, Source source, AgentStore store, Uplink uplink, Settlements settlements,
      Settings settings, Timers timers, Tally tally, Health health, OfferSketches sketches) {
    this.id = place.self().id();
    this.source = source;
    this.store = store;
    this.uplink = uplink;
    this.settlements = settlements;
    this.settings = settings;
    this.timers = timers;
    this.tally = tally;
    this.health = health;
    this.sketches = sketches;
    this.retry = settings.timing().retry().toMillis();
    this.heldRetry = settings.timing().heldRetry().toMillis();
    this.lease = settings.timing().lease().toMillis();
    this.verdicts = new Verdicts(id, place.level());
  }

  /** The agent in its present incarnation. */
  Source source() {
    return source;
  }

  /** How many wait for a verdict. */
  int waiting() {
    return waiting;
  }

  /** How many more new events could be taken. */
  int room() {
    Settings.Limits limits = settings.limits();
    return Math.max(0, Math.min(limits.offers() - waiting, limits.outstanding() - inHand()));
  }

  /** Ends all that wait: nobody will call this machine again. */
  void close(Reason why) {
    closed = new Failure(why, id);
    groups.values().forEach(group -> endAll(group, closed));
  }

  /** Takes many offers of one listener, each as if it were the only one. */
  void takeAll(
      long[] fingerprints, int from, int to, int importance, long deadline,
      EdgeNode.BulkListener listener, long now) {
    requireNotTelling();
    for (int start = from; start < to; start += BULK) {
      int end = Math.min(to, start + BULK);
      takeSome(fingerprints, start, end, importance, deadline, listener, now);
    }
  }

  private void takeSome(
      long[] fingerprints, int from, int to, int importance, long deadline,
      EdgeNode.BulkListener listener, long now) {
    System.arraycopy(fingerprints, from, bulk, 0, to - from);
    groups.expect(bulk, to - from);
    store.leaf().holds(bulk, 0, to - from, hits);
    long recorded = tally.get(Tally.Count.SETS);
    Offer.Listener each = new OneOfMany(listener);
    boolean mayTellAtOnce = deadline > now && closed == null && !store.leaf().learns();
    for (int i = from; i < to; i++) {
      // one before it may have been recorded since
      boolean isKnown = hits[i - from]
          || recorded != tally.get(Tally.Count.SETS) && store.leaf().holds(fingerprints[i]);
      if (isKnown && mayTellAtOnce) {
        tellKnown(listener, i);
      } else {
        take(new Offer(fingerprints[i], importance, i, deadline, each), isKnown, now);
      }
    }
  }

  /** What an offer that is known is told, without making one: most of a busy stream are such. */
  private void tellKnown(EdgeNode.BulkListener listener, int index) {
    tally.add(Tally.Count.TESTS);
    tally.add(Tally.Count.HITS);
    telling++;
    try {
      listener.ended(index, verdicts.known());
    } catch (Throwable e) { // as in tell
      tally.add(Tally.Count.FAILED_LISTENERS);
    } finally {
      telling--;
    }
  }

  private void requireNotTelling() {
    if (telling > 0) {
      throw new IllegalStateException("a listener must not offer: let it plan to");
    }
  }

  void take(Offer offer, long now) {
    requireNotTelling();
    take(offer, store.leaf().holds(offer.fingerprint()), now);
  }

  private void take(Offer offer, boolean isKnown, long now) {
    tally.add(Tally.Count.TESTS);
    if (closed != null) {
      offer.end();
      tell(offer, closed);
    } else if (offer.deadline() <= now) {
      offer.end();
      tell(offer, new Failure(Reason.OVERLOADED, id)); // it waited for its turn all the time
    } else if (isKnown) {
      tally.add(Tally.Count.HITS);
      learn(offer);
      offer.end();
      tell(offer, verdicts.known());
    } else {
      enqueue(offer, now);
    }
  }

  private void enqueue(Offer offer, long now) {
    tally.add(Tally.Count.MISSES);
    Group group = groups.get(offer.fingerprint());
    boolean hasRoom = waiting < settings.limits().offers()
        && (group != null || inHand() < settings.limits().outstanding());
    if (!hasRoom) {
      offer.end();
      tell(offer, new Failure(Reason.OVERLOADED, id));
      return;
    }
    waiting++;
    if (group == null) {
      group = new Group(this, offer);
      begin(group, now);
      ask(group, now);
    } else {
      group.add(offer);
      rearm(group);
    }
  }

  /** Events for which a confirm may have to be kept. */
  int inHand() {
    return groups.size() + settlements.size();
  }

  private void begin(Group group, long now) {
    group.begunAt = now;
    group.origin = new Origin(id, source.incarnation(), ++lastSequence);
    group.holder = null;
    group.isOpen = true;
    groups.put(group.fingerprint, group);
    asking.put(group.origin.sequence(), group);
  }

  private void ask(Group group, long now) {
    if (settlements.isConfirming(group.fingerprint)) {
      // an ask that came first would take over the claim that the confirm is to end
      group.lastAnswer = Outcome.HELD;
      group.nextAsk = now + heldRetry;
      rearm(group);
    } else if (uplink.ask(group, group.fingerprint, now)) {
      group.isRepeated = group.isAsked;
      group.isAsked = true;
      group.nextAsk = now + retry;
      rearm(group);
    } else {
      parentAway(group, id, now);
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
        health.degraded(Degradation.PARENT_AWAY, group.size(), now);
        endAll(group, verdicts.own(Decision.DUPLICATE, Degradation.PARENT_AWAY));
      }
      case DELIVER -> {
        health.degraded(Degradation.PARENT_AWAY, 1, now);
        deliver(group, verdicts.own(Decision.DISTINCT, Degradation.PARENT_AWAY), now);
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
    if (group.isOpen) {
      group.isOpen = false;
      groups.remove(group.fingerprint);
    }
    if (group.holder == null) {
      asking.remove(group.origin.sequence());
    }
    timers.cancel(group);
    group.leave();
  }

  private void endAll(Group group, Resolution resolution) {
    while (!group.isEmpty()) {
      endFirst(group, resolution);
    }
  }

  private void endFirst(Group group, Resolution resolution) {
    Offer waiter = group.remove();
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
    Offer offer = group.remove();
    waiting--;
    asking.remove(group.origin.sequence());
    group.leave();
    group.holder = offer;
    group.lapse = now + lease;
    offer.hold(group);
    boolean delivered = tell(offer, verdict);
    if (!offer.isHolding()) {
      return; // the listener has confirmed or released already
    }
    if (!delivered) {
      released(offer, now);
    } else if (!offer.isClaim()) {
      confirmed(offer, now);
    } else {
      rearm(group);
    }
  }

  /** The event was delivered. */
  void confirmed(Offer offer, long now) {
    offer.end();
    sketches.delivered(offer);
    Group group = offer.group();
    boolean hasClaim = group.isOpen && group.holder == offer; // else its lease ran out
    if (hasClaim) {
      close(group);
    } else if (inHand() >= settings.limits().outstanding()) {
      tally.add(Tally.Count.UNRECORDED_CONFIRMS); // its place is taken
      return;
    }
    settlements.confirm(offer.claim(), offer.fingerprint(), offer.importance(), now);
    record(offer.fingerprint(), 0, offer.importance());
    if (hasClaim) {
      learnOfCopies(group, 0);
      endAll(group, verdicts.known());
    }
  }

  /** The event was not delivered. */
  void released(Offer offer, long now) {
    offer.end();
    Group group = offer.group();
    boolean hasClaim = group.isOpen && group.holder == offer; // else its lease ran out
    if (hasClaim) {
      close(group);
    }
    if (inHand() < settings.limits().outstanding()) {
      settlements.release(offer.claim(), offer.fingerprint(), now);
    }
    if (hasClaim) {
      askAnew(group, now);
    }
  }

  private void askAnew(Group group, long now) {
    close(group);
    if (inHand() >= settings.limits().outstanding()) {
      endAll(group, new Failure(Reason.OVERLOADED, id));
    } else if (!group.isEmpty()) {
      group.isAsked = false;
      group.lastAnswer = Outcome.HELD; // by a copy in this agent, until now
      begin(group, now);
      // not in this step: listeners that throw one after the other would pile up on the stack
      group.nextAsk = now;
      rearm(group);
    }
  }

  private void record(long fingerprint, long ageMillis, int importance) {
    tally.add(Tally.Count.SETS);
    store.leaf().record(fingerprint, ageMillis, importance);
  }

  /** Those that wait are copies of an event that was delivered. */
  private void learnOfCopies(Group group, long ageMillis) {
    if (store.leaf().learns()) {
      for (Offer copy = group.first(); copy != null; copy = copy.next) {
        store.leaf().repeated(group.fingerprint, ageMillis, copy.importance());
      }
    }
  }

  /** A copy of an event that the leaf has. */
  private void learn(Offer offer) {
    if (store.leaf().learns()) {
      long age = store.leaf().age(offer.fingerprint());
      store.leaf().repeated(offer.fingerprint(), age, offer.importance());
    }
  }

  void answered(AnswerFrame answers, long now) {
    for (int start = 0; start < answers.size(); start += BULK) {
      int end = Math.min(answers.size(), start + BULK);
      expectToRecord(answers.origins(), start, end);
      for (int i = start; i < end; i++) {
        answered(answers, i, now);
      }
    }
  }

  /** Most answers are DISTINCT, and their events recorded. */
  private void expectToRecord(Origins origins, int start, int end) {
    int expected = 0;
    for (int i = start; i < end; i++) {
      Group group = asking.get(origins.sequence(i));
      if (group != null) {
        bulk[expected++] = group.fingerprint;
      }
    }
    store.leaf().expect(bulk, 0, expected);
  }

  private void answered(AnswerFrame frame, int index, long now) {
    Outcome outcome = frame.outcome(index);
    if (!isOwn(frame.origins().source(index))) {
      return;
    }
    long sequence = frame.origins().sequence(index);
    Group group = asking.get(sequence);
    if (group == null) {
      if (outcome == Outcome.DISTINCT) {
        releaseLate(new Origin(id, source.incarnation(), sequence), now);
      }
      return;
    }
    group.leave();
    Degradation degradation = frame.degradation(index);
    switch (outcome) {
      case DISTINCT -> deliver(group, verdicts.of(Decision.DISTINCT, frame, degradation), now);
      case DUPLICATE -> duplicate(
          group, verdicts.of(Decision.DUPLICATE, frame, degradation), frame.ageMillis(index), now);
      case HELD, BUSY -> {
        if (group.lastAnswer == null || group.nextAsk > now + heldRetry) {
          group.nextAsk = now + heldRetry;
        }
        group.lastAnswer = outcome;
        rearm(group);
      }
      case FENCED -> {
        close(group);
        endAll(group, new Failure(Reason.FENCED, frame.decidedBy()));
      }
      case UNAVAILABLE -> parentAway(group, frame.decidedBy(), now);
    }
  }

  private boolean isOwn(Source asked) {
    if (asked != lastAsked) {
      lastAsked = asked;
      isLastOwn = asked.equals(source);
    }
    return isLastOwn;
  }

  private void duplicate(Group group, Verdict verdict, long ageMillis, long now) {
    if (verdict.isDegraded()) {
      abandon(group, now);
    } else {
      close(group);
      if (group.isRepeated) {
        // the repetition may find the event forgotten, and claim it for nobody
        settlements.remember(group.origin, group.fingerprint);
      }
      // as old as it was when it was found, or older: a window must not begin anew
      long age = ageMillis + now - group.begunAt;
      if (store.leaf().learns()) {
        learnOfCopies(group, age);
      } else if (settings.mode() == Mode.DENSE) {
        record(group.fingerprint, age, 0);
      }
    }
    endAll(group, verdict);
  }

  /**
   * A DISTINCT for which nobody waits any more claimed the event for nobody. But the first outcome
   * is final: what is being delivered, or was, must not be released by a doubled answer.
   */
  private void releaseLate(Origin origin, long now) {
    if (settlements.contains(origin)) {
      return;
    }
    boolean hasRoom = inHand() < settings.limits().outstanding();
    if (!hasRoom || !settlements.releaseAgain(origin, now)) {
      tally.add(Tally.Count.UNWANTED_ANSWERS);
    }
  }

  private void rearm(Group group) {
    timers.arm(group, group.nextDue());
  }

  /** The time has come that the group waited for. */
  void due(Group group, long now) {
    if (group.holder != null && group.lapse <= now) {
      askAnew(group, now);
      return;
    }
    expireWaiters(group, now);
    if (group.holder == null && group.isEmpty()) {
      if (group.isOpen) {
        abandon(group, now);
      }
    } else if (group.holder == null && group.nextAsk <= now) {
      ask(group, now);
    } else if (group.isOpen) {
      rearm(group);
    }
  }

  private void expireWaiters(Group group, long now) {
    while (!group.isEmpty() && group.first().deadline() <= now) {
      if (group.holder != null || group.lastAnswer == Outcome.HELD) {
        endFirst(group, new Failure(Reason.HELD, id));
      } else if (group.lastAnswer == Outcome.BUSY) {
        endFirst(group, new Failure(Reason.BUSY, id));
      } else if (group.lane != null) {
        endFirst(group, new Failure(Reason.OVERLOADED, id));
      } else {
        parentAway(group, id, now);
      }
    }
  }
}
