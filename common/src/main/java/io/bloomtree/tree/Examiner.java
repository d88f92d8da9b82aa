package io.bloomtree.tree;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.ProbeFrame.Probe;
import io.bloomtree.wire.ProbeReplyFrame.ProbeReply;
import io.bloomtree.wire.Testimony;
import io.bloomtree.wire.VerifyReplyFrame.VerifyReply;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/**
 * Finds out whether a node has an event: from this slice, from the node's other slices, and, where
 * hits are verified, from its children. Owned by one event loop.
 */
final class Examiner {
  /** What an examination found. */
  enum Finding {
    /** The node has the event, as far as a filter can tell. */
    HIT,
    /** The node does not have the event. */
    MISS,
    /** Some slices could not tell, and those that could have the event. */
    UNDECIDED,
    /** Some slices run another topology: they are there, and cannot be asked. */
    SPLIT
  }

  /** Told once what was found. */
  interface Result {
    /**
     * @param set how many positions of the event are known to be set
     * @param ageMillis how long ago an event that was found was confirmed
     */
    void found(Finding finding, int set, long ageMillis, long now);
  }

  /*
   * Each examination is a round with a number of its own, so that a reply that was
   * under way while the round ended cannot speak in a later one. The numbers start at
   * random in each incarnation for the same reason.
   */
  private final Place place;
  private final int index;
  private final SliceStore store;
  private final Lineage lineage;
  private final Epochs epochs;
  private final Spread spread;
  private final Peers peers;
  private final Settings settings;
  private final Timers timers;
  private final Outbox outbox;
  private final Tally tally;
  private final Map<Long, Round> rounds = new HashMap<>();
  private long lastRound;

  private static final Optional<Finding> HIT_HERE = Optional.of(Finding.HIT);
  private static final Optional<Finding> MISS_HERE = Optional.of(Finding.MISS);

  Examiner(
      Place place, int index, SliceStore store, Lineage lineage, Epochs epochs, Spread spread,
      Peers peers, Settings settings, long firstRound, Timers timers, Outbox outbox, Tally tally) {
    this.place = place;
    this.index = index;
    this.store = store;
    this.lineage = lineage;
    this.epochs = epochs;
    this.spread = spread;
    this.peers = peers;
    this.settings = settings;
    this.lastRound = firstRound;
    this.timers = timers;
    this.outbox = outbox;
    this.tally = tally;
  }

  /** Whether this slice alone decides about its events, without a message. */
  boolean isAlone() {
    return place.self().plan().scheme() != SlicePlan.Scheme.VERTICAL
        && !verifies();
  }

  int size() {
    return rounds.size();
  }

  /** What this slice finds without asking anybody; empty if it takes a round. */
  Optional<Finding> testHere(long fingerprint) {
    tally.add(Tally.Count.TESTS);
    Optional<Finding> finding = findHere(fingerprint);
    if (finding == HIT_HERE) {
      tally.add(Tally.Count.HITS);
    } else if (finding == MISS_HERE) {
      tally.add(Tally.Count.MISSES);
    }
    return finding;
  }

  private Optional<Finding> findHere(long fingerprint) {
    if (spread.holds(fingerprint)) {
      return HIT_HERE;
    }
    SlicePlan plan = place.self().plan();
    boolean isVertical = plan.scheme() == SlicePlan.Scheme.VERTICAL;
    if (!isVertical && plan.owner(fingerprint) != index) {
      return Optional.empty(); // a stand-in: the owner may be there after all
    }
    if (!store.filter().holds(fingerprint)) {
      // after a loss an unset position proves nothing, if there are others to look at
      return isVertical && store.birth() == Birth.LOST ? Optional.empty() : MISS_HERE;
    }
    boolean isOurs = !isVertical || store.filter().inherits(fingerprint);
    return isOurs && !verifies() ? HIT_HERE : Optional.empty();
  }

