package io.bloomtree.bus;

import static java.util.Objects.requireNonNull;

import io.bloomtree.state.Arrival;
import io.bloomtree.state.MachineState;
import io.bloomtree.tree.MachineStore;
import java.util.Locale;
import java.util.Optional;

/** The state of a machine that keeps it in files. Owned by the verticle's context. */
final class DurableState<S extends MachineStore> implements OpenState<S> {
  private final S store;
  private final MachineState files;
  private final MachineClock clock;
  private final String found;

  private DurableState(S store, MachineState files, String found) {
    this.store = requireNonNull(store, "store");
    this.files = files;
    this.clock = MachineClock.startingAt(files.clockStart());
    this.found = found;
  }

  /**
   * @param store the same as {@code files}, as the machine knows it
   * @param where in which directory it is
   * @param nanos how long it took to open it
   */
  static <S extends MachineStore> DurableState<S> of(
      S store, MachineState files, String where, long memoryBytes, long nanos) {
    return new DurableState<>(store, files, said(files.arrival()) + String.format(Locale.ROOT,
        " (%s, filter of %.1f MiB, opened in %.2f s)", where, memoryBytes / (double) (1 << 20),
        nanos / 1e9));
  }

  private static String said(Arrival arrival) {
    String how = switch (arrival.how()) {
      case FRESH -> "new state";
      case CLEAN -> "state as it was shut down";
      case KILLED -> "state of a process that was killed, nothing is missing"
          + (arrival.undone() == 0 ? "" : ", an unfinished operation was undone");
      case MACHINE_CRASH -> "state of a computer that went down, what was not forced to disk may "
          + "be missing" + (arrival.dropped() == 0 ? ""
              : ", " + arrival.dropped() + " records that were half written were dropped");
    };
    return how + (arrival.tookOver() ? "; the filter it had is kept beside the new one" : "");
  }

  @Override public S store() {
    return store;
  }

  @Override public long incarnation() {
    return files.incarnation();
  }

  @Override public MachineClock clock() {
    return clock;
  }

  @Override public void keepTime(long now) {
    files.keepTime(now);
  }

  @Override public Optional<String> found() {
    return Optional.of(found);
  }

  @Override public void close() {
    files.close();
  }
}
