package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

/** When a state in memory was created, and how its machine came by it. Owned by one event loop. */
abstract class HeapState {
  private final long born;
  private Birth birth;

  HeapState(long born, Birth birth) {
    this.born = born;
    this.birth = requireNonNull(birth, "birth");
  }

  /** Hands the state to the next incarnation of its machine. */
  public final void recovered() {
    if (birth == Birth.FIRST) {
      birth = Birth.RECOVERED;
    }
  }

  public final long born() {
    return born;
  }

  public final Birth birth() {
    return birth;
  }
}
