package io.bloomtree.bus;

import io.bloomtree.tree.Birth;
import io.bloomtree.tree.Vitals;
import io.bloomtree.tree.Watch.Relation;
import io.bloomtree.wire.Degradation;
import java.util.List;
import java.util.Map;

/**
 * Whether all is well with a slice or agent. Immutable.
 *
 * @param birth how it came by its state
 * @param settled false while it waits for what other slices knew before the topology changed
 * @param degraded why its answers are worth less than usual now; empty if they are not
 * @param degradedAnswers how many it gave since it started, by cause
 * @param peers those it needs: above it, and beside it
 * @param rebuilding what it copies to replace what it lost; null if nothing
 */
public record HealthReport(
    Birth birth,
    boolean settled,
    List<Degradation> degraded,
    Map<Degradation, Long> degradedAnswers,
    List<Peer> peers,
    Rebuilding rebuilding) {
  public HealthReport {
    degraded = List.copyOf(degraded);
    degradedAnswers = Map.copyOf(degradedAnswers);
    peers = List.copyOf(peers);
  }

  /**
   * A slice that it needs. Immutable.
   *
   * @param id such as {@code root/0}
   * @param met whether it was ever heard
   * @param away whether it has not answered for the timeout
   */
  public record Peer(String id, Relation relation, boolean met, boolean away) {}

  /**
   * How far the copy of another's filter is. Immutable.
   *
   * @param from such as {@code eu/0}
   * @param done how many words are here, eight bytes each
   */
  public record Rebuilding(String from, long done, long total) {}

  static HealthReport of(Vitals vitals) {
    return new HealthReport(
        vitals.birth(),
        vitals.isSettled(),
        vitals.degraded().stream().sorted().toList(),
        vitals.degradedAnswers(),
        vitals.peers().stream()
            .map(peer -> new Peer(
                peer.slice().toString(), peer.relation(), peer.isMet(), peer.isAway()))
            .toList(),
        vitals.copy()
            .map(copy -> new Rebuilding(copy.from().toString(), copy.done(), copy.total()))
            .orElse(null));
  }
}
