package io.bloomtree.state;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * The state of all slices and agents of a host that have the same {@code data} directory.
 * Thread-safe; what it opens is owned by one event loop each.
 */
public final class StateDirectory {
  private final Volume volume;
  private final Forcer forcer;
  private final LongSupplier wallMillis;

  /** {@code wallMillis}: what time it is, as far as the computer knows. */
  public StateDirectory(Volume volume, Forcer forcer, LongSupplier wallMillis) {
    this.volume = requireNonNull(volume, "volume");
    this.forcer = requireNonNull(forcer, "forcer");
    this.wallMillis = requireNonNull(wallMillis, "wallMillis");
  }

  /** A directory of files. It need not be there yet. */
  public static StateDirectory at(Path data) {
    return new StateDirectory(
        new FileVolume(data), Forcer.inBackground(), System::currentTimeMillis);
  }

  static String directoryOf(Owner owner) {
    return FileName.of(owner.tree().tree()) + "/" + FileName.of(owner.self());
  }

  /**
   * Opens the state of a slice of a region or of the root, which is made if there is none. If its
   * node had more slices once and has the state of those here that are no more, the slice whose
   * number is theirs modulo the number of slices keeps their filters and claims from now on.
   *
   * @throws StateException if another process has it, it is damaged, somebody else's or of another
   *     epoch, or the disk is full or read-only. Nothing was changed then
   */
  public SliceState openSlice(Tenant tenant) {
    SliceState state = open(tenant);
    try {
      new Absorption(volume, this::open).into(state);
      return state;
    } catch (RuntimeException e) {
      state.abandon();
      throw e;
    }
  }

  private SliceState open(Tenant tenant) {
    return new SliceState(Opening.of(volume, tenant, wallMillis.getAsLong()), forcer);
  }

  /** The same for an agent. */
  public AgentState openAgent(Tenant tenant) {
    return new AgentState(Opening.of(volume, tenant, wallMillis.getAsLong()), forcer);
  }
}
