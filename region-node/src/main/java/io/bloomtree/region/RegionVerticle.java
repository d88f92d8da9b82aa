package io.bloomtree.region;

import io.bloomtree.bus.SliceVerticle;
import io.bloomtree.topology.Network;
import io.bloomtree.tree.RegionSlice;
import io.bloomtree.wire.Endpoint;

/** One slice of a region on the event bus. All state is touched on its context. */
public final class RegionVerticle extends SliceVerticle<RegionSlice> {

  public RegionVerticle(Network network, Endpoint slice) {
    super(network, slice, RegionSlice::new);
  }
}
