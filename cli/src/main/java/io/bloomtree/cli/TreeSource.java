package io.bloomtree.cli;

import io.bloomtree.bus.TreeView;
import java.util.concurrent.CompletableFuture;

/** Where the sight of a running tree comes from. Thread-safe; used until it is closed. */
interface TreeSource extends AutoCloseable {

  /**
   * The whole tree as it is now; fails with an {@link UnreachableTreeException} if nobody tells.
   */
  CompletableFuture<TreeView> view();

  @Override void close();
}
