package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/** Who is connected: so many at once, and none for long without a request. One event loop's. */
final class Connections {
  /*
   * A client may send the head of a request byte by byte, or nothing but pings, and so is never
   * silent. What counts is therefore not whether something arrives, but whether a request does: a
   * connection that has had none under way for as long as it may be silent is closed.
   */

  private final int most;
  private final long idleNanos;
  private final LongSupplier nanoTime;
  private final Refusals refusals;
  private final Map<HttpConnection, Open> open = new HashMap<>();

  /** A connection, the requests on it, and since when there have been none. */
  private static final class Open {
    private final Set<Call> calls = new HashSet<>();
    private long since;
  }

  Connections(int most, Duration idle, LongSupplier nanoTime, Refusals refusals) {
    this.most = most;
    this.idleNanos = idle.toNanos();
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
    this.refusals = requireNonNull(refusals, "refusals");
  }

  /** Takes a connection, or closes it at once if there are too many. */
  void add(HttpConnection connection) {
    if (open.size() >= most) {
      refusals.addConnectionLimit();
      connection.close();
      return;
    }
    var added = new Open();
    added.since = nanoTime.getAsLong();
    open.put(connection, added);
    connection.closeHandler(closed -> {
      open.remove(connection);
      List.copyOf(added.calls).forEach(Call::leave);
    });
  }

  /** A request has begun, and belongs to its connection until it is over. */
  void begin(Call call) {
    Open connection = open.get(call.request().connection());
    if (connection == null) {
      return; // it is being closed
    }
    connection.calls.add(call);
    call.over().onComplete(over -> {
      connection.calls.remove(call);
      connection.since = nanoTime.getAsLong();
    });
  }

  /** Closes those that have been without a request for too long. */
  void sweep() {
    long now = nanoTime.getAsLong();
    Map.copyOf(open).forEach((connection, state) -> {
      if (state.calls.isEmpty() && now - state.since >= idleNanos) {
        connection.close();
      }
    });
  }
}
