package io.bloomtree.experiments;

import static java.util.Objects.requireNonNull;

/**
 * What a paper says, and what was found here. Immutable.
 *
 * @param what is compared
 * @param paper its words or number
 * @param ours what was found
 * @param remark why the two differ, if they do; may be empty
 */
public record Comparison(
    String what, String paper, String ours, Outcome outcome, String remark) {

  /** How the two go together. */
  public enum Outcome {
    REPRODUCED("reproduced"),
    BETTER("better than printed"),
    DIFFERENT("does not reproduce");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }

    @Override public String toString() {
      return words;
    }
  }

  public Comparison {
    requireNonNull(what, "what");
    requireNonNull(paper, "paper");
    requireNonNull(ours, "ours");
    requireNonNull(outcome, "outcome");
    requireNonNull(remark, "remark");
  }

  /** Reproduced if both are alike: ours within {@code tolerance} times the paper's of it. */
  public static Comparison number(
      String what, Unit unit, double paper, double ours, double tolerance, String remark) {
    boolean alike = Math.abs(ours - paper) <= tolerance * Math.abs(paper);
    return new Comparison(what, unit.show(paper), unit.show(ours),
        alike ? Outcome.REPRODUCED : Outcome.DIFFERENT, remark);
  }

  /**
   * Reproduced if alike, better if less: for error rates and costs, where no reader minds less.
   */
  public static Comparison cost(
      String what, Unit unit, double paper, double ours, double tolerance, String remark) {
    Comparison number = number(what, unit, paper, ours, tolerance, remark);
    return number.outcome == Outcome.DIFFERENT && ours < paper
        ? new Comparison(what, number.paper, number.ours, Outcome.BETTER, remark)
        : number;
  }

  /** What the paper says in words, and whether it is so here; {@code ours} gives the numbers. */
  public static Comparison claim(
      String what, String paper, String ours, boolean holds, String remark) {
    return new Comparison(
        what, paper, ours, holds ? Outcome.REPRODUCED : Outcome.DIFFERENT, remark);
  }
}
