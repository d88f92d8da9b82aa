package io.bloomtree.bus;

import java.util.List;

/**
 * The events that were offered most often to a node or below. Immutable.
 *
 * @param events the most frequent one first
 * @param guaranteedAbove what was offered more often than that is a candidate for sure
 * @param candidates of how many these are the first
 * @param total how many offers there were of all events
 * @param since the wall clock's milliseconds when the first of those began that were counted here
 */
public record HotEvents(
    String node, List<HotEvent> events, long guaranteedAbove, int candidates, long total,
    long since) {
  public HotEvents {
    events = List.copyOf(events);
  }

  /**
   * One of them.
   *
   * @param fingerprint 16 hexadecimal digits
   * @param key its text, perhaps cut, which then ends in "…"; null if it is not kept
   * @param atMost how often it was offered at most (CM)
   * @param estimate about how often (CMM)
   */
  public record HotEvent(String fingerprint, String key, long atMost, double estimate) {}
}
