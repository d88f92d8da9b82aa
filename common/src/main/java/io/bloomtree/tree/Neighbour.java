package io.bloomtree.tree;

/** One slice of a neighbouring node, as a machine knows it. Owned by the machine's event loop. */
final class Neighbour {
  /** What the sender of a packet is to a machine. */
  enum Role { PARENT, CHILD, PEER, STRANGER }

  /** Whoever is no neighbour. */
  static final Neighbour STRANGER = new Neighbour(Role.STRANGER);

  final Role role;
  /** Its newest incarnation that was heard. */
  private long newest;

  Neighbour(Role role) {
    this.role = role;
  }

  long newest() {
    return newest;
  }

  /*
   * A process that was stopped, replaced, and goes on knows nothing of what its successor
   * did since. Children are not fenced here: the root fences agents by their hellos, and
   * what they confirmed in an earlier incarnation is recorded still.
   */
  boolean fences(long incarnation) {
    if (role == Role.CHILD) {
      return false;
    }
    boolean isReplaced = incarnation < newest;
    newest = Math.max(newest, incarnation);
    return isReplaced;
  }
}
