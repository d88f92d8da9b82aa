package io.bloomtree.tree;

import io.bloomtree.wire.AckFrame;
import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.AskFrame;
import io.bloomtree.wire.ConfirmFrame;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.HelloFrame;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Origins;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.ReleaseFrame;
import io.bloomtree.wire.Source;
import io.bloomtree.wire.WelcomeFrame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * One slice of a region: answers what it has, passes the rest on, and records what is confirmed as
 * it passes. Owned by one event loop.
 *
 * <p>It merges batches, never events: each origin keeps its own ask and its own answer. Whatever it
 * passes on, its child repeats until answered; so all of that may be forgotten.
 */
public final class RegionSlice extends SliceMachine {
  private final Uplink uplink;
  private final long timeout;
  private final long longest;
  private final boolean isTimed;
  private final OriginTable<RelayedAsk> asks = new OriginTable<>();
  private final OriginTable<RelayedSettlement> confirms = new OriginTable<>();
  private final OriginTable<RelayedSettlement> releases = new OriginTable<>();
  private final Map<Greeting, RelayedHello> hellos = new HashMap<>();
  /** Through which child each agent was last heard. */
  private final Map<NodeId, Endpoint> routes = new HashMap<>();
  private Source lastRouted;
  private Endpoint lastRoute;

  public RegionSlice(
      Place place, int index, Settings settings, Identity identity, long incarnation,
      SliceStore store, RandomGenerator random, Transport transport) {
    super(place, index, settings, identity, incarnation, store, random, transport);
    this.uplink = new Uplink(place, settings, timers, outbox, health);
    this.timeout = settings.timing().timeout().toMillis();
    this.longest = settings.timing().deadline().toMillis();
    this.isTimed = place.self().isTimed();
  }

  @Override public void start(long now) {
    uplink.greet(now);
    super.start(now);
  }

  @Override void endStep(long now) {
    uplink.pump(now);
    super.endStep(now);
  }

  @Override public boolean isIdle() {
    return asks.size() == 0 && confirms.size() == 0 && releases.size() == 0 && hellos.isEmpty()
        && super.isIdle();
  }

  @Override void heardAbove(Endpoint from, long now) {
    uplink.heard(from, now);
  }

  @Override void onAsks(Packet packet, AskFrame frame, long now) {
    for (int i = 0; i < frame.size(); i++) {
      if (i % AHEAD == 0) {
        store.filter().expect(ahead, 0, frame.copyFingerprints(i, ahead));
      }
      onAsk(packet.from(), frame, i, now);
    }
  }

  private void onAsk(Endpoint from, AskFrame frame, int index, long now) {
    // nobody waits longer than the tree lets an offer wait
    long remaining = Math.min(frame.remainingMillis(index), longest);
    if (remaining <= 0) {
      tally.add(Tally.Count.EXPIRED_ASKS);
      return;
    }
    Source source = frame.origins().source(index);
    long sequence = frame.origins().sequence(index);
    RelayedAsk relayed = asks.get(source, sequence);
    if (relayed == null) {
      if (asks.size() >= settings.limits().relayed()) {
        tally.add(Tally.Count.BUSY);
        answer(from, source, sequence, Outcome.BUSY, Degradation.NONE);
        return;
      }
      relayed = new RelayedAsk(frame, index, now, now + remaining);
      relayed.source = asks.put(source, sequence, relayed);
      timers.arm(relayed, Math.min(now + timeout, relayed.deadline));
    }
    noteRoute(source, from);
    relayed.from = from;
    relayed.deadline = Math.max(relayed.deadline, now + remaining);
    if (relayed.round == null) {
      examine(relayed, now);
    }
  }

  private void noteRoute(Source source, Endpoint child) {
    if (source == lastRouted && child == lastRoute) {
      return;
    }
    NodeId agent = source.agent();
    if (routes.containsKey(agent) || routes.size() < settings.limits().agents()) {
      routes.put(agent, child);
    }
    lastRouted = source;
    lastRoute = child;
  }

  private void examine(RelayedAsk ask, long now) {
    Optional<Examiner.Finding> here = examiner.testHere(ask.fingerprint);
    if (here.isPresent()) {
      conclude(ask, here.get(), ageHere(ask.fingerprint), now);
    } else {
      ask.round =
          examiner.startRound(
              ask.fingerprint, (finding, set, age, then) -> conclude(ask, finding, age, then),
              now);
    }
  }

  private void conclude(RelayedAsk ask, Examiner.Finding finding, long ageMillis, long now) {
    ask.round = null;
    if (finding == Examiner.Finding.HIT) {
      end(ask);
      learn(ask.fingerprint, ageMillis, ask.importance);
      outbox.answer(
          ask.from, place.self().id(), place.level(), ask.source, ask.sequence, Outcome.DUPLICATE,
          Degradation.NONE, ageMillis);
    } else if (!uplink.ask(ask, ask.fingerprint, now)) {
      // undecided is a miss here: the parent knows
      degrade(ask);
    }
  }

