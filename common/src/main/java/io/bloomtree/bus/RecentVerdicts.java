package io.bloomtree.bus;

import io.bloomtree.tree.Resolution.Decision;
import io.bloomtree.wire.Degradation;
import java.util.List;

/**
 * Some of the verdicts that an agent told last: a few each second, drawn evenly. Immutable.
 *
 * @param last the newest sequence there is; ask for what comes after it next time
 * @param verdicts the oldest first
 */
public record RecentVerdicts(long last, List<RecentVerdict> verdicts) {
  public RecentVerdicts {
    verdicts = List.copyOf(verdicts);
  }

  /** What somebody has to tell who tells no verdicts. */
  static RecentVerdicts none() {
    return new RecentVerdicts(0, List.of());
  }

  /**
   * One verdict. Immutable.
   *
   * @param sequence counts the verdicts that are kept, from 1
   * @param at wall clock, in milliseconds
   * @param fingerprint 16 hexadecimal digits: JSON has no numbers of 64 bits
   * @param decidedBy the node
   * @param level of that node; 0 is the root
   * @param microseconds from the offer to its verdict
   */
  public record RecentVerdict(
      long sequence,
      long at,
      String fingerprint,
      Decision decision,
      String decidedBy,
      int level,
      Degradation degradation,
      long microseconds) {}
}
