package io.bloomtree.cli;

import static java.util.stream.Collectors.joining;

import io.bloomtree.bus.AgentReport;
import io.bloomtree.bus.Availability;
import io.bloomtree.bus.FilterReport;
import io.bloomtree.bus.HealthReport;
import io.bloomtree.bus.NodeView;
import io.bloomtree.bus.SliceView;
import io.bloomtree.tree.Histogram;
import io.bloomtree.tree.Occupancy;
import io.bloomtree.tree.Watch.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * A node of a running tree as {@code status} and {@code top} show it. Immutable.
 *
 * @param depth how far below the root
 * @param before the same node a while ago, if it was looked at then
 * @param seconds how long ago that was
 */
record NodeRow(NodeView node, int depth, Optional<NodeView> before, double seconds) {
  private static final int NAMES = 4;
  private static final long LATE_MILLIS = 1000;

  /** How a node is, the worst last. */
  enum Condition {
    /** All of it answers, and as well as it should. */
    UP,
    /** It answers, but something is in its way. */
    DEGRADED,
    /** Some of its slices answer. */
    PARTLY,
    /** It does not answer. */
    AWAY
  }

  Condition condition() {
    return switch (node.state()) {
      case AWAY -> Condition.AWAY;
      case PARTLY -> Condition.PARTLY;
      case UP -> isImpaired() ? Condition.DEGRADED : Condition.UP;
    };
  }

  private boolean isImpaired() {
    return !node.degraded().isEmpty() || filter().filter(FilterReport::growthRefused).isPresent()
        || !missed().isEmpty() || health().anyMatch(it -> !it.settled() || it.rebuilding() != null);
  }

  boolean isEdge() {
    return node.role().equals("edge");
  }

  /** Whether it is a reason to worry. Edges live in producers, which come and go. */
  boolean isIll(boolean edgesMustRun) {
    return condition() != Condition.UP
        && (edgesMustRun || !isEdge() || condition() != Condition.AWAY);
  }

  /** What is the matter, a few words for each thing; empty if nothing is. */
  List<String> remarks() {
    var remarks = new ArrayList<String>();
    if (node.state() == Availability.PARTLY) {
      remarks.add(awaySlices());
    }
    if (!node.degraded().isEmpty()) {
      remarks.add("degraded: "
          + node.degraded().stream().map(Figures::word).collect(joining(", ")));
    }
    if (!missed().isEmpty()) {
      remarks.add("no answer from " + Figures.names(missed(), NAMES));
    }
    health().map(HealthReport::rebuilding).filter(Objects::nonNull).forEach(copy -> remarks.add(
        "copies the filter of " + copy.from() + ", " + Figures.percent(copy.done(), copy.total())));
    if (health().anyMatch(it -> !it.settled())) {
      remarks.add("waits for what others knew before the topology changed");
    }
    filter().ifPresent(it -> {
      if (it.growthRefused()) {
        remarks.add("filter is full and may not grow");
      }
      if (it.windowLagMillis() >= LATE_MILLIS) {
        remarks.add("window is " + it.windowLagMillis() / 1000 + " s late");
      }
      if (it.estimatedEvents() > it.expected()) {
        remarks.add("beyond its design load");
      }
    });
    return remarks;
  }

  private String awaySlices() {
    List<SliceView> away = node.slices().stream()
        .filter(slice -> slice.state() != Availability.UP).toList();
    List<String> hosts = away.stream().map(SliceView::host).filter(Objects::nonNull).distinct()
        .toList();
    return (away.size() == 1 ? "slice " : "slices ")
        + Figures.names(away.stream().map(SliceView::index).toList(), NAMES) + " away"
        + (hosts.isEmpty() ? "" : " (" + Figures.names(hosts, NAMES) + ")");
  }

  /** Whom it needs and has not heard of for the timeout, other than slices that are away anyway. */
  private List<String> missed() {
    return health().flatMap(it -> it.peers().stream())
        .filter(peer -> peer.away() && (peer.relation() == Relation.PARENT
            || peer.relation() == Relation.SLICE && node.state() == Availability.UP))
        .map(HealthReport.Peer::id).distinct().sorted().toList();
  }

  private Stream<SliceView> up() {
    return node.slices().stream().filter(slice -> slice.state() == Availability.UP);
  }

  private Stream<HealthReport> health() {
    return up().map(SliceView::health).filter(Objects::nonNull);
  }

  long slicesUp() {
    return up().count();
  }

  /** Where its slices run, or where nothing is known of that, where they should. */
  String hosts() {
    List<String> running = up()
        .map(slice -> Optional.ofNullable(slice.host()).orElse(slice.process()))
        .filter(Objects::nonNull).distinct().toList();
    return Figures.names(running.isEmpty() ? node.hosts() : running, NAMES);
  }

  /** Since when all that runs of it has been running, by wall clock, in milliseconds. */
  OptionalLong since() {
    return up().mapToLong(SliceView::startedAt).max();
  }

  Optional<FilterReport> filter() {
    return Optional.ofNullable(node.filter());
  }

  Optional<AgentReport> agent() {
    return Optional.ofNullable(node.agent());
  }

  long count(String key) {
    return node.counts().getOrDefault(key, 0L);
  }

  /** How many entries one of its tables has, if it has such a table. */
  OptionalLong entries(String table) {
    return node.tables().stream().filter(it -> it.table().equals(table))
        .mapToLong(Occupancy::size).findFirst();
  }

  /** What a second has brought, of something that is counted, since it was looked at before. */
  OptionalDouble perSecond(String key) {
    return perSecond(slice -> slice.counts().getOrDefault(key, 0L));
  }

  OptionalDouble bytesPerSecond() {
    return perSecond(slice -> slice.traffic() == null ? 0 : slice.traffic().bytesSent());
  }

  private OptionalDouble perSecond(ToLongFunction<SliceView> counted) {
    long sum = 0;
    boolean isKnown = false;
    for (SliceView now : up().toList()) {
      Optional<SliceView> then = earlier(now);
      if (then.isPresent()) {
        sum += counted.applyAsLong(now) - counted.applyAsLong(then.get());
        isKnown = true;
      }
    }
    return isKnown && seconds > 0 ? OptionalDouble.of(sum / seconds) : OptionalDouble.empty();
  }

  /** The same slice before; not if it has started again since, and so counts from nothing. */
  private Optional<SliceView> earlier(SliceView now) {
    return before.flatMap(node -> node.slices().stream()
        .filter(slice -> slice.index() == now.index() && slice.state() == Availability.UP
            && slice.incarnation() == now.incarnation())
        .findFirst());
  }

  /** What its agent has told more since it was looked at before; empty if it is another agent. */
  Optional<AgentReport> agentBefore() {
    return up().findFirst().flatMap(this::earlier)
        .flatMap(same -> before.map(NodeView::agent));
  }

  /**
   * How long offers took that ended since it was looked at before, if any did; otherwise all since
   * its agent started.
   */
  Optional<Histogram> latency() {
    Optional<Histogram> all = agent().map(AgentReport::latency).filter(it -> it.count() > 0);
    return all.flatMap(now -> agentBefore().map(then -> now.since(then.latency())))
        .filter(recent -> recent.count() > 0)
        .or(() -> before.isPresent() ? Optional.empty() : all);
  }
}