  /** Whether some slice that would have to be asked about the event runs another topology. */
  private boolean isSplit(long fingerprint) {
    if (peers.areSplit()) {
      for (int slice : place.self().plan().slicesOf(fingerprint)) {
        if (slice != index && peers.isElsewhere(slice)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Asks whoever must be asked. The result comes later, never before this returns. */
  Round startRound(long fingerprint, Result result, long now) {
    Round round = new Round(++lastRound, fingerprint, result);
    rounds.put(round.id, round);
    round.start(now);
    return round;
  }

  void onProbeReply(Packet packet, ProbeReply reply, long now) {
    Round round = rounds.get(reply.round());
    if (round != null) {
      boolean reliable = reply.reliable() && !lineage.hasLostState(packet);
      round.probed(packet.from().slice(), reply, reliable, now);
    }
  }

  void onVerifyReply(Packet packet, VerifyReply reply, long now) {
    Round round = rounds.get(reply.round());
    if (round != null) {
      // what was confirmed through a slice that runs another topology, the others do not know
      boolean denies = reply.testimony() == Testimony.DENY && !lineage.hasLostState(packet)
          && !epochs.isSplit(packet.from().node());
      round.testified(packet.from(), denies, now);
    }
  }

  private boolean verifies() {
    return place.level() < settings.verifyAbove() && !place.children().isEmpty();
  }

  /** One examination of one event. */
  final class Round extends Timer {
    private final long id;
    private final long fingerprint;
    private final Result result;
    private final Queue<Integer> unprobed = new ArrayDeque<>();
    private final Set<Integer> probed = new HashSet<>();
    private final Set<Endpoint> witnesses = new HashSet<>();
    private long giveUp;
    private int set;
    /** When the event was confirmed, as far as its oldest timers tell. */
    private long confirmedAt = Long.MAX_VALUE;
    private boolean gaps;
    private boolean hasHeardStandIns;

    Round(long id, long fingerprint, Result result) {
      this.id = id;
      this.fingerprint = fingerprint;
      this.result = result;
    }

    /** Ends the round without a result. */
    void cancel() {
      rounds.remove(id);
      timers.cancel(this);
    }

    private void start(long now) {
      giveUp = now + settings.timing().lease().toMillis();
      boolean isInherited = store.filter().inherits(fingerprint);
      for (int slice : place.self().plan().slicesOf(fingerprint)) {
        if (slice != index && isInherited) {
          continue; // another filter beside this one has all of it
        }
        if (slice != index) {
          unprobed.add(slice);
        } else if (store.filter().holds(fingerprint)) {
          set += store.filter().probes(fingerprint);
          confirmedAt = now - store.filter().age(fingerprint);
        } else {
          gaps = true;
        }
      }
      if (!probeNext(now)) {
        timers.arm(this, now);
      }
    }

    /** Probes the next slice, or all; false if there is none left that could answer. */
    private boolean probeNext(long now) {
      boolean all = settings.probing() == Probing.PARALLEL;
      while (!unprobed.isEmpty() && (all || probed.isEmpty())) {
        int slice = unprobed.remove();
        if (peers.isAway(slice) || peers.isElsewhere(slice)) {
          gaps = true;
        } else {
          probed.add(slice);
          outbox.add(peers.toAnswer(slice, now), Outbox.PROBES, new Probe(id, fingerprint));
        }
      }
      return awaitProbed(now);
    }

    private boolean awaitProbed(long now) {
      if (!probed.isEmpty()) {
        timers.arm(this, now + patience());
      }
      return !probed.isEmpty();
    }

    /**
     * Asks a slice again that is slow, or whose answer was lost; false if all are away, or were
     * slow for so long that a claim would have lapsed: nobody waits any more.
     */
    private boolean probeAgain(long now) {
      gaps |= probed.removeIf(
          slice -> peers.isAway(slice) || peers.isElsewhere(slice) || giveUp <= now);
      for (int slice : probed) {
        outbox.add(peers.toAnswer(slice, now), Outbox.PROBES, new Probe(id, fingerprint));
      }
      return awaitProbed(now);
    }

    private void probed(int slice, ProbeReply reply, boolean reliable, long now) {
      if (!probed.remove(slice)) {
        return;
      }
      if (reply.set() == reply.probes()) {
        set += reply.set();
        // none of its timers is older than the event, and those it has to itself are not younger
        confirmedAt = Math.min(confirmedAt, now - reply.ageMillis());
      } else if (reliable) {
        end(Finding.MISS, now);
        return;
      } else {
        gaps = true;
      }
      if (probed.isEmpty() && !probeNext(now)) {
        concludeProbing(now);
      }
    }

    private void concludeProbing(long now) {
      if (gaps) {
        end(isSplit(fingerprint) ? Finding.SPLIT : Finding.UNDECIDED, now);
      } else if (verifies()) {
        verify(now);
      } else {
        end(Finding.HIT, now);
      }
    }

    /*
     * All children are asked, the one the event came from included: a neighbour
     * below it may have confirmed the event since that child said miss.
     *
     * Of a sliced child the stand-ins are asked first, whether they keep the event for
     * their owner, and then the owner: in the other order a stand-in could hand the
     * event over between the two denials.
     */
    private void verify(long now) {
      for (NodeRef child : place.children()) {
        for (int slice : child.plan().deciders(fingerprint)) {
          if (slice != child.plan().owner(fingerprint)) {
            summon(child.slice(slice));
          }
        }
      }
      if (witnesses.isEmpty()) {
        verifyOwners(now);
      } else {
        timers.arm(this, now + patience());
      }
    }

    private void verifyOwners(long now) {
      hasHeardStandIns = true;
      place.children().forEach(child -> summon(child.ownerOf(fingerprint)));
      // the children verify in their turn, down to the threshold, and must have the time
      int levels = settings.verifyAbove() - place.level();
      timers.arm(this, now + patience() * (2L * levels - 1));
    }

    private void summon(Endpoint witness) {
      witnesses.add(witness);
      outbox.add(witness, Outbox.VERIFICATIONS, new Probe(id, fingerprint));
    }

    private void testified(Endpoint child, boolean denies, long now) {
      if (!witnesses.contains(child)) {
        return;
      }
      if (!denies) {
        end(Finding.HIT, now);
        return;
      }
      witnesses.remove(child);
      if (!witnesses.isEmpty()) {
        return;
      }
      if (!hasHeardStandIns) {
        verifyOwners(now);
      } else {
        tally.add(Tally.Count.REFUTED_HITS);
        end(Finding.MISS, now);
      }
    }

    @Override void fire(long now) {
      if (!witnesses.isEmpty()) {
        end(Finding.HIT, now); // silent children cannot refute a hit
        return;
      }
      if (!probeAgain(now) && !probeNext(now)) {
        concludeProbing(now);
      }
    }

    private void end(Finding finding, long now) {
      cancel();
      if (finding == Finding.HIT) {
        tally.add(Tally.Count.HITS);
      } else if (finding == Finding.MISS) {
        tally.add(Tally.Count.MISSES);
      }
      result.found(finding, set, age(now), now);
    }

    /** The event has grown older while it was examined; without a window nobody wants to know. */
    private long age(long now) {
      return place.self().isTimed() && confirmedAt != Long.MAX_VALUE ? now - confirmedAt : 0;
    }

    private long patience() {
      return Math.max(1, settings.timing().timeout().toMillis() / 4);
    }
  }
}