  /** The parent is away: the policy decides. */
  private void degrade(RelayedAsk ask) {
    end(ask);
    switch (settings.parent()) {
      case FAIL -> answer(ask, Outcome.UNAVAILABLE, Degradation.NONE);
      case DELIVER -> answer(ask, Outcome.DISTINCT, Degradation.PARENT_AWAY);
      case DROP -> answer(ask, Outcome.DUPLICATE, Degradation.PARENT_AWAY);
    }
  }

  private void end(RelayedAsk ask) {
    asks.remove(ask.source, ask.sequence);
    timers.cancel(ask);
    ask.leave();
    if (ask.round != null) {
      ask.round.cancel();
    }
  }

  @Override void onAnswers(AnswerFrame frame, long now) {
    for (int i = 0; i < frame.size(); i++) {
      onAnswer(frame, i, now);
    }
  }

  private void onAnswer(AnswerFrame frame, int index, long now) {
    Source source = frame.origins().source(index);
    long sequence = frame.origins().sequence(index);
    RelayedAsk ask = asks.get(source, sequence);
    if (ask == null) {
      passUnexpected(frame, index);
      return;
    }
    Outcome outcome = frame.outcome(index);
    Degradation degradation = frame.degradation(index);
    // as old as it was when it was found, or older: a window must not begin anew
    long age = frame.ageMillis(index) + (now - ask.since);
    if (outcome == Outcome.DUPLICATE && degradation == Degradation.NONE) {
      recordDuplicate(ask, age, now);
    }
    end(ask);
    outbox.answer(
        ask.from, frame.decidedBy(), frame.level(), ask.source, sequence, outcome, degradation,
        isTimed && outcome == Outcome.DUPLICATE ? age : 0);
  }

  private void recordDuplicate(RelayedAsk ask, long ageMillis, long now) {
    if (store.filter().learns()) {
      learn(ask.fingerprint, ageMillis, ask.importance);
    } else if (settings.mode() == Mode.DENSE) {
      record(ask.fingerprint, ageMillis, 0, now);
    }
  }

  /**
   * An ask may have been answered already when its repetition claims the event. The agent must hear
   * of that, or nobody releases the claim.
   */
  private void passUnexpected(AnswerFrame frame, int index) {
    Source source = frame.origins().source(index);
    Endpoint child = routes.get(source.agent());
    if (child != null && frame.outcome(index) == Outcome.DISTINCT) {
      outbox.answer(
          child, frame.decidedBy(), frame.level(), source, frame.origins().sequence(index),
          Outcome.DISTINCT, frame.degradation(index), frame.ageMillis(index));
    }
  }

  @Override void onConfirms(Endpoint from, ConfirmFrame frame, long now) {
    for (int i = 0; i < frame.size(); i++) {
      if (i % AHEAD == 0) {
        store.filter().expect(ahead, 0, frame.copyFingerprints(i, ahead));
      }
      onConfirm(from, frame, i, now);
    }
  }

  private void onConfirm(Endpoint from, ConfirmFrame frame, int index, long now) {
    Source source = frame.origins().source(index);
    long sequence = frame.origins().sequence(index);
    RelayedSettlement confirm = confirms.get(source, sequence);
    boolean hasRoom = confirm != null || confirms.size() < settings.limits().relayed();
    if (!hasRoom || !record(
        frame.fingerprint(index), frame.ageMillis(index), frame.importance(index), now)) {
      tally.add(Tally.Count.BUSY);
      return;
    }
    // also what was recorded before: it may have been lost on its way up
    if (confirm == null) {
      confirm = new RelayedConfirm(frame, index, now);
      confirm.source = confirms.put(source, sequence, confirm);
    }
    relay(from, confirm, now);
  }

  @Override void onReleases(Endpoint from, ReleaseFrame frame, long now) {
    for (int i = 0; i < frame.size(); i++) {
      onRelease(from, frame, i, now);
    }
  }

  private void onRelease(Endpoint from, ReleaseFrame frame, int index, long now) {
    Source source = frame.origins().source(index);
    long sequence = frame.origins().sequence(index);
    RelayedSettlement release = releases.get(source, sequence);
    if (release == null) {
      if (releases.size() >= settings.limits().relayed()) {
        tally.add(Tally.Count.BUSY);
        return;
      }
      release = new RelayedRelease(frame, index);
      release.source = releases.put(source, sequence, release);
    }
    relay(from, release, now);
  }

  private void relay(Endpoint from, RelayedSettlement settlement, long now) {
    settlement.from = from;
    timers.arm(settlement, now + timeout);
    uplink.settle(settlement, settlement.fingerprint, now);
  }

  @Override void onAcks(AckFrame acks, long now) {
    passAcks(confirms, acks.confirmed());
    passAcks(releases, acks.released());
  }

  private void passAcks(OriginTable<RelayedSettlement> table, Origins origins) {
    for (int i = 0; i < origins.size(); i++) {
      RelayedSettlement settlement = table.get(origins.source(i), origins.sequence(i));
      if (settlement != null) {
        settlement.end();
        settlement.acknowledge();
      }
    }
  }

