package io.bloomtree.bus;

import static java.util.stream.Collectors.joining;

import io.bloomtree.filter.StorageException;
import io.bloomtree.topology.FailureSpec;
import io.bloomtree.topology.Network;
import io.bloomtree.tree.Former;
import io.bloomtree.tree.NodeRef;
import io.bloomtree.tree.Place;
import io.bloomtree.tree.Watch;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.RefusalCode;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Writes a line to the log for each thing that the operator of a slice wants to know. Owned by the
 * verticle's context.
 */
final class Journal implements Watch {
  private static final System.Logger LOG = System.getLogger("io.bloomtree");
  /** The slice is a parameter of its own, so that a structured log can make a field of it. */
  private static final String OF_SLICE = "{0}: {1}";
  private static final long BETWEEN_REFUSALS = Duration.ofMinutes(1).toNanos();
  private static final int MOST_REFUSALS = 1000;
  private static final long BETWEEN_PROGRESS = Duration.ofSeconds(5).toNanos();

  /** What happened to slices of one node, told in one line. */
  private record Change(NodeId node, Relation relation, boolean isAway) {}

  private record Refusal(NodeId peer, RefusalCode code, boolean isOurs) {}

  private static final class Repeated {
    long last = System.nanoTime();
    long unsaid;
  }

  private final Place place;
  private final Endpoint self;
  private final FailureSpec policy;
  private final Consumer<Runnable> later;
  private final Consumer<String> onStopped;
  private final Set<Endpoint> met = new HashSet<>();
  private final Map<Change, Map<Endpoint, Long>> changes = new LinkedHashMap<>();
  private final Map<Refusal, Repeated> refusals = new HashMap<>();
  private Optional<Endpoint> copied = Optional.empty();
  private long lastProgress;

  /**
   * @param later runs what it is given a moment later, on the verticle's context
   * @param onStopped told why the machine's store has failed
   */
  Journal(
      Network network, Endpoint self, Consumer<Runnable> later, Consumer<String> onStopped) {
    this.place = network.place(self.node());
    this.self = self;
    this.later = later;
    this.onStopped = onStopped;
    this.policy = network.node(self.node()).failure();
  }

  @Override public void met(Endpoint peer, Relation relation) {
    met.add(peer);
    NodeRef node = known(peer.node());
    if (relation != Relation.SLICE && hasMetAll(node)) {
      info("reached " + named(relation) + " " + node.id());
    }
  }

  private boolean hasMetAll(NodeRef node) {
    for (int i = 0; i < node.plan().count(); i++) {
      if (!met.contains(node.slice(i))) {
        return false;
      }
    }
    return true;
  }

  @Override public void away(Endpoint peer, Relation relation) {
    changed(new Change(peer.node(), relation, true), peer, 0);
  }

  @Override public void back(Endpoint peer, Relation relation, long awayMillis) {
    changed(new Change(peer.node(), relation, false), peer, awayMillis);
  }

  /** Slices of one process come and go together: one line for all of them. */
  private void changed(Change change, Endpoint peer, long awayMillis) {
    if (changes.isEmpty()) {
      later.accept(this::tellChanges);
    }
    changes.computeIfAbsent(change, first -> new TreeMap<>()).put(peer, awayMillis);
  }

  private void tellChanges() {
    changes.forEach((change, peers) -> {
      NodeRef node = known(change.node);
      String who = named(change.relation) + " " + (peers.size() == node.plan().count()
          ? node.id().value()
          : peers.keySet().stream().map(Endpoint::toString).collect(joining(", ")));
      if (change.isAway) {
        warn(who + " does not answer"
            + (change.relation == Relation.PARENT ? ": policy " + lower(policy.parent()) : ""));
      } else {
        info(who + " answers again, after " + seconds(Collections.max(peers.values())));
      }
    });
    changes.clear();
  }

  @Override public void refused(Endpoint peer, RefusalCode code, String reason) {
    refusal(new Refusal(peer.node(), code, true), "refused a packet of " + peer + ": " + reason);
  }

