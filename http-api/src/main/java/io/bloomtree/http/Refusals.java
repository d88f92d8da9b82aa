package io.bloomtree.http;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** How many requests and connections were refused since the process started, and why. Thread-safe. */
final class Refusals {
  private static final String CONNECTION_LIMIT = "connection-limit";

  /** All kinds from the start, so that none appears out of nothing when it first happens. */
  private final Map<String, LongAdder> counts = new LinkedHashMap<>();

  Refusals() {
    Arrays.stream(ProblemType.values()).forEach(type -> counts.put(type.word(), new LongAdder()));
    counts.put(CONNECTION_LIMIT, new LongAdder());
  }

  /** A request was answered with a problem. */
  void add(ProblemType type) {
    counts.get(type.word()).increment();
  }

  /** A connection was closed since there were too many. */
  void addConnectionLimit() {
    counts.get(CONNECTION_LIMIT).increment();
  }

  /** As they are now, by what they are called. */
  Map<String, Long> counts() {
    Map<String, Long> now = new LinkedHashMap<>();
    counts.forEach((type, count) -> now.put(type, count.sum()));
    return now;
  }
}
