package io.bloomtree.tree;

import io.bloomtree.tree.SliceStore.Unspread;
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
 * table remembers it in place of the unset positions. It ends with the window, if there is one.
 */
final class Spread {
  /** More than a slice can begin between two of its incarnations, which count milliseconds. */
  private static final int ROUND_BITS = 24;

  private final SliceStore store;
  private final Peers peers;
  private final int limit;
  private final long retry;
  private final long window;
  private final Timers timers;
  private final Outbox outbox;
  private final LongTable<Entry> entries = LongTable.byFingerprint();
  private final LongTable<Entry> rounds = LongTable.bySequence();
  private long lastRound;

  /**
   * @param incarnation acknowledgements of earlier ones must name no round of this one
   * @param window for how many milliseconds an event is remembered
   */
  Spread(
      long incarnation, SliceStore store, Peers peers, long window, Settings settings,
      Timers timers, Outbox outbox) {
    this.lastRound = incarnation << ROUND_BITS;
    this.store = store;
    this.peers = peers;
    this.window = window;
    this.limit = settings.limits().claims();
    this.retry = settings.timing().retry().toMillis();
    this.timers = timers;
    this.outbox = outbox;
  }

  /** Takes up what an earlier incarnation left. */
  void resume(long now) {
    store.unspread().forEach((fingerprint, unspread) -> begin(fingerprint, unspread, now));
  }

  private void begin(long fingerprint, Unspread unspread, long now) {
    Entry entry = new Entry(++lastRound, fingerprint, unspread);
    entries.put(fingerprint, entry);
    rounds.put(entry.round, entry);
    entry.fire(now);
  }

  boolean holds(long fingerprint) {
    if (entries.isEmpty()) {
      return false;
    }
    Entry entry = entries.get(fingerprint);
    return entry != null && !entry.isPast(timers.now());
  }

  /** How long ago an event it holds was confirmed. */
  long age(long fingerprint) {
    return entries.get(fingerprint).age(timers.now());
  }

  /** How many events a slice has yet to acknowledge. */
  int countFor(int slice) {
    int count = 0;
    for (Entry entry : entries.values()) {
      count += entry.misses(slice) ? 1 : 0;
    }
    return count;
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
  boolean add(long fingerprint, int[] slices, long confirmedAt, int importance, long now) {
    if (now - confirmedAt > window) {
      return true;
    }
    Entry known = entries.get(fingerprint);
    if (known != null) {
      if (window != Long.MAX_VALUE && confirmedAt > known.confirmedAt) {
        known.confirmedAt = confirmedAt;
        known.again = slices;
        store.putUnspread(fingerprint, known.unspread());
      }
      return true;
    }
    if (entries.size() >= limit) {
      return false;
    }
    var unspread = new Unspread(slices, confirmedAt, importance);
    store.putUnspread(fingerprint, unspread);
    begin(fingerprint, unspread, now);
    return true;
  }

  /** A slice has carried out a set; what it says of a round that is over means nothing. */
  void acknowledged(int slice, long round) {
    Entry entry = rounds.get(round);
    if (entry == null || !entry.remove(slice)) {
      return;
    }
    if (entry.missing.length > 0) {
      store.putUnspread(entry.fingerprint, entry.unspread());
      return;
    }
    end(entry);
    if (entry.again.length > 0) {
      // not earlier: confirms that are repeated faster than slices answer would begin for ever
      store.putUnspread(entry.fingerprint, entry.unspread());
      begin(entry.fingerprint, entry.unspread(), timers.now());
    }
  }

  private void end(Entry entry) {
    timers.cancel(entry);
    entries.remove(entry.fingerprint);
    rounds.remove(entry.round);
    store.removeUnspread(entry.fingerprint);
    entry.confirms.forEach((origin, to) ->
        outbox.acknowledgeConfirm(to, Source.of(origin), origin.sequence()));
  }

  private final class Entry extends Timer {
    final long round;
    final long fingerprint;
    private final int importance;
    long confirmedAt;
    /** The slices that have not acknowledged: a few, so an array is as good a set as any. */
    int[] missing;
    /** The slices that know an earlier confirm, perhaps, and are to set this one when they do. */
    int[] again = {};
    /** Whose confirms are to be acknowledged in the end: nearly always one. */
    Map<Origin, Endpoint> confirms = Map.of();

    Entry(long round, long fingerprint, Unspread unspread) {
      this.round = round;
      this.fingerprint = fingerprint;
      this.missing = unspread.slices();
      this.confirmedAt = unspread.confirmedAt();
      this.importance = unspread.importance();
    }

    Unspread unspread() {
      return new Unspread(again.length > 0 ? again : missing, confirmedAt, importance);
    }

    /** Without a window nobody wants to know. */
    long age(long now) {
      return window == Long.MAX_VALUE ? 0 : Math.max(0, now - confirmedAt);
    }

    boolean isPast(long now) {
      return now - confirmedAt > window;
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
      if (isPast(now)) {
        end(this);
        return;
      }
      for (int slice : missing) {
        Endpoint to = peers.toAnswer(slice, now);
        if (!peers.isAway(slice)) {
          send(to);
        }
      }
      timers.arm(this, now + retry);
    }

    void send(Endpoint to) {
      long age = age(timers.now());
      outbox.add(to, Outbox.SETS, new SliceSet(round, fingerprint, age, importance));
    }
  }
}
