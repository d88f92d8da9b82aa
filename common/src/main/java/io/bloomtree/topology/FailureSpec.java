package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.ParentPolicy;
import io.bloomtree.tree.SlicePolicy;
import java.time.Duration;

/**
 * What a node does when others do not answer. Immutable.
 *
 * @param slices about events of its own slices that are away
 * @param parent about events its parent should decide
 * @param timeout after which a silent peer counts as away
 * @param lease how long a claim lasts without a confirm
 */
public record FailureSpec(
    SlicePolicy slices, ParentPolicy parent, Duration timeout, Duration lease) {
  public FailureSpec {
    requireNonNull(slices, "slices");
    requireNonNull(parent, "parent");
    requireNonNull(timeout, "timeout");
    requireNonNull(lease, "lease");
  }
}
