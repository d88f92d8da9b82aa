package io.bloomtree.root;

import io.bloomtree.bus.SliceVerticle;
import io.bloomtree.topology.Network;
import io.bloomtree.tree.RootSlice;
import io.bloomtree.wire.Endpoint;

/** One slice of the root on the event bus. All state is touched on its context. */
public final class RootVerticle extends SliceVerticle<RootSlice> {

  public RootVerticle(Network network, Endpoint slice) {
    super(network, slice, RootSlice::new);
  }
}
