package io.bloomtree.bus;

import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.MachineStore;
import java.util.Optional;
import java.util.function.LongFunction;

/** The state of a machine that keeps nothing. Owned by the verticle's context. */
final class TransientState<S extends MachineStore> implements OpenState<S> {
  private final long incarnation = Incarnation.next();
  private final MachineClock clock = MachineClock.startingAt(System.currentTimeMillis());
  private final S store;

  /** {@code made}: makes the store, born in the incarnation that it is given. */
  TransientState(LongFunction<S> made) {
    this.store = requireNonNull(made.apply(incarnation), "store");
  }

  @Override public S store() {
    return store;
  }

  @Override public long incarnation() {
    return incarnation;
  }

  @Override public MachineClock clock() {
    return clock;
  }

  @Override public void keepTime(long now) {}

  @Override public Optional<String> found() {
    return Optional.empty();
  }

  @Override public void close() {}
}
