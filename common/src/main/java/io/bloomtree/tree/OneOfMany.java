package io.bloomtree.tree;

import java.util.Optional;

/** Who hears of one of many offers. Immutable. */
record OneOfMany(EdgeNode.BulkListener listener) implements Offer.Listener {

  @Override public void ended(Offer offer, Resolution resolution) {
    listener.ended(offer.index(), resolution);
  }

  @Override public Optional<String> key(Offer offer) {
    return listener.key(offer.index());
  }
}