  @Override void onHello(Packet packet, HelloFrame hello, long now) {
    Greeting greeting = new Greeting(hello.node(), hello.slice());
    RelayedHello relayed = hellos.get(greeting);
    if (relayed == null) {
      if (hellos.size() >= settings.limits().relayed()) {
        tally.add(Tally.Count.BUSY);
        return;
      }
      relayed = new RelayedHello(greeting);
      hellos.put(greeting, relayed);
    }
    relayed.from = packet.from();
    timers.arm(relayed, now + timeout);
    uplink.hello(hello, now);
  }

  @Override void onWelcome(WelcomeFrame welcome, long now) {
    RelayedHello hello = hellos.remove(new Greeting(welcome.node(), welcome.slice()));
    if (hello != null) {
      timers.cancel(hello);
      outbox.send(hello.from, welcome);
    }
  }

  private void answer(RelayedAsk ask, Outcome outcome, Degradation degradation) {
    answer(ask.from, ask.source, ask.sequence, outcome, degradation);
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
    return Vitals.of(store, health, fence.isSettled(), beside(), copy(), uplink);
  }

  @Override public List<Occupancy> occupancy() {
    int limit = settings.limits().relayed();
    return List.of(
        new Occupancy("asks", asks.size(), limit),
        new Occupancy("confirms", confirms.size(), limit),
        new Occupancy("releases", releases.size(), limit),
        new Occupancy("hellos", hellos.size(), limit),
        new Occupancy("routes", routes.size(), settings.limits().agents()),
        new Occupancy("unspread", spread.size(), settings.limits().claims()),
        new Occupancy("rounds", examiner.size(), 2L * limit));
  }

  private final class RelayedAsk extends Uplink.Asking {
    final long fingerprint;
    final long sequence;
    private final long ageMillis;
    final int importance;
    /** When it first came. */
    final long since;
    Source source;
    long deadline;
    Endpoint from;
    Examiner.Round round;

    RelayedAsk(AskFrame frame, int index, long since, long deadline) {
      this.fingerprint = frame.fingerprint(index);
      this.sequence = frame.origins().sequence(index);
      this.ageMillis = frame.ageMillis(index);
      this.importance = frame.importance(index);
      this.since = since;
      this.deadline = deadline;
    }

    @Override void addTo(AskFrame.Builder frame, long now) {
      frame.add(
          fingerprint, source, sequence, Math.max(0, deadline - now), ageMillis, importance);
    }

    @Override void fire(long now) {
      if (now >= deadline) {
        end(this);
      } else if (!uplink.isReachable(fingerprint)) {
        degrade(this);
      } else {
        timers.arm(this, Math.min(now + timeout, deadline)); // the parent is slow, not away
      }
    }
  }

  /** A confirm or release on its way up, until its acknowledgement is on its way down. */
  private abstract class RelayedSettlement extends Uplink.Settling {
    final long fingerprint;
    final long sequence;
    private final OriginTable<RelayedSettlement> table;
    Source source;
    Endpoint from;

    RelayedSettlement(
        long fingerprint, long sequence, OriginTable<RelayedSettlement> table) {
      this.fingerprint = fingerprint;
      this.sequence = sequence;
      this.table = table;
    }

    /** Tells the child that the root has it. */
    abstract void acknowledge();

    final void end() {
      table.remove(source, sequence);
      timers.cancel(this);
      leave();
    }

    @Override final void fire(long now) {
      if (lane == null && !isInFlight()) {
        end(); // the child repeats it
      } else {
        timers.arm(this, now + timeout);
      }
    }
  }

  private final class RelayedConfirm extends RelayedSettlement {
    private final long confirmedAt;
    private final int importance;

    RelayedConfirm(ConfirmFrame frame, int index, long now) {
      super(frame.fingerprint(index), frame.origins().sequence(index), confirms);
      this.confirmedAt = now - frame.ageMillis(index);
      this.importance = frame.importance(index);
    }

    @Override void addTo(ConfirmFrame.Builder confirms, ReleaseFrame.Builder releases) {
      long age = isTimed ? Math.max(0, timers.now() - confirmedAt) : 0;
      confirms.add(fingerprint, source, sequence, age, importance);
    }

    @Override void acknowledge() {
      outbox.acknowledgeConfirm(from, source, sequence);
    }
  }

  private final class RelayedRelease extends RelayedSettlement {
    RelayedRelease(ReleaseFrame frame, int index) {
      super(frame.fingerprint(index), frame.origins().sequence(index), releases);
    }

    @Override void addTo(ConfirmFrame.Builder confirms, ReleaseFrame.Builder releases) {
      releases.add(fingerprint, source, sequence);
    }

    @Override void acknowledge() {
      outbox.acknowledgeRelease(from, source, sequence);
    }
  }

  private record Greeting(NodeId node, int slice) {}

  private final class RelayedHello extends Timer {
    private final Greeting greeting;
    Endpoint from;

    RelayedHello(Greeting greeting) {
      this.greeting = greeting;
    }

    @Override void fire(long now) {
      hellos.remove(greeting);
    }
  }
}
