package io.bloomtree.cli;

import io.bloomtree.tree.Resolution;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** An edge of a tree, as far as {@code bloomtree filter} needs one. */
@FunctionalInterface
interface KeyOffers {

  /** Offers keys in this order; the stage ends with what became of each, in the same order. */
  CompletionStage<List<Resolution>> offerAll(byte[][] keys);
}
