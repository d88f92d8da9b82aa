package io.bloomtree.tree;

import io.bloomtree.tree.Watch.Relation;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a machine is at the moment. Immutable.
 *
 * @param isSettled false while it waits for what other slices knew before the topology changed
 * @param degraded why its answers are worth less than usual now; empty if they are not
 * @param degradedAnswers how many it gave since it started, by cause
 * @param peers those it needs: above it, and beside it
 * @param copy what it copies just now to replace what it lost
 * @param inFlight frames that were sent up and are not wholly answered
 * @param queued events that wait to be sent up
 * @param batches how many events the frames of asks had that it sent up
 */
public record Vitals(
    Birth birth, boolean isSettled, Set<Degradation> degraded,
    Map<Degradation, Long> degradedAnswers, List<Peer> peers, Optional<Copy> copy, int inFlight,
    long queued, Histogram batches) {
  public Vitals {
    degraded = Set.copyOf(degraded);
    degradedAnswers = Map.copyOf(degradedAnswers);
    peers = List.copyOf(peers);
  }

  /** Of a machine with nobody above it. */
  static Vitals of(
      MachineStore store, Health health, boolean isSettled, List<Peer> peers,
      Optional<Copy> copy) {
    return of(store, health, isSettled, peers, copy, 0, 0, new Buckets("events", 1).histogram());
  }

  /** Of a machine that asks others; {@code beside}: the other slices of its node. */
  static Vitals of(
      MachineStore store, Health health, boolean isSettled, List<Peer> beside,
      Optional<Copy> copy, Uplink uplink) {
    List<Peer> peers = new ArrayList<>(uplink.states());
    peers.addAll(beside);
    return of(
        store, health, isSettled, peers, copy, uplink.inFlight(), uplink.queued(),
        uplink.batches());
  }

  private static Vitals of(
      MachineStore store, Health health, boolean isSettled, List<Peer> peers,
      Optional<Copy> copy, int inFlight, long queued, Histogram batches) {
    Set<Degradation> degraded = EnumSet.noneOf(Degradation.class);
    degraded.addAll(health.causes());
    // what the next answer will be worth, though none was given since
    if (store.birth() == Birth.LOST) {
      degraded.add(Degradation.STATE_LOST);
    }
    if (anyAway(peers, Relation.SLICE)) {
      degraded.add(Degradation.SLICE_AWAY);
    }
    boolean hasFallback = peers.stream().anyMatch(
        peer -> peer.relation == Relation.FALLBACK && peer.isMet && !peer.isAway);
    if (anyAway(peers, Relation.PARENT) && !hasFallback) {
      degraded.add(Degradation.PARENT_AWAY);
    }
    return new Vitals(
        store.birth(), isSettled, degraded, health.answersByCause(), peers, copy, inFlight, queued,
        batches);
  }

  private static boolean anyAway(List<Peer> peers, Relation relation) {
    return peers.stream().anyMatch(peer -> peer.relation == relation && peer.isAway);
  }

  /**
   * A slice that the machine needs. Immutable.
   *
   * @param isMet whether it was ever heard
   * @param isAway whether it has not answered for the timeout
   */
  public record Peer(Endpoint slice, Relation relation, boolean isMet, boolean isAway) {}

  /**
   * A filter that is being copied. Immutable.
   *
   * @param done how many of its words are here
   */
  public record Copy(Endpoint from, long done, long total) {}
}