  @Override public void refusedBy(Endpoint peer, RefusalCode code, String reason) {
    refusal(new Refusal(peer.node(), code, false), "was refused by " + peer + ": " + reason);
  }

  /** At most one line a minute for each peer and reason: whoever is refused tries again. */
  private void refusal(Refusal refusal, String line) {
    Repeated before = refusals.get(refusal);
    if (before == null) {
      if (refusals.size() < MOST_REFUSALS) {
        refusals.put(refusal, new Repeated());
        warn(line);
      }
    } else if (System.nanoTime() - before.last < BETWEEN_REFUSALS) {
      before.unsaid++;
    } else {
      warn(line + (before.unsaid == 0 ? "" : " (and " + before.unsaid + " more since)"));
      before.last = System.nanoTime();
      before.unsaid = 0;
    }
  }

  @Override public void growthRefused(int subFilters, long memoryBytes) {
    warn("filter is full and may not grow: " + subFilters + " sub-filters, " + memoryBytes
        + " bytes; errs more from now on (limits.sub-filters, limits.filter-memory)");
  }

  @Override public void growsAgain() {
    info("filter has room again");
  }

  @Override public void stopped(StorageException cause) {
    onStopped.accept(cause.getMessage());
  }

  @Override public void stateLost() {
    warn("has lost its state: what it does not know proves nothing until it is whole again");
  }

  @Override public void heardOfLoss(NodeId agent) {
    warn("agent " + agent + " says that it came up without the state it should have");
  }

  @Override public void rebuilding(long done, long total, Endpoint from) {
    boolean isNew = copied.isEmpty() || !copied.get().equals(from);
    if (isNew || done == total || System.nanoTime() - lastProgress >= BETWEEN_PROGRESS) {
      copied = Optional.of(from);
      lastProgress = System.nanoTime();
      info("copies the filter of " + from + ": " + percent(done, total) + " of "
          + mebibytes(total * Long.BYTES));
    }
  }

  @Override public void notRebuilt(Endpoint child, String why) {
    warn("cannot have back what " + child + " knows: " + why);
  }

  @Override public void rebuilt() {
    info("rebuilt: knows again what its children know");
  }

  @Override public void healed() {
    info("state is whole again");
  }

  @Override public void settling(int epoch) {
    info("is cut in another way since epoch " + epoch
        + ": decides nothing until it knows what others knew of its events");
  }

  @Override public void unsettled(Endpoint slice, String why) {
    info("waits for " + slice + ": " + why);
  }

  @Override public void settled(int epoch) {
    info("knows all that was known of its events before epoch " + epoch + ", and decides");
  }

  @Override public void outlived(Former former) {
    info("dropped the filter that " + former.of() + " had in epoch " + former.epoch()
        + ": its window has passed");
  }

  @Override public void degraded(Degradation cause) {
    warn("degraded from now on: " + lower(cause));
  }

  @Override public void recovered(long degradedAnswers, long millis) {
    info("no longer degraded, after " + seconds(millis) + " and " + degradedAnswers
        + " degraded answers");
  }

  void info(String line) {
    LOG.log(Level.INFO, OF_SLICE, said(self), line);
  }

  void warn(String line) {
    LOG.log(Level.WARNING, OF_SLICE, said(self), line);
  }

  /** Which slice it is, if the node has several. */
  private Object said(Endpoint endpoint) {
    return known(endpoint.node()).plan().count() == 1 ? endpoint.node() : endpoint;
  }

  private NodeRef known(NodeId id) {
    if (place.parent().isPresent() && place.parent().get().id().equals(id)) {
      return place.parent().get();
    }
    return place.fallbacks().stream().filter(it -> it.id().equals(id)).findFirst()
        .orElse(place.self());
  }

  private static String named(Watch.Relation relation) {
    return relation == Watch.Relation.FALLBACK ? "fallback parent" : lower(relation);
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String percent(long done, long total) {
    return (total == 0 ? 100 : 100 * done / total) + " %";
  }

  private static String mebibytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MiB", bytes / (double) (1 << 20));
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.1f s", millis / 1e3);
  }
}
