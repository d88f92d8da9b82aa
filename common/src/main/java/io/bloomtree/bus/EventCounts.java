package io.bloomtree.bus;

import java.util.List;

/**
 * How often an event was offered, and where. Immutable.
 *
 * @param fingerprint of the event, 16 hexadecimal digits
 * @param nodes each before its children, the root first
 * @param unknown nodes of which nobody knows anything: they are away, or have not reported yet
 */
public record EventCounts(String fingerprint, List<AtNode> nodes, List<String> unknown) {
  public EventCounts {
    nodes = List.copyOf(nodes);
    unknown = List.copyOf(unknown);
  }

  /**
   * What was offered to a node or below.
   *
   * @param level 0 is the root
   * @param ageMillis how long ago its parent heard of it; 0 if it answered itself
   */
  public record AtNode(String node, int level, SketchCount count, long ageMillis) {}
}
