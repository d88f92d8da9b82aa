package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.Question;
import io.bloomtree.bus.RecentVerdicts;
import io.bloomtree.bus.RecentVerdicts.RecentVerdict;
import io.bloomtree.bus.TreeInquiry;
import io.bloomtree.bus.TreeView;
import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Asks the tree how it is: once a second while somebody watches, now and then otherwise. One event
 * loop's.
 */
final class Sampler {
  static final long WATCHED_MILLIS = 1_000;

  private static final long UNWATCHED_MILLIS = 5_000;
  /** A view that is younger answers the next question too. */
  private static final long FRESH_MILLIS = 500;

  private final TreeInquiry tree;
  private final History history;
  private final LongSupplier clock;
  private final List<NodeId> edges;
  private final List<Watcher> watchers = new ArrayList<>();
  /** Of each edge's verdicts the last that watchers have seen. */
  private final Map<NodeId, Long> seen = new HashMap<>();
  private TreeView last;
  private Future<TreeView> asked;
  private long lastInterest;

  /** Somebody who wants to know. */
  interface Watcher {
    void see(TreeView view);

    void see(List<Map<String, Object>> verdicts);
  }

  /** {@code clock}: in milliseconds. */
  Sampler(TreeInquiry tree, History history, LongSupplier clock) {
    this.tree = requireNonNull(tree, "tree");
    this.history = requireNonNull(history, "history");
    this.clock = requireNonNull(clock, "clock");
    this.edges = tree.network().topology().nodes().stream()
        .filter(node -> node.role() == Role.EDGE).map(node -> node.id()).toList();
    this.lastInterest = clock.getAsLong() - UNWATCHED_MILLIS;
  }

  void start(Vertx vertx) {
    view();
    vertx.setPeriodic(WATCHED_MILLIS, tick -> tick());
  }

  private void tick() {
    long now = clock.getAsLong();
    boolean isWatched = !watchers.isEmpty() || now - lastInterest < UNWATCHED_MILLIS;
    if (isWatched || last == null || now - last.at() >= UNWATCHED_MILLIS) {
      ask();
    }
    if (!watchers.isEmpty()) {
      edges.forEach(this::askVerdicts);
    }
  }

  /** The tree as it is, or was half a second ago. */
  Future<TreeView> view() {
    lastInterest = clock.getAsLong();
    return last != null && lastInterest - last.at() < FRESH_MILLIS
        ? Future.succeededFuture(last) : ask();
  }

  private Future<TreeView> ask() {
    if (asked == null) {
      asked = tree.view();
      asked.onComplete(done -> {
        asked = null;
        if (done.succeeded()) {
          last = done.result();
          history.add(last);
          List.copyOf(watchers).forEach(watcher -> watcher.see(last));
        }
      });
    }
    return asked == null ? Future.succeededFuture(last) : asked;
  }

  private void askVerdicts(NodeId edge) {
    long after = seen.getOrDefault(edge, 0L);
    tree.ask(Endpoint.of(edge), new Question.Recent(after)).onSuccess(recent -> {
      seen.put(edge, recent.last()); // less than before if the agent was started anew
      if (!recent.verdicts().isEmpty()) {
        List<Map<String, Object>> told = told(edge, recent);
        List.copyOf(watchers).forEach(watcher -> watcher.see(told));
      }
    });
  }

  private static List<Map<String, Object>> told(NodeId edge, RecentVerdicts recent) {
    return recent.verdicts().stream().map(verdict -> told(edge, verdict)).toList();
  }

  private static Map<String, Object> told(NodeId edge, RecentVerdict verdict) {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("edge", edge.value());
    told.put("at", verdict.at());
    told.put("fingerprint", verdict.fingerprint());
    told.put("decision", verdict.decision());
    told.put("decidedBy", verdict.decidedBy());
    told.put("level", verdict.level());
    told.put("degradation", verdict.degradation());
    told.put("microseconds", verdict.microseconds());
    return told;
  }

  /** Begins to tell; at once if something is known. */
  void watch(Watcher watcher) {
    watchers.add(watcher);
    view().onSuccess(watcher::see);
  }

  void unwatch(Watcher watcher) {
    watchers.remove(watcher);
  }
}
