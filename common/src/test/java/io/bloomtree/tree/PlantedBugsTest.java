package io.bloomtree.tree;

import static io.bloomtree.tree.PlantedBug.against;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shows that the simulator bites: each rule of the protocol, broken, is found to be broken. */
class PlantedBugsTest {
  /** Enough for every bug below with room to spare; a bug that needs more wants a better focus. */
  private static final int SCHEDULES = 1_000;

  private static final String NO_FILTER_ERRORS = " fpp=1e-9 expected=16 noise=0 limit=64";
  /** Most events find some of their positions set, and few find all. */
  private static final String HALF_SET = " fpp=0.001 expected=16 noise=16 limit=64";
  private static final String NO_CRASHES =
      " agentCrashes=0 regionCrashes=0 rootCrashes=0 deathBeforeConfirm=0 cuts=0";

  static Stream<PlantedBug> bugs() {
    return Stream.of(
        against("1 the copies that wait with a claim learn nothing before it is settled",
                "agents=2 claimShare=1 releaseShare=0.3 offers=40" + NO_FILTER_ERRORS)
            .replacing("EdgeNode", "    group.holder = offer;\n", """
                    group.holder = offer;
                    endAll(group, ownVerdict(Decision.DUPLICATE, Degradation.NONE));
                """),
        against("1 the claim is released only when the last waiter has left",
                "agents=2 keys=1 offers=40 claimShare=1 loss=0.15 slow=0.3 lease=3000"
                    + NO_FILTER_ERRORS)
            .replacing("EdgeNode",
                "          end(waiters.remove(), new Failure(Reason.HELD, id()));\n", """
                          end(waiters.remove(), new Failure(Reason.HELD, id()));
                          settlements.release(origin, fingerprint, now);
                """),
        against("2 the first outcome is final",
                "duplication=0.3 claimShare=1 keys=2 offers=40 lease=3000" + NO_FILTER_ERRORS
                    + NO_CRASHES)
            .replacing("EdgeNode", "    boolean hasRoom = inHand() < settings.limits().outstanding();\n", """
                    groups.values().stream().filter(group -> origin.equals(group.origin))
                        .forEach(group -> settlements.release(origin, group.fingerprint, now));
                    boolean hasRoom = inHand() < settings.limits().outstanding();
                """),
        against("2 an unacknowledged confirm is not released",
                "duplication=0.3 claimShare=0 keys=2 offers=40 lease=3000 loss=0.15"
                    + NO_FILTER_ERRORS)
            .replacing("EdgeNode", "        || settlements.contains(origin)) {", """
                        || settlements.contains(origin)) {
                      settlements.sendReleaseBesides(origin, now);""")
            .replacing("Settlements", "  int size() {", """
                  void sendReleaseBesides(Origin origin, long now) {
                    Settlement confirm = unacknowledged.get(origin);
                    if (confirm != null) {
                      long event = confirm.fingerprint;
                      uplink.settle(new Settlement(origin, event, 0, false), event, now);
                    }
                  }

                  int size() {"""),
        against("3 a release drops its own origin's claim only",
                "keys=1 slow=0.3 duplication=0.3 claimShare=1 lease=3000" + NO_FILTER_ERRORS)
            .replacing("RootSlice",
                "if (claim != null && claim.origin.equals(release.origin())) {",
                "if (claim != null) {"),
        against("3 a confirm is recorded whoever holds the claim, or nobody",
                "keys=1 slow=0.3 lease=200 claimShare=1" + NO_FILTER_ERRORS)
            .replacing("RootSlice", "    if (!record(confirm.fingerprint(), now)) {\n", """
                    Claim held = claims.get(confirm.fingerprint());
                    if (held == null || !held.origin.equals(confirm.origin())) {
                      outbox.add(from, Outbox.CONFIRM_ACKS, confirm.origin());
                      return;
                    }
                    if (!record(confirm.fingerprint(), now)) {
                """),
        against("3 a released origin is never asked for again",
                "keys=1 agents=2 offers=40 claimShare=1 releaseShare=0.3 slow=0.3 duplication=0.3"
                    + " lease=3000" + NO_FILTER_ERRORS)
            .replacing("EdgeNode",
                "    group.origin = new Origin(id(), incarnation, ++lastSequence);\n", """
                    if (group.origin == null) {
                      group.origin = new Origin(id(), incarnation, ++lastSequence);
                    }
                """),
        against("4 a hello drops claims of lower incarnations only",
                "agentCrashes=2 duplication=0.3 slow=0.3 claimShare=1 lease=3000 keys=1"
                    + NO_FILTER_ERRORS)
            .replacing("RootSlice", "if (fence == null || fence < hello.incarnation()) {",
                "if (true) {")
            .replacing("RootSlice",
                "claims.values().stream().filter(claim -> isFenced(claim.origin)).toList()",
                "claims.values().stream().filter(c -> c.origin.agent().equals(hello.node())).toList()"),
        against("4 an agent's incarnations increase strictly",
                "incarnationStep=0 agentCrashes=2 claimShare=1 deathBeforeConfirm=0.2 keys=2"
                    + " slow=0.3 lease=3000" + NO_FILTER_ERRORS),
        against("4 a hello never drops what is confirmed",
                "agentCrashes=2 rootScheme=VERTICAL rootSlices=4 slow=0.3 lease=3000 keys=1 offers=40"
                    + NO_FILTER_ERRORS)
            .replacing("RootSlice", "    Long fence = fences.get(hello.node());\n", """
                    Long fence = fences.get(hello.node());
                    for (long confirmed : store.unspread().keySet()) {
                      for (int slice : store.unspread().get(confirmed)) {
                        spread.acknowledged(slice, confirmed);
                      }
                    }
                """),
        against("4 a release never drops what is confirmed",
                "rootScheme=VERTICAL rootSlices=4 slow=0.3 loss=0.15 claimShare=1 releaseShare=0.3"
                    + " lease=200 keys=1 offers=40" + NO_FILTER_ERRORS)
            .replacing("RootSlice", "    Claim claim = claims.get(release.fingerprint());\n", """
                    Claim claim = claims.get(release.fingerprint());
                    for (int slice : place.self().plan().slicesOf(release.fingerprint())) {
                      spread.acknowledged(slice, release.fingerprint());
                    }
                """),
        against("4 asks of a lower incarnation are refused",
                "agentCrashes=2 regionCrashes=0 rootCrashes=0 deathBeforeConfirm=0.2 cuts=0 loss=0"
                    + " slow=0.3 duplication=0.3 claimShare=1 lease=3000 zombieFree=true"
                    + NO_FILTER_ERRORS)
            .replacing("RootSlice", "    if (isFenced(origin)) {\n      tally",
                "    if (false) {\n      tally"),
        against("5 unacknowledged confirms outlive the agent",
                "agentCrashes=2 slow=0.3 loss=0.15 lease=3000" + NO_FILTER_ERRORS)
            .replacing("Settlements", """
                    store.journal(new AgentStore.Unacknowledged(fingerprint, origin, importance));
                """, ""),
        against("5 a hello waits until the confirms of earlier incarnations are acknowledged",
                "agentCrashes=2 slow=0.3 loss=0.15 lease=3000 keys=1 offers=40" + NO_FILTER_ERRORS)
            .replacing("Greetings", "if (!settlements.hasInherited()) {", "if (true) {"),
        against("6 a confirm is acknowledged only after the parent has done so",
                "depth=3 loss=0.15 regionCrashes=2" + NO_FILTER_ERRORS)
            .replacing("RegionSlice", "    if (!hasRoom(confirms, confirm.origin())", """
                    outbox.add(from, Outbox.CONFIRM_ACKS, confirm.origin());
                    if (!hasRoom(confirms, confirm.origin())"""),
        against("6 a confirm is passed on even if it is known",
                "depth=2 loss=0.15 agents=2" + NO_FILTER_ERRORS)
            .replacing("RegionSlice", "    if (!hasRoom(confirms, confirm.origin())", """
                    if (store.filter().holds(confirm.fingerprint())) {
                      outbox.add(from, Outbox.CONFIRM_ACKS, confirm.origin());
                      return;
                    }
                    if (!hasRoom(confirms, confirm.origin())"""),
        against("6 a confirm is recorded before it is passed on",
                "depth=2 verifyAbove=1 slow=0.3 keys=1 agents=4 offers=40 lease=3000 rootScheme=WHOLE"
                    + " regionScheme=WHOLE" + NO_FILTER_ERRORS + NO_CRASHES)
            .replacing("RegionSlice",
                " || !record(confirm.fingerprint(), now)) {", ") {")
            .replacing("RegionSlice", "      settlement.end();\n", """
                      settlement.end();
                      if (settlement instanceof RelayedConfirm relayed) {
                        record(relayed.confirm.fingerprint(), 0);
                      }
                """),
        against("7 an event is claimed before it is tested",
                "rootScheme=VERTICAL rootSlices=4 slow=0.3 keys=2 agents=4 offers=40 lease=3000"
                    + HALF_SET)
            .replacing("RootSlice", "    claim.asker = from;\n    claims.put(fingerprint, claim);\n",
                "    claim.asker = from;\n"),
        against("7 replies belong to one round of testing",
                "mode=SPARSE depth=1 verifyAbove=0 rootScheme=VERTICAL rootSlices=4 slow=0.5 keys=2"
                    + " duplication=0.5 agents=4 offers=40 lease=3000 fpp=0.001 expected=16 noise=40"
                    + " limit=64" + NO_CRASHES)
            .replacing("Examiner", "new Round(++lastRound, fingerprint, result)",
                "new Round(fingerprint, fingerprint, result)"),
        against("7 a round that cannot finish ends",
                "rootScheme=VERTICAL rootCrashes=2 loss=0.15 cuts=2" + HALF_SET)
            .replacing("Examiner", "      if (!probed.isEmpty()) {\n        timers.arm(this", """
                      if (false) {
                        timers.arm(this"""),
        against("8 batches are merged, never events",
                "depth=2 keys=1 agents=4 offers=40 slow=0.3" + NO_FILTER_ERRORS)
            .replacing("RegionSlice", "    end(ask);\n    outbox.add(ask.from, new", """
                    for (RelayedAsk other : List.copyOf(asks.values())) {
                      if (other != ask && other.fingerprint() == ask.fingerprint()) {
                        end(other);
                        outbox.add(other.from, new Outbox.Answers(frame.decidedBy(), frame.level()),
                            new Answer(other.origin(), answer.outcome(), answer.degradation(), 0));
                      }
                    }
                    end(ask);
                    outbox.add(ask.from, new"""),
        against("9 degraded answers are not recorded by regions",
                "mode=DENSE depth=3 regionPolicy=DROP rootCrashes=2 regionCrashes=2 cuts=2"
                    + " releaseShare=0.3" + NO_FILTER_ERRORS)
            .replacing("RegionSlice", " && answer.degradation() == Degradation.NONE) {", ") {"),
        against("9 degraded answers are not recorded by agents",
                "mode=DENSE depth=2 regionPolicy=DROP rootCrashes=2 cuts=2" + NO_FILTER_ERRORS)
            .replacing("EdgeNode", "      abandon(group, now);\n    } else {\n      close(group);", """
                      abandon(group, now);
                      record(group.fingerprint);
                    } else {
                      close(group);"""),
        against("9 HELD is an answer, whatever the parent policy",
                "agentPolicy=DELIVER loss=0 slow=0 claimShare=1 keys=1 agents=4 offers=40"
                    + NO_FILTER_ERRORS + NO_CRASHES)
            .replacing("EdgeNode", "if (holder != null || lastAnswer == Outcome.HELD) {",
                "if (holder != null) {"),
        against("10 one timer asks again, however many HELD answers arrive",
                "duplication=0.3 claimShare=1 keys=1 agents=4 offers=40" + NO_FILTER_ERRORS)
            .replacing("EdgeNode", "        group.lastAnswer = answer.outcome();\n", """
                        group.lastAnswer = answer.outcome();
                        ask(group, now);
                """),
        against("11 releases are repeated until acknowledged",
                "loss=0.5 lostFrames=ReleaseFrame claimShare=1 releaseShare=0.3 lease=20000"
                    + " batchEvents=1 zombieFree=true" + NO_FILTER_ERRORS + NO_CRASHES)
            .replacing("Settlements", "    unacknowledged.put(settlement.origin, settlement);\n", """
                    if (!settlement.isConfirm) {
                      uplink.settle(settlement, settlement.fingerprint, now);
                      return;
                    }
                    unacknowledged.put(settlement.origin, settlement);
                """),
        against("11 a DISTINCT that comes too late is released",
                "loss=0 slow=0.3 duplication=0.3 claimShare=1 lease=20000 zombieFree=true"
                    + NO_FILTER_ERRORS + NO_CRASHES)
            .replacing("EdgeNode", "        releaseLate(answer.origin(), now);\n", ""),
        against("11 a later sequence takes over the agent's older claim",
                "agents=1 depth=1 loss=0.9 lostFrames=AnswerFrame slow=0.3 duplication=0.3 lease=20000"
                    + " offers=40 keys=1 deadline=120 zombieFree=true" + NO_FILTER_ERRORS + NO_CRASHES)
            .replacing("RootSlice", "      return isHeld && origin.agent()",
                "      return false && origin.agent()"),
        against("12 lapsed claims are swept",
                "loss=0.15 slow=0.3 duplication=0.3 regionCrashes=2 lease=200 claimShare=1"
                    + NO_FILTER_ERRORS)
            .replacing("RootSlice",
                "    claims.put(claim.fingerprint, claim);\n    timers.arm(claim, now + lease);\n",
                "    claims.put(claim.fingerprint, claim);\n"),
        against("12 a full table never evicts",
                "limit=2 keys=8 agents=4 offers=40 rootScheme=WHOLE lease=3000 claimShare=1 fpp=1e-9")
            .replacing("RootSlice", "      tally.add(Tally.Count.BUSY);\n      answer(from, origin, Outcome.BUSY", """
                      drop(claims.values().iterator().next());
                      answer(from, origin, Outcome.BUSY"""),
        against("12 leases start afresh after a restart",
                "rootCrashes=2 lease=3000 claimShare=1 slow=0.3 rootScheme=WHOLE keys=2"
                    + NO_FILTER_ERRORS)
            .replacing("RootSlice",
                "hold(new Claim(fingerprint, held.origin()), held.degradation(), now);",
                "hold(new Claim(fingerprint, held.origin()), held.degradation(), now - lease);"),
        against("12 claims outlive a crash",
                "rootCrashes=2 rootAmnesia=0 lease=3000 claimShare=1 slow=0.3 rootScheme=WHOLE keys=2"
                    + NO_FILTER_ERRORS)
            .replacing("RootSlice", """
                    store.putClaim(claim.fingerprint, new SliceStore.HeldClaim(claim.origin, degradation));
                """, ""),
        against("12 a claim outlives a crash as degraded as it was",
                "mode=SPARSE depth=1 rootScheme=VERTICAL rootSlices=2 rootCrashes=9 rootAmnesia=0 loss=0.3"
                    + " agents=4 lease=3000 keys=1 offers=40 slicePolicy=distinct verifyAbove=0"
                    + NO_FILTER_ERRORS)
            .replacing("RootSlice", "held.degradation(), now);", "Degradation.NONE, now);"),
        against("13 a confirmed event whose bits are not all set is a duplicate",
                "rootScheme=VERTICAL rootSlices=4 slow=0.3 keys=1 agents=4 offers=40 lease=3000"
                    + NO_FILTER_ERRORS)
            .replacing("Spread", "return !entries.isEmpty() && entries.containsKey(fingerprint);",
                "return false;"),
        against("13 a confirmed event waits for slices that are away",
                "rootScheme=VERTICAL rootSlices=4 rootCrashes=2 loss=0.15 slow=0.3"
                    + NO_FILTER_ERRORS)
            .replacing("Spread", "      timers.arm(this, now + retry);\n    }", """
                      entries.remove(fingerprint);
                      store.removeUnspread(fingerprint);
                    }"""),
        against("14 a callback that throws releases",
                "claimShare=0 throwShare=0.2" + NO_FILTER_ERRORS)
            .replacing("EdgeNode", "    if (!delivered) {\n      released(offer, now);",
                "    if (!delivered) {\n      confirmed(offer, now);"),
        against("dense recording happens on the way back, not on the way up (Algorithm 1)",
                "mode=DENSE loss=0.15" + NO_FILTER_ERRORS)
            .replacing("EdgeNode", "      enqueue(offer, now);\n",
                "      enqueue(offer, now);\n      record(fingerprint);\n"),
        against("verification asks the child that the event came from",
                "depth=2 fanOut=1 verifyAbove=1 keys=1 agents=4 offers=40 slow=0.3 lease=3000"
                    + " rootScheme=WHOLE regionScheme=WHOLE" + NO_FILTER_ERRORS + NO_CRASHES)
            .replacing("Examiner", "      place.children().forEach(child -> summon(", """
                      if (place.children().size() == 1) {
                        end(Finding.MISS, now);
                        return;
                      }
                      place.children().forEach(child -> summon("""),
        against("a refuted hit goes on upwards",
                "depth=3 fanOut=2 verifyAbove=3 fpp=0.3 expected=4 keys=8 offers=40 regionScheme=WHOLE"
                    + " limit=64" + NO_CRASHES)
            .replacing("RegionSlice", "    } else if (!uplink.ask(ask, ask.fingerprint(), now)) {\n", """
                    } else if (store.filter().holds(ask.fingerprint())) {
                      end(ask);
                      answer(ask.from, ask.origin(), Outcome.DISTINCT, Degradation.NONE);
                    } else if (!uplink.ask(ask, ask.fingerprint(), now)) {
                """),
        against("a child that lost its state cannot refute a hit",
                "verifyAbove=2 regionAmnesia=0.5 regionCrashes=2 agentCrashes=2 agentAmnesia=0.5"
                    + " knownAmnesia=0 rootAmnesia=0 lease=3000" + NO_FILTER_ERRORS)
            .replacing("Examiner", "    return store.lineage(recorder).orElse(born) < born;\n",
                "    return false;\n"),
        against("a child that knows of its loss says so",
                "verifyAbove=2 regionAmnesia=0.5 regionCrashes=2 knownAmnesia=1 rootAmnesia=0"
                    + " lease=3000" + NO_FILTER_ERRORS)
            .replacing("Examiner", "    return store.lineage(recorder).orElse(born) < born;\n",
                "    return false;\n")
            .replacing("SliceMachine",
                "    return store.birth() == Birth.LOST ? Testimony.UNKNOWN : Testimony.DENY;",
                "    return Testimony.DENY;"),
        against("stand-ins are heard when a sliced child is asked about a hit",
                "depth=2 verifyAbove=1 regionScheme=VERTICAL regionCrashes=2 regionAmnesia=0 rootCrashes=0"
                    + " rootScheme=WHOLE lease=3000 keys=2 offers=40" + NO_FILTER_ERRORS)
            .replacing("Examiner", "      if (witnesses.isEmpty()) {\n        verifyOwners(now);", """
                      witnesses.clear();
                      if (witnesses.isEmpty()) {
                        verifyOwners(now);"""),
        against("a stand-in hands over what was confirmed while the owner was away",
                "rootCrashes=2 rootAmnesia=0 rootScheme=HORIZONTAL slicePolicy=distinct"
                    + NO_FILTER_ERRORS)
            .replacing("RootSlice", "      spread.acknowledgeWhenDone(", """
                      spread.acknowledged(ownerOf(confirm.fingerprint()), confirm.fingerprint());
                      outbox.add(from, Outbox.CONFIRM_ACKS, confirm.origin());
                      return;
                    }
                    if (spread.holds(confirm.fingerprint())) {
                      spread.acknowledgeWhenDone("""),
        against("a stand-in acknowledges a confirm when the owner has it",
                "mode=SPARSE depth=1 agents=3 rootScheme=VERTICAL rootSlices=2 rootCrashes=6 rootAmnesia=0"
                    + " agentCrashes=8 agentAmnesia=0 claimShare=0.6 verifyAbove=0 lease=3000 keys=3"
                    + " offers=40 slow=0.1 loss=0.05 slicePolicy=distinct" + NO_FILTER_ERRORS)
            .replacing("RootSlice", "    if (isOwner(confirm.fingerprint())) {\n      outbox",
                "    if (true) {\n      outbox"),
        against("a frame that is in flight is not sent again",
                "depth=5 retry=15 batchEvents=1 inFlight=1 keys=8 offers=40 agents=4 limit=64")
            .replacing("Lane", "if (event.lane == this || event.isInFlight()) {",
                "if (event.lane == this) {")
            .replacing("RegionSlice", "      if (lane == null && !isInFlight()) {", "      if (true) {"),
        against("5 what the journal has, the leaf has",
                "agentCrashes=3 verifyAbove=2" + NO_FILTER_ERRORS)
            .replacing("EdgeNode", "    record(offer.fingerprint());\n    group.ifPresent(", """
                    group.ifPresent("""),
        against("a listener that throws harms nobody else",
                "claimShare=0 throwShare=0.2 keys=1 agents=2 offers=40" + NO_FILTER_ERRORS)
            .replacing("EdgeNode", "    } catch (Throwable e) { // an Error too", """
                    } catch (Throwable e) {
                      if (!offer.isHolding()) {
                        throw e;
                      }
                      // an Error too"""));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bugs")
  void theSimulatorFindsThatTheRuleIsBroken(PlantedBug bug, @TempDir Path directory)
      throws IOException {
    assertThat(bug.hunt(directory, SCHEDULES)).as("a violation").isPresent();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bugs")
  void theSameSchedulesAreCleanWithTheRule(PlantedBug bug) {
    boolean breaksTheRuleItself = bug.focus().contains("incarnationStep=0");
    if (!breaksTheRuleItself) {
      assertThat(Simulation.search(1, 100, bug.focus())).as("a violation").isEmpty();
    }
  }
}
