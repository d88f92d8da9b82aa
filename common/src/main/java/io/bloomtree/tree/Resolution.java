package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.NodeId;

/** How an offer ended. Immutable. */
public sealed interface Resolution {

  /** What the producer is to do with the event. */
  enum Decision {
    /** Deliver it. */
    DISTINCT,
    /** Drop it. */
    DUPLICATE
  }

  /** The tree decided, or a failure policy did; who, on which level, and how well founded. */
  record Verdict(Decision decision, NodeId decidedBy, int level, Degradation degradation)
      implements Resolution {
    public Verdict {
      requireNonNull(decision, "decision");
      requireNonNull(decidedBy, "decidedBy");
      requireNonNull(degradation, "degradation");
    }

    public boolean isDegraded() {
      return degradation != Degradation.NONE;
    }

    public boolean isDistinct() {
      return decision == Decision.DISTINCT;
    }
  }

  /** Nobody decided in time. The offer may be repeated. */
  record Failure(Reason reason, NodeId reportedBy) implements Resolution {
    public Failure {
      requireNonNull(reason, "reason");
      requireNonNull(reportedBy, "reportedBy");
    }
  }

  /** Why an offer failed. */
  enum Reason {
    /** Another copy of the event was claimed and neither confirmed nor released in time. */
    HELD,
    /** A table on the way was full. */
    BUSY,
    /** The agent has as many events in hand as it may have. */
    OVERLOADED,
    /** The parent, or a node above it, did not answer. */
    PARENT_AWAY,
    /** A newer incarnation of this agent has taken its place. */
    FENCED,
    /** The agent can no longer keep what it must not forget, and has stopped. */
    STATE_FAILED,
    /** The agent was closed before anybody had decided. */
    CLOSED
  }
}
