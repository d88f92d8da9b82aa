package io.bloomtree.tree;

import io.bloomtree.tree.Resolution.Decision;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.NodeId;

/** The verdicts that an agent tells, made once for many events. Owned by its event loop. */
final class Verdicts {
  private final NodeId id;
  private final int level;
  private final Verdict known;
  private Verdict last;

  /** Of the agent of that name, on that level. */
  Verdicts(NodeId id, int level) {
    this.id = id;
    this.level = level;
    this.known = own(Decision.DUPLICATE, Degradation.NONE);
    this.last = known;
  }

  /** Of an event that the leaf has. */
  Verdict known() {
    return known;
  }

  /** The agent's own. */
  Verdict own(Decision decision, Degradation degradation) {
    return new Verdict(decision, id, level, degradation);
  }

  /** That of whoever answered. The answers of a frame mostly say the same. */
  Verdict of(Decision decision, AnswerFrame frame, Degradation degradation) {
    if (last.decision() != decision || last.degradation() != degradation
        || last.level() != frame.level() || last.decidedBy() != frame.decidedBy()) {
      last = new Verdict(decision, frame.decidedBy(), frame.level(), degradation);
    }
    return last;
  }
}
