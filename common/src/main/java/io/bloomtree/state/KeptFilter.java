package io.bloomtree.state;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.LayeredSlice;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.NodeId;

/**
 * A node's filter at one time, of which some slices are kept beside a slice's own. Immutable.
 *
 * @param index which of its slices this is about
 */
record KeptFilter(Name name, int index) {

  /** What its slices have in common. */
  record Name(NodeId node, int epoch, SlicePlan plan) {}

  static KeptFilter of(FilterGroup group) {
    return new KeptFilter(
        new Name(group.of().node(), group.epoch(), group.decodePlan()), group.of().slice());
  }

  void keep(LayeredSlice beside, FilterSlice slice) {
    beside.keep(name, name.plan, index, slice);
  }

  void drop(LayeredSlice from) {
    from.drop(name, index);
  }
}
