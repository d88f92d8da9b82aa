package io.bloomtree.stream;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * How long ago that was of which an event is a copy: by how many different events came since.
 * Immutable.
 */
public final class Recency {
  private final NavigableMap<Long, Double> shares;
  private final NavigableMap<Double, Double> logs;

  private Recency(NavigableMap<Long, Double> shares, NavigableMap<Double, Double> logs) {
    this.shares = shares;
    this.logs = logs;
  }

  /**
   * Given for some numbers of events: which share of copies has at least so many different events
   * since. Between them, and from all copies at 0, it falls with the logarithm. The last must have
   * no share.
   */
  public static Recency of(Map<Long, Double> shares) {
    var sorted = new TreeMap<>(shares);
    var logs = new TreeMap<Double, Double>();
    logs.put(1.0, 0.0);
    double before = 1;
    for (Map.Entry<Long, Double> share : sorted.entrySet()) {
      if (share.getKey() < 1 || share.getKey() > Integer.MAX_VALUE
          || !(share.getValue() >= 0 && share.getValue() < before)) {
        throw new IllegalArgumentException("shares must fall from 1 at 0: shares=" + sorted);
      }
      before = share.getValue();
      logs.put(before, Math.log1p(share.getKey()));
    }
    if (before != 0) {
      throw new IllegalArgumentException("the last share must be 0: shares=" + sorted);
    }
    return new Recency(sorted, logs);
  }

  /** How many different events came since the original of a copy. */
  int draw(RandomGenerator random) {
    double share = random.nextDouble();
    Map.Entry<Double, Double> deep = logs.floorEntry(share);
    Map.Entry<Double, Double> shallow = logs.higherEntry(share);
    double way = (share - deep.getKey()) / (shallow.getKey() - deep.getKey());
    return (int) Math.expm1(deep.getValue() + way * (shallow.getValue() - deep.getValue()));
  }

  @Override public String toString() {
    return "Recency" + shares;
  }
}
