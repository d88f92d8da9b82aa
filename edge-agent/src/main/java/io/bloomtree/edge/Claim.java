package io.bloomtree.edge;

import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.Offer;
import io.bloomtree.tree.Resolution.Verdict;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The verdict on one event, and if that is DISTINCT, the right to deliver it. Thread-safe.
 *
 * <p>A claim lasts as long as the topology's {@code lease}. Whoever holds it delivers the event and
 * {@linkplain #confirm confirms}, or {@linkplain #release releases} it; copies that wait are told
 * DUPLICATE in the one case, and one of them DISTINCT in the other. A process that dies in between
 * loses nothing: the lease runs out, and the next copy is told DISTINCT.
 */
public final class Claim implements AutoCloseable {
  private final EdgeVerticle agent;
  private final Offer offer;
  private final Verdict verdict;
  private final AtomicBoolean settled;

  Claim(EdgeVerticle agent, Offer offer, Verdict verdict) {
    this.agent = requireNonNull(agent, "agent");
    this.offer = requireNonNull(offer, "offer");
    this.verdict = requireNonNull(verdict, "verdict");
    this.settled = new AtomicBoolean(!verdict.isDistinct());
  }

  public Verdict verdict() {
    return verdict;
  }

  public boolean isDistinct() {
    return verdict.isDistinct();
  }

  /**
   * The event was delivered. The agent repeats that to the tree until it is acknowledged.
   *
   * @throws IllegalStateException if the verdict is DUPLICATE, the claim was confirmed or released
   *     before, or the agent is closed: then the claim ends with its lease
   */
  public void confirm() {
    settle("confirm");
    agent.confirm(offer);
  }

  /**
   * The event was not delivered, and will not be on the strength of this claim.
   *
   * @throws IllegalStateException if the verdict is DUPLICATE, or the claim was confirmed or
   *     released before
   */
  public void release() {
    settle("release");
    agent.release(offer);
  }

  /** Releases the claim unless it was confirmed or released, or the event is a duplicate. */
  @Override public void close() {
    if (settled.compareAndSet(false, true)) {
      agent.release(offer);
    }
  }

  private void settle(String what) {
    if (!settled.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "nothing to " + what + ": "
              + (isDistinct() ? "the claim was confirmed or released before" : verdict));
    }
  }
}
