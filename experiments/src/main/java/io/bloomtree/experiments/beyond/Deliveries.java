package io.bloomtree.experiments.beyond;

import java.util.HashMap;
import java.util.Map;

/** How often each event was delivered. Owned by one thread. */
final class Deliveries {
  private final Map<Long, Integer> delivered = new HashMap<>();
  private long waiting;

  void offered(long fingerprint) {
    delivered.putIfAbsent(fingerprint, 0);
    waiting++;
  }

  /** An offer ended: the event is delivered if it is distinct. */
  void told(long fingerprint, boolean isDistinct) {
    waiting--;
    delivered.merge(fingerprint, isDistinct ? 1 : 0, Integer::sum);
  }

  boolean isComplete() {
    return waiting == 0;
  }

  /** The share of events that nobody delivered. */
  double lost() {
    return share(0, 0);
  }

  /** The share of events that were delivered more than once. */
  double repeated() {
    return share(2, Integer.MAX_VALUE);
  }

  /** How often an event was delivered, on average. */
  double average() {
    return delivered.values().stream().mapToInt(Integer::intValue).average().orElseThrow();
  }

  private double share(int least, int most) {
    long count = delivered.values().stream().filter(it -> it >= least && it <= most).count();
    return (double) count / delivered.size();
  }
}
