package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.Window;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;

/** Another node as its neighbours see it: its name, and how its filter is sliced. Immutable. */
public record NodeRef(NodeId id, SlicePlan plan) {
  public NodeRef {
    requireNonNull(id, "id");
    requireNonNull(plan, "plan");
  }

  public Endpoint slice(int index) {
    return new Endpoint(id, index);
  }

  /** For how many milliseconds it remembers an event; {@link Long#MAX_VALUE}: no time ends that. */
  long window() {
    return plan.shape().remembers()
        .filter(window -> window.unit() == Window.Unit.MILLIS)
        .map(Window::span).orElse(Long.MAX_VALUE);
  }

  /** Whether it wants to know how old events are. */
  boolean isTimed() {
    return window() != Long.MAX_VALUE;
  }

  Endpoint ownerOf(long fingerprint) {
    return slice(plan.owner(fingerprint));
  }
}
