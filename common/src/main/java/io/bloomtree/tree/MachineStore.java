package io.bloomtree.tree;

import io.bloomtree.filter.Storage;
import io.bloomtree.wire.Endpoint;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What every machine must not forget (P7). What a method changes is there when the process is
 * killed after it returned; it outlives the computer as {@link #sync} says. Owned by one event
 * loop.
 */
public interface MachineStore {

  /** Whether the state outlives its process: a machine without data keeps nothing. */
  default boolean isDurable() {
    return true;
  }

  /** In which incarnation this state was created. */
  long born();

  /** How this incarnation came by it. */
  Birth birth();

  /**
   * Remembers that an earlier state was lost: {@link #birth} is LOST from now on.
   *
   * @param now by the machine's clock, for {@link #lostAt}
   */
  void lost(long now);

  /** When the state was lost, as far as the machine knows; empty unless it is LOST. */
  OptionalLong lostAt();

  /** What was lost is there again, or would be forgotten by now: {@link #birth} is RECOVERED. */
  void healed();

  /**
   * In which incarnation the oldest state was created that a neighbour was heard to have. If its
   * present state is younger, it has lost that one, whether it knows or not. Of the machine itself:
   * the oldest that it was told it once had.
   */
  OptionalLong lineage(Endpoint neighbour);

  void putLineage(Endpoint neighbour, long born);

  /**
   * The newest epoch in which the machine knows all that its predecessors knew; 0 at first. A store
   * that was settled in the epoch before, and is opened with the same plan, is settled in the
   * next: nothing has moved.
   */
  int settledEpoch();

  void settled(int epoch);

  /** The filters that are kept beside its own. */
  List<Former> formers();

  /** Room for a copy of a filter; one that was begun and not adopted is thrown away. */
  Storage draft(Former former);

  /**
   * Keeps a copy that is complete beside its own filter from now on, until it is dropped. It takes
   * the place of an earlier one.
   */
  void adopt(Former former);

  /** Puts what a complete copy has into its own filter, which has the same plan, and drops it. */
  void unite(Former former);

  /** Forgets a filter that was kept beside its own, or a copy that was begun. */
  void drop(Former former);

  /** Whether a window has passed over a filter that is kept, so that nothing in it is alive. */
  boolean isSpent(Former former);

  /** The words of its own filter, or of one kept beside it, for those who want a copy. */
  Optional<Storage> image(Former former);

  /**
   * Makes all that was changed as safe as the store promises. Called at the end of each step,
   * before anything is sent.
   *
   * @throws io.bloomtree.filter.StorageException if it could not, and whenever it is called after
   *     any method of the store has failed: the machine then stops for good
   */
  void sync();
}
