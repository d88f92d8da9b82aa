package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.bloomtree.edge.Claim;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The claims of clients that can name them only. One event loop's.
 *
 * <p>A claim is known until its lease is over; nobody has to be told then, since the tree knows. So
 * is how it was settled: a client that did not hear the answer may ask again.
 */
final class Claims {
  /*
   * Open claims are as many as the agent may have outstanding. Those that are settled stay for the
   * rest of their lease, but only so many: a client that repeats itself does so soon.
   */

  private static final int MOST_SETTLED = 100_000;
  private static final int ID_BYTES = 18;

  /** How a request to settle a claim ended. */
  enum Outcome {
    CONFIRMED,
    RELEASED,
    /** It was released before, and so cannot be confirmed; or the other way round. */
    SETTLED_OTHERWISE,
    /** There is none of that name, or its lease is over, or the agent is closed. */
    UNKNOWN_CLAIM;

    boolean isSettled() {
      return this == CONFIRMED || this == RELEASED;
    }
  }

  private record Open(Claim claim, long until) {}

  private record Settled(Outcome outcome, long until) {}

  private final long leaseNanos;
  private final LongSupplier nanoTime;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, Open> open = new LinkedHashMap<>();
  private final Map<String, Settled> settled = new LinkedHashMap<>();
  /** Null unless somebody waits for the last of them. */
  private Promise<Void> awaited;

  Claims(long leaseNanos, LongSupplier nanoTime) {
    this.leaseNanos = leaseNanos;
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
  }

  /** Keeps a claim, and gives it a name that nobody can guess. */
  String add(Claim claim) {
    forgetOld();
    byte[] bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    String id = Base64.getUrlEncoder().encodeToString(bytes);
    open.put(id, new Open(claim, nanoTime.getAsLong() + leaseNanos));
    return id;
  }

  Outcome confirm(String id) {
    return settle(id, Outcome.CONFIRMED);
  }

  Outcome release(String id) {
    return settle(id, Outcome.RELEASED);
  }

  private Outcome settle(String id, Outcome wanted) {
    forgetOld();
    Settled before = settled.get(id);
    if (before != null) {
      return before.outcome == wanted ? wanted : Outcome.SETTLED_OTHERWISE;
    }
    Open claimed = open.remove(id);
    if (claimed == null) {
      return Outcome.UNKNOWN_CLAIM;
    }
    tellIfSettled();
    try {
      if (wanted == Outcome.CONFIRMED) {
        claimed.claim.confirm();
      } else {
        claimed.claim.release();
      }
    } catch (IllegalStateException closed) {
      return Outcome.UNKNOWN_CLAIM; // it ends with its lease
    }
    settled.put(id, new Settled(wanted, claimed.until));
    if (settled.size() > MOST_SETTLED) {
      settled.remove(settled.keySet().iterator().next());
    }
    return wanted;
  }

  /** Forgets what is over. All have the same lease, so the first are the oldest. */
  void forgetOld() {
    long now = nanoTime.getAsLong();
    Iterator<Open> opened = open.values().iterator();
    while (opened.hasNext() && opened.next().until - now <= 0) {
      opened.remove();
    }
    Iterator<Settled> ended = settled.values().iterator();
    while (ended.hasNext() && ended.next().until - now <= 0) {
      ended.remove();
    }
    tellIfSettled();
  }

  /** Completes as soon as none is open. */
  Future<Void> settled() {
    if (awaited == null) {
      awaited = Promise.promise();
    }
    forgetOld();
    return awaited.future();
  }

  private void tellIfSettled() {
    if (awaited != null && open.isEmpty()) {
      awaited.tryComplete();
    }
  }
}
