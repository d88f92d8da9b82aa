package io.bloomtree.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** How many requests a client may make: so many a second, as many at once. One event loop's. */
final class RateLimit {
  private static final int MOST_CLIENTS = 10_000;
  private static final double NANOS = 1e9;

  private final int perSecond;
  private final LongSupplier nanoTime;
  /** The one that was silent for longest first: forgetting it forgives it least. */
  private final Map<Object, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {
    private static final long serialVersionUID = 1;

    @Override protected boolean removeEldestEntry(Map.Entry<Object, Bucket> eldest) {
      return size() > MOST_CLIENTS;
    }
  };

  private static final class Bucket {
    private double left;
    private long at;
  }

  RateLimit(int perSecond, LongSupplier nanoTime) {
    this.perSecond = perSecond;
    this.nanoTime = nanoTime;
  }

  /** Whether that client may make a request now. */
  boolean admits(Object client) {
    long now = nanoTime.getAsLong();
    Bucket bucket = buckets.computeIfAbsent(client, first -> {
      var full = new Bucket();
      full.left = perSecond;
      full.at = now;
      return full;
    });
    bucket.left = Math.min(perSecond, bucket.left + (now - bucket.at) / NANOS * perSecond);
    bucket.at = now;
    if (bucket.left < 1) {
      return false;
    }
    bucket.left--;
    return true;
  }
}
