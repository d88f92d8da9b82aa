package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.NodeReport;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.tree.Place;
import io.bloomtree.tree.Tally.Count;
import io.bloomtree.wire.NodeId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What became of a stream. Immutable.
 *
 * @param time from the first offer to the last verdict
 * @param problem why the stream ended early, if it did
 */
record RunResult(
    Network network, Judgement judgement, List<NodeReport> reports, Duration time,
    Optional<BadInputException> problem) {
  RunResult {
    requireNonNull(network, "network");
    requireNonNull(judgement, "judgement");
    requireNonNull(time, "time");
    requireNonNull(problem, "problem");
    reports = List.copyOf(reports);
  }

  long events() {
    return judgement.told().events();
  }

  double seconds() {
    return time.toNanos() / 1e9;
  }

  double eventsPerSecond() {
    return ProgressBar.perSecond(events(), time);
  }

  List<NodeId> nodes(int level) {
    return network.places().stream()
        .filter(place -> place.level() == level).map(place -> place.self().id()).toList();
  }

  /** Whether the nodes of a level were asked what they counted: those of this process are. */
  boolean isReported(int level) {
    return reports.stream().anyMatch(slice -> slice.level() == level);
  }

  /** Whether the tree, or most of it, runs in other processes, and may have known keys before. */
  boolean isJoined() {
    return !isReported(0);
  }

  /** Tests and sets of the filters of a level; each slice counts its own. */
  long accesses(int level) {
    return tests(level) + sets(level);
  }

  long tests(int level) {
    return sum(Count.TESTS, slice -> slice.level() == level);
  }

  long sets(int level) {
    return sum(Count.SETS, slice -> slice.level() == level);
  }

  long packetsOfEdges() {
    return sum(Count.PACKETS_SENT, this::isEdge);
  }

  long bytesOfEdges() {
    return reports.stream().filter(this::isEdge).mapToLong(NodeReport::bytesSent).sum();
  }

  private boolean isEdge(NodeReport slice) {
    return network.node(slice.slice().node()).role() == Role.EDGE;
  }

  private long sum(Count count, Predicate<NodeReport> which) {
    return reports.stream().filter(which).mapToLong(slice -> slice.count(count)).sum();
  }

  /** The memory of all filters. */
  long filterBytes() {
    return network.places().stream().map(Place::self)
        .mapToLong(node -> network.plan(node.id()).memoryBytes()).sum();
  }

  /** The distinct events in all filters, each as often as there are nodes that recorded it. */
  long recorded() {
    return judgement.loads().stream().mapToLong(Judgement.NodeLoad::recorded).sum();
  }

  /** The same at design load. */
  long expected() {
    return judgement.loads().stream().mapToLong(Judgement.NodeLoad::expected).sum();
  }

  List<NodeId> overloaded() {
    return judgement.loads().stream()
        .filter(Judgement.NodeLoad::isExceeded).map(Judgement.NodeLoad::node).toList();
  }

  Map<String, Object> json() {
    var told = judgement.told();
    var errors = judgement.errors();
    var json = new LinkedHashMap<String, Object>();
    json.put("tree", network.topology().tree());
    json.put("events", events());
    json.put("keys", judgement.keys());
    json.put("distinct", told.distinct());
    json.put("duplicates", told.duplicates());
    json.put("failed", told.failed());
    json.put("degraded", told.degraded());
    json.put("falsePositives", errors.falsePositives());
    json.put("falseNegatives", errors.falseNegatives());
    json.put("unexcusedFalseNegatives", errors.unexcused());
    errors.expectedLeaks().ifPresent(leaks -> json.put("expectedFalseNegatives", leaks));
    json.put("deliveredAfterWindow", errors.afterWindow());
    json.put("lost", errors.lost());
    json.put("seconds", seconds());
    json.put("eventsPerSecond", eventsPerSecond());
    json.put("levels", judgement.levels().stream().map(this::json).toList());
    json.put("edges", edgesJson());
    json.put("memory", memoryJson());
    json.put("overloaded", overloaded().stream().map(NodeId::value).toList());
    problem.ifPresent(it -> json.put("problem", it.getMessage()));
    return json;
  }

  private Map<String, Object> json(Judgement.LevelCount count) {
    var json = new LinkedHashMap<String, Object>();
    json.put("level", count.level());
    json.put("nodes", nodes(count.level()).stream().map(NodeId::value).toList());
    json.put("events", count.events());
    json.put("hits", count.hits());
    if (isReported(count.level())) {
      json.put("accesses", accesses(count.level()));
      json.put("tests", tests(count.level()));
      json.put("sets", sets(count.level()));
    }
    return json;
  }

  private Map<String, Object> edgesJson() {
    var json = new LinkedHashMap<String, Object>();
    json.put("eventsDecided", judgement.atEdge().events());
    json.put("keyBytesDecided", judgement.atEdge().keyBytes());
    json.put("keyBytes", judgement.atEdge().allKeyBytes());
    json.put("packetsSent", packetsOfEdges());
    json.put("bytesSent", bytesOfEdges());
    return json;
  }

  private Map<String, Object> memoryJson() {
    var json = new LinkedHashMap<String, Object>();
    json.put("filterBytes", filterBytes());
    json.put("recordedEvents", recorded());
    json.put("exactSetBytes", recorded() * RunScreen.FINGERPRINT_BYTES);
    json.put("hashSetBytes", recorded() * RunScreen.HASH_SET_BYTES);
    json.put("expectedEvents", expected());
    json.put("exactSetBytesAtDesignLoad", expected() * RunScreen.FINGERPRINT_BYTES);
    json.put("hashSetBytesAtDesignLoad", expected() * RunScreen.HASH_SET_BYTES);
    return json;
  }
}
