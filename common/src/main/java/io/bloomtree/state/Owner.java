package io.bloomtree.state;

import static java.util.Objects.requireNonNull;

import io.bloomtree.state.StateException.Reason;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.TreeIdentity;

/** Whose state it is: what every file says in its header, and what must never change. Immutable. */
record Owner(TreeIdentity tree, Endpoint self) {
  Owner {
    requireNonNull(tree, "tree");
    requireNonNull(self, "self");
  }

  void write(HeaderWriter out) {
    out.text(tree.tree());
    out.text(tree.hashName());
    out.number(tree.hashSeed());
    out.endpoint(self);
  }

  static Owner read(HeaderReader in) {
    return new Owner(new TreeIdentity(in.text(), in.text(), in.number()), in.endpoint());
  }

  /** Refuses a file that is somebody else's. */
  void requireSame(Owner found, String file) {
    require(file, "tree", found.tree.tree(), tree.tree());
    require(file, "hash", found.tree.hashName(), tree.hashName());
    require(file, "hash seed", found.tree.hashSeed(), tree.hashSeed());
    require(file, "node", found.self.node(), self.node());
    require(file, "slice", found.self.slice(), self.slice());
  }

  private static void require(String file, String what, Object found, Object wanted) {
    if (!found.equals(wanted)) {
      throw new StateException(
          Reason.FOREIGN, file, "is of " + what + " " + found + ", must be of " + wanted);
    }
  }
}
