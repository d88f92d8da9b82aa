package io.bloomtree.state;

/**
 * In what condition a state was found when it was opened. Immutable.
 *
 * @param tookOver whether it was made for another plan, and the old filter is kept beside the new
 * @param undone words of an unfinished operation that were put back
 * @param dropped records that were half written or had a later version
 */
public record Arrival(How how, boolean tookOver, int undone, int dropped) {

  /** How the state was left. */
  public enum How {
    /** There was none. */
    FRESH,
    /** It was shut down; every checksum was right. */
    CLEAN,
    /** Its process ended; nothing is missing. */
    KILLED,
    /** The computer ended too, or it cannot be known: what was not forced may be missing. */
    MACHINE_CRASH
  }
}
