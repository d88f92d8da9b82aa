package io.bloomtree.tree;

import io.bloomtree.wire.AckFrame;
import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.AnswerFrame.Answer;
import io.bloomtree.wire.AskFrame.Ask;
import io.bloomtree.wire.ConfirmFrame.Confirm;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.HelloFrame;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.ReleaseFrame.Release;
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
  private final Outbox.Answers ownAnswers;
  private final Map<Origin, RelayedAsk> asks = new HashMap<>();
  private final Map<Origin, RelayedSettlement> confirms = new HashMap<>();
  private final Map<Origin, RelayedSettlement> releases = new HashMap<>();
  private final Map<Greeting, RelayedHello> hellos = new HashMap<>();
  /** Through which child each agent was last heard. */
  private final Map<NodeId, Endpoint> routes = new HashMap<>();

  public RegionSlice(
      Place place, int index, Settings settings, Identity identity, long incarnation,
      SliceStore store, RandomGenerator random, Transport transport) {
    super(place, index, settings, identity, incarnation, store, random, transport);
    this.uplink = new Uplink(place, settings, timers, outbox, tally);
    this.timeout = settings.timing().timeout().toMillis();
    this.longest = settings.timing().deadline().toMillis();
    this.ownAnswers = new Outbox.Answers(place.self().id(), place.level());
  }

  @Override
  public void start(long now) {
    uplink.greet(now);
    super.start(now);
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
    } else {
      super.heard(from);
    }
  }

  @Override
  void onAsk(Endpoint from, Ask ask, long now) {
    if (ask.remainingMillis() <= 0) {
      tally.add(Tally.Count.EXPIRED_ASKS);
      return;
    }
    RelayedAsk relayed = asks.get(ask.origin());
    if (relayed == null) {
      if (asks.size() >= settings.limits().relayed()) {
        tally.add(Tally.Count.BUSY);
        answer(from, ask.origin(), Outcome.BUSY, Degradation.NONE);
        return;
      }
      relayed = new RelayedAsk(ask, now);
      asks.put(ask.origin(), relayed);
      timers.arm(relayed, Math.min(now + timeout, relayed.deadline));
    }
    noteRoute(ask.origin().agent(), from);
    relayed.from = from;
    relayed.deadline = Math.max(relayed.deadline, now + remaining(ask));
    if (relayed.round == null) {
      examine(relayed, now);
    }
  }

  /** How long the asker waits; nobody waits longer than the tree lets an offer wait. */
  private long remaining(Ask ask) {
    return Math.min(ask.remainingMillis(), longest);
  }

  private void noteRoute(NodeId agent, Endpoint child) {
    if (routes.containsKey(agent) || routes.size() < settings.limits().agents()) {
      routes.put(agent, child);
    }
  }

  private void examine(RelayedAsk ask, long now) {
    Optional<Examiner.Finding> here = examiner.testHere(ask.fingerprint());
    if (here.isPresent()) {
      conclude(ask, here.get(), now);
    } else {
      ask.round =
          examiner.startRound(
              ask.fingerprint(), (finding, set, then) -> conclude(ask, finding, then), now);
    }
  }

  private void conclude(RelayedAsk ask, Examiner.Finding finding, long now) {
    ask.round = null;
    if (finding == Examiner.Finding.HIT) {
      end(ask);
      answer(ask.from, ask.origin(), Outcome.DUPLICATE, Degradation.NONE);
    } else if (!uplink.ask(ask, ask.fingerprint(), now)) {
      // undecided is a miss here: the parent knows
      degrade(ask);
    }
  }

  /** The parent is away: the policy decides. */
  private void degrade(RelayedAsk ask) {
    end(ask);
    switch (settings.parent()) {
      case FAIL -> answer(ask.from, ask.origin(), Outcome.UNAVAILABLE, Degradation.NONE);
      case DELIVER ->
          answer(ask.from, ask.origin(), Outcome.DISTINCT, Degradation.PARENT_AWAY);
      case DROP -> answer(ask.from, ask.origin(), Outcome.DUPLICATE, Degradation.PARENT_AWAY);
    }
  }

  private void end(RelayedAsk ask) {
    asks.remove(ask.origin());
    timers.cancel(ask);
    ask.leave();
    if (ask.round != null) {
      ask.round.cancel();
    }
  }

  @Override
  void onAnswer(AnswerFrame frame, Answer answer, long now) {
    RelayedAsk ask = asks.get(answer.origin());
    if (ask == null) {
      passUnexpected(frame, answer);
      return;
    }
    boolean isDuplicate = answer.outcome() == Outcome.DUPLICATE;
    if (isDuplicate && settings.mode() == Mode.DENSE && answer.degradation() == Degradation.NONE) {
      record(ask.fingerprint(), now);
    }
    end(ask);
    outbox.add(ask.from, new Outbox.Answers(frame.decidedBy(), frame.level()), answer);
  }

  /**
   * An ask may have been answered already when its repetition claims the event. The agent must hear
   * of that, or nobody releases the claim.
   */
  private void passUnexpected(AnswerFrame frame, Answer answer) {
    Endpoint child = routes.get(answer.origin().agent());
    if (child != null && answer.outcome() == Outcome.DISTINCT) {
      outbox.add(child, new Outbox.Answers(frame.decidedBy(), frame.level()), answer);
    }
  }

  @Override
  void onConfirm(Endpoint from, Confirm confirm, long now) {
    if (!hasRoom(confirms, confirm.origin()) || !record(confirm.fingerprint(), now)) {
      tally.add(Tally.Count.BUSY);
      return;
    }
    // also what was recorded before: it may have been lost on its way up
    relay(from, confirms, confirm.fingerprint(), new RelayedConfirm(confirm), now);
  }

  @Override
  void onRelease(Endpoint from, Release release, long now) {
    if (!hasRoom(releases, release.origin())) {
      tally.add(Tally.Count.BUSY);
      return;
    }
    relay(from, releases, release.fingerprint(), new RelayedRelease(release), now);
  }

  private boolean hasRoom(Map<Origin, RelayedSettlement> table, Origin origin) {
    return table.size() < settings.limits().relayed() || table.containsKey(origin);
  }

  private void relay(
      Endpoint from, Map<Origin, RelayedSettlement> table, long fingerprint,
      RelayedSettlement first, long now) {
    RelayedSettlement settlement = table.computeIfAbsent(first.origin, origin -> first);
    settlement.from = from;
    timers.arm(settlement, now + timeout);
    uplink.settle(settlement, fingerprint, now);
  }

  @Override
  void onAcks(AckFrame acks, long now) {
    acks.confirmed().forEach(origin -> passAck(confirms, origin, Outbox.CONFIRM_ACKS));
    acks.released().forEach(origin -> passAck(releases, origin, Outbox.RELEASE_ACKS));
  }

  private void passAck(
      Map<Origin, RelayedSettlement> table, Origin origin, Outbox.Channel<Origin> channel) {
    RelayedSettlement settlement = table.get(origin);
    if (settlement != null) {
      settlement.end();
      outbox.add(settlement.from, channel, origin);
    }
  }

  @Override
  void onHello(Packet packet, HelloFrame hello, long now) {
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

  @Override
  void onWelcome(WelcomeFrame welcome, long now) {
    RelayedHello hello = hellos.remove(new Greeting(welcome.node(), welcome.slice()));
    if (hello != null) {
      timers.cancel(hello);
      outbox.send(hello.from, welcome);
    }
  }

  private void answer(Endpoint to, Origin origin, Outcome outcome, Degradation degradation) {
    if (degradation != Degradation.NONE) {
      tally.add(Tally.Count.DEGRADED);
    }
    outbox.add(to, ownAnswers, new Answer(origin, outcome, degradation, 0));
  }

  @Override
  public List<Occupancy> occupancy() {
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
    private final Ask ask;
    long deadline;
    Endpoint from;
    Examiner.Round round;

    RelayedAsk(Ask ask, long now) {
      this.ask = ask;
      this.deadline = now + remaining(ask);
    }

    long fingerprint() {
      return ask.fingerprint();
    }

    Origin origin() {
      return ask.origin();
    }

    @Override
    Ask toAsk(long now) {
      return new Ask(
          fingerprint(), origin(), Math.max(0, deadline - now), ask.ageMillis(), ask.importance());
    }

    @Override
    void fire(long now) {
      if (now >= deadline) {
        end(this);
      } else if (!uplink.isReachable(fingerprint())) {
        degrade(this);
      } else {
        timers.arm(this, Math.min(now + timeout, deadline)); // the parent is slow, not away
      }
    }
  }

  /** A confirm or release on its way up, until its acknowledgement is on its way down. */
  private abstract class RelayedSettlement extends Uplink.Settling {
    private final Origin origin;
    private final Map<Origin, RelayedSettlement> table;
    private Endpoint from;

    RelayedSettlement(Origin origin, Map<Origin, RelayedSettlement> table) {
      this.origin = origin;
      this.table = table;
    }

    final void end() {
      table.remove(origin);
      timers.cancel(this);
      leave();
    }

    @Override
    final void fire(long now) {
      if (lane == null && !isInFlight()) {
        end(); // the child repeats it
      } else {
        timers.arm(this, now + timeout);
      }
    }
  }

  private final class RelayedConfirm extends RelayedSettlement {
    private final Confirm confirm;

    RelayedConfirm(Confirm confirm) {
      super(confirm.origin(), confirms);
      this.confirm = confirm;
    }

    @Override
    void addTo(List<Confirm> confirms, List<Release> releases) {
      confirms.add(confirm);
    }
  }

  private final class RelayedRelease extends RelayedSettlement {
    private final Release release;

    RelayedRelease(Release release) {
      super(release.origin(), releases);
      this.release = release;
    }

    @Override
    void addTo(List<Confirm> confirms, List<Release> releases) {
      releases.add(release);
    }
  }

  private record Greeting(NodeId node, int slice) {}

  private final class RelayedHello extends Timer {
    private final Greeting greeting;
    Endpoint from;

    RelayedHello(Greeting greeting) {
      this.greeting = greeting;
    }

    @Override
    void fire(long now) {
      hellos.remove(greeting);
    }
  }
}
