package io.bloomtree.tree;

import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.SetFrame.SliceSet;
import io.bloomtree.wire.Source;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Confirmed events whose positions some other slices have not set yet. Owned by one event loop.
 *
 * <p>To everybody who asks, such an event is confirmed: until its last slice has acknowledged, this
 * table remembers it in place of the unset positions. It never expires.
 */
final class Spread {
  /** More than a slice can begin between two of its incarnations, which count milliseconds. */
  private static final int ROUND_BITS = 24;

  private final SliceStore store;
  private final Peers peers;
  private final int limit;
  private final long retry;
  private final Timers timers;
  private final Outbox outbox;
  private final LongTable<Entry> entries = LongTable.byFingerprint();
  private final LongTable<Entry> rounds = LongTable.bySequence();
  private long lastRound;

  /** {@code incarnation}: acknowledgements of earlier ones must name no round of this one. */
  Spread(
      long incarnation, SliceStore store, Peers peers, Settings settings, Timers timers,
      Outbox outbox) {
    this.lastRound = incarnation << ROUND_BITS;
    this.store = store;
    this.peers = peers;
    this.limit = settings.limits().claims();
    this.retry = settings.timing().retry().toMillis();
    this.timers = timers;
    this.outbox = outbox;
  }

  /** Takes up what an earlier incarnation left. */
  void resume(long now) {
    store.unspread().forEach((fingerprint, slices) -> begin(fingerprint, slices, now));
  }

  private void begin(long fingerprint, int[] slices, long now) {
    Entry entry = new Entry(++lastRound, fingerprint, slices);
    entries.put(fingerprint, entry);
    rounds.put(entry.round, entry);
    entry.fire(now);
  }

  boolean holds(long fingerprint) {
    return !entries.isEmpty() && entries.containsKey(fingerprint);
  }

  /** Sends at once what a slice has missed while it was away. */
  void resumeFor(int slice) {
    for (Entry entry : entries.values()) {
      if (entry.misses(slice)) {
        entry.send(peers.address(slice));
      }
    }
  }

  /** Has the origin's confirm acknowledged when all slices have acknowledged the event. */
  void acknowledgeWhenDone(long fingerprint, Origin origin, Endpoint to) {
    Entry entry = entries.get(fingerprint);
    if (entry.confirms.size() < limit) {
      entry.acknowledgeWhenDone(origin, to);
    }
  }

  int size() {
    return entries.size();
  }

  /** Has the slices set the event; false if the table is full. */
  boolean add(long fingerprint, int[] slices, long now) {
    if (entries.containsKey(fingerprint)) {
      return true;
    }
    if (entries.size() >= limit) {
      return false;
    }
    store.putUnspread(fingerprint, slices);
    begin(fingerprint, slices, now);
    return true;
  }

  /** A slice has carried out a set; what it says of a round that is over means nothing. */
  void acknowledged(int slice, long round) {
    Entry entry = rounds.get(round);
    if (entry == null || !entry.remove(slice)) {
      return;
    }
    if (entry.missing.length == 0) {
      timers.cancel(entry);
      entries.remove(entry.fingerprint);
      rounds.remove(round);
      store.removeUnspread(entry.fingerprint);
      entry.confirms.forEach((origin, to) ->
          outbox.acknowledgeConfirm(to, Source.of(origin), origin.sequence()));
    } else {
      store.putUnspread(entry.fingerprint, entry.missing);
    }
  }

  private final class Entry extends Timer {
    final long round;
    final long fingerprint;
    /** The slices that have not acknowledged: a few, so an array is as good a set as any. */
    int[] missing;
    /** Whose confirms are to be acknowledged in the end: nearly always one. */
    Map<Origin, Endpoint> confirms = Map.of();

    Entry(long round, long fingerprint, int[] slices) {
      this.round = round;
      this.fingerprint = fingerprint;
      this.missing = slices;
    }

    boolean misses(int slice) {
      for (int one : missing) {
        if (one == slice) {
          return true;
        }
      }
      return false;
    }

    boolean remove(int slice) {
      boolean misses = misses(slice);
      if (misses) {
        int[] rest = new int[missing.length - 1];
        int count = 0;
        for (int one : missing) {
          if (one != slice) {
            rest[count++] = one;
          }
        }
        missing = rest;
      }
      return misses;
    }

    void acknowledgeWhenDone(Origin origin, Endpoint to) {
      if (confirms.isEmpty()) {
        confirms = Map.of(origin, to);
        return;
      }
      if (confirms.size() == 1) {
        confirms = new LinkedHashMap<>(confirms);
      }
      confirms.put(origin, to);
    }

    @Override void fire(long now) {
      for (int slice : missing) {
        Endpoint to = peers.toAnswer(slice, now);
        if (!peers.isAway(slice)) {
          send(to);
        }
      }
      timers.arm(this, now + retry);
    }

    void send(Endpoint to) {
      outbox.add(to, Outbox.SETS, new SliceSet(round, fingerprint, 0, 0));
    }
  }
}
