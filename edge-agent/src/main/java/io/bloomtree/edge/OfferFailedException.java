package io.bloomtree.edge;

import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.wire.NodeId;

/**
 * Nobody decided about an event in time. Nothing was recorded: the same key may be offered again.
 */
public final class OfferFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final transient NodeId reportedBy;

  OfferFailedException(Failure failure) {
    // no stack trace: it would show the event loop, never the producer, and cost more than an offer
    super(message(failure), null, false, false);
    this.reason = failure.reason();
    this.reportedBy = failure.reportedBy();
  }

  private static String message(Failure failure) {
    return switch (failure.reason()) {
      case HELD -> "another copy was told DISTINCT and neither confirmed nor released in time";
      case BUSY -> "a table of the tree was full until the deadline";
      case OVERLOADED -> "the agent has as many events in hand as it may have";
      case PARENT_AWAY -> "the parent, or a node above it, did not answer";
      case FENCED -> "another process has taken this agent's place";
      case STATE_FAILED -> "the agent can no longer keep what it must not forget";
      case CLOSED -> "the agent was closed before anybody had decided";
    } + ": reason=" + failure.reason() + ", reportedBy=" + failure.reportedBy();
  }

  public Reason reason() {
    return reason;
  }

  /** The node that gave up; the agent itself, or one above it. */
  public NodeId reportedBy() {
    return reportedBy;
  }
}
