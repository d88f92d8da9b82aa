package io.bloomtree.bus;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * How often a node was offered an event, itself or below. Immutable.
 *
 * @param children the same for each of its children that has reported
 */
public record CountAnswer(SketchCount own, List<Child> children) {
  public CountAnswer {
    requireNonNull(own, "own");
    children = List.copyOf(children);
  }

  /**
   * What a child has reported.
   *
   * @param ageMillis how long ago its last report came
   */
  public record Child(String node, SketchCount count, long ageMillis) {}
}
