package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.SlicePlan;
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

  Endpoint ownerOf(long fingerprint) {
    return slice(plan.owner(fingerprint));
  }
}
