package io.bloomtree.topology;

import io.bloomtree.filter.SlicePlan.Scheme;
import io.bloomtree.filter.Window.Unit;
import io.bloomtree.tree.Mode;
import java.util.Optional;

/** What a kind of filter needs, and what does not go with it. Used once. */
final class FilterConsistency {
  private final Topology topology;
  private final Origins origins;
  private final Findings findings;
  private boolean isSound = true;

  FilterConsistency(Topology topology, Origins origins, Findings findings) {
    this.topology = topology;
    this.origins = origins;
    this.findings = findings;
  }

  /** Whether every kind has what it needs, so that shapes can be computed. */
  boolean check() {
    topology.root().nodes().forEach(node -> {
      checkKind(node);
      checkOwnKeys(node);
      checkCut(node);
      node.window().ifPresent(window -> checkWindow(node, window));
    });
    checkWindows(topology.root());
    return isSound;
  }

  private static boolean slides(TopologyNode node) {
    return node.filter().kind().holdsAll() && node.window().isPresent();
  }

  private void checkKind(TopologyNode node) {
    FilterSpec filter = node.filter();
    if (filter.growth() != Growth.NONE && !filter.kind().holdsAll()) {
      problem(node, "/filter/growth", "growth is '" + Words.of(filter.growth())
          + "', must be none with kind " + filter.kind()
          + ": a filter that forgets does not grow");
    }
    if (filter.kind() == FilterKind.SLIDING && node.window().isEmpty()) {
      problem(node, "/filter/kind", "kind is 'sliding', must have a window to slide");
    }
  }

  /** Keys that mean something to one kind are refused with others, never ignored. */
  private void checkOwnKeys(TopologyNode node) {
    FilterSpec filter = node.filter();
    FilterKind kind = filter.kind();
    boolean forgets = kind.forgets();
    belongs(node, "equal-timers", filter.equalTimers(), slides(node), "kind sliding");
    belongs(node, "slots", filter.slots(), slides(node), "kind sliding");
    belongs(node, "memory", filter.memory(), forgets,
        "a kind that forgets: the others are sized by expected and fpp");
    belongs(node, "gap", filter.gap(), forgets, "a kind that forgets");
    boolean isReservoir = kind == FilterKind.RESERVOIR;
    belongs(node, "profile", filter.profile(), isReservoir, "kind reservoir");
    belongs(node, "threshold", filter.threshold(), isReservoir, "kind reservoir");
    belongs(node, "reset", filter.reset(), isReservoir, "kind reservoir");
    belongs(node, "variant", filter.variant(), kind == FilterKind.IMPORTANCE, "kind importance");
  }

  private void belongs(
      TopologyNode node, String key, Optional<?> value, boolean fits, String where) {
    if (value.isPresent() && !fits) {
      problem(node, "/filter/" + key, key + " found with kind " + node.filter().kind()
          + (node.window().isEmpty() ? "" : " and a window") + ", must be with " + where);
    }
  }

  private void checkCut(TopologyNode node) {
    if (node.slices().scheme() != Scheme.VERTICAL) {
      return;
    }
    FilterSpec filter = node.filter();
    if (!filter.kind().holdsAll()) {
      problem(node, "/slices/scheme", "scheme is 'vertical', must be horizontal with kind "
          + filter.kind() + ": only Bloom and sliding filters can be cut vertically");
    }
    if (filter.growth() != Growth.NONE) {
      problem(node, "/filter/growth", "growth found with vertical slices of '" + node.id()
          + "', must be none: slices grow each by itself, and an event's positions must be in "
          + "one part");
    }
    if (filter.equalTimers().orElse(1) > 1) {
      problem(node, "/filter/equal-timers", "equal-timers found with vertical slices of '"
          + node.id() + "', must be left out: no slice sees all timers of an event");
    }
  }

  private void checkWindow(TopologyNode node, WindowSpec window) {
    FilterKind kind = node.filter().kind();
    boolean keepsTime = kind.holdsAll() || kind == FilterKind.BUFFER;
    if (!keepsTime) {
      problem(node, "/window", "window found with kind " + kind + " of '" + node.id()
          + "', must be left out: it keeps no time, and would claim an event after its window");
    }
    node.filter().slots().filter(slots -> slots > window.span()).ifPresent(slots ->
        problem(node, "/filter/slots", "slots is " + slots + ", must be at most " + window.span()
            + " in a window of " + window));
    if (window.unit() == Unit.EVENTS) {
      checkEvents(node, window);
    }
  }

  private void checkEvents(TopologyNode node, WindowSpec window) {
    if (node.slices().count() > 1) {
      problem(node, "/window", "window of '" + node.id() + "' is " + window
          + ", must be a time: no slice counts the events of the others");
    }
    if (topology.mode() == Mode.DENSE && !node.children().isEmpty()) {
      problem(node, "/window", "window of '" + node.id() + "' is " + window
          + ", must be a time in a dense tree, or the mode sparse: how many events ago it was "
          + "recorded here says nothing to the nodes below");
    }
    if (node.filter().kind() == FilterKind.BUFFER) {
      problem(node, "/window", "window of '" + node.id() + "' is " + window
          + ", must be a time: how many events a buffer keeps is what expected says");
    }
  }

  private void checkWindows(TopologyNode parent) {
    for (TopologyNode child : parent.children()) {
      if (parent.window().isPresent() && child.window().isPresent()) {
        checkShorter(parent, parent.window().get(), child, child.window().get());
      }
      checkWindows(child);
    }
  }

  private void checkShorter(
      TopologyNode parent, WindowSpec above, TopologyNode child, WindowSpec below) {
    if (above.unit() != below.unit()) {
      problem(child, "/window", "window of '" + child.id() + "' is " + below
          + ", must be measured like that of '" + parent.id() + "' above it, " + above);
    } else if (below.span() > above.span()) {
      problem(child, "/window", "window of '" + child.id() + "' is " + below
          + ", must not be longer than " + above + ", that of '" + parent.id() + "' above it");
    }
  }

  private void problem(TopologyNode node, String path, String message) {
    isSound = false;
    findings.problem(origins.of(node.id(), path), message);
  }
}
