package io.bloomtree.bus;

import io.bloomtree.topology.Network;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import java.util.List;
import java.util.Map;

/**
 * Whether a node would take an event for a copy. Immutable.
 *
 * @param level 0 is the root
 * @param state whether the slices answered that the event belongs to
 * @param isHit whether it would, as far as they told; if some are away, that is what they would
 *     say together if those were not asked
 * @param slices those that the event belongs to and that answered
 */
public record NodeSighting(
    String id, int level, Availability state, boolean isHit, List<SliceSighting> slices) {
  public NodeSighting {
    slices = List.copyOf(slices);
  }

  /**
   * What one slice knows of the event. Immutable.
   *
   * @param probes how many of the event's positions lie on it
   * @param set how many of them are set
   */
  public record SliceSighting(int index, int probes, int set) {}

  /** Of a node; {@code asked}: its slices that the event belongs to. */
  static NodeSighting of(
      Network network, NodeId node, List<Endpoint> asked, Map<Endpoint, Sighting> sightings) {
    List<Endpoint> answered = asked.stream().filter(sightings::containsKey).toList();
    return new NodeSighting(
        node.value(),
        network.place(node).level(),
        Availability.of(answered.size(), asked.size()),
        !answered.isEmpty()
            && answered.stream().map(sightings::get).allMatch(Sighting::isHit),
        answered.stream()
            .map(slice -> new SliceSighting(
                slice.slice(), sightings.get(slice).probes(), sightings.get(slice).set()))
            .toList());
  }
}
