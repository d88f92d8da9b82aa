package io.bloomtree.edge;

import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Verdict;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * An {@link EdgeAgent} whose methods wait for the verdict. Thread-safe; for plain and virtual
 * threads and those of workers: on an event loop they refuse to wait, with an {@link
 * IllegalStateException}.
 *
 * <p>A thread that is interrupted stops waiting; the offer goes on, and what it claims is released.
 */
public final class BlockingEdgeAgent {
  private final EdgeAgent agent;

  BlockingEdgeAgent(EdgeAgent agent) {
    this.agent = requireNonNull(agent, "agent");
  }

  /**
   * Offers an event, as {@link EdgeAgent#offer(String)} does.
   *
   * @throws OfferFailedException if nobody decided in time
   */
  public Verdict offer(String key) throws InterruptedException {
    requireMayWait();
    long fingerprint = agent.hash().fingerprint(key);
    return await(agent.offer(
        fingerprint, agent.keys().of(key, fingerprint), agent.replyToWaiting()));
  }

  /** Offers an event, as {@link #offer(String)} does. */
  public Verdict offer(byte[] key) throws InterruptedException {
    requireMayWait();
    long fingerprint = agent.hash().fingerprint(key);
    return await(agent.offer(
        fingerprint, agent.keys().of(key, fingerprint), agent.replyToWaiting()));
  }

  /**
   * Claims an event, as {@link EdgeAgent#claim(String)} does. Closing the claim releases it unless
   * it was confirmed.
   *
   * @throws OfferFailedException if nobody decided in time
   */
  public Claim claim(String key) throws InterruptedException {
    requireMayWait();
    long fingerprint = agent.hash().fingerprint(key);
    return claim(fingerprint, agent.keys().of(key, fingerprint));
  }

  /** Claims an event, as {@link #claim(String)} does. */
  public Claim claim(byte[] key) throws InterruptedException {
    requireMayWait();
    long fingerprint = agent.hash().fingerprint(key);
    return claim(fingerprint, agent.keys().of(key, fingerprint));
  }

  /** Offers many events, as {@link EdgeAgent#offerAll(List)} does. */
  public List<Resolution> offerAll(List<String> keys) throws InterruptedException {
    requireMayWait();
    long[] fingerprints = agent.fingerprints(keys);
    return await(agent.offerAll(
        fingerprints, agent.keys().of(keys, fingerprints), agent.replyToWaiting()));
  }

  /** Offers many events, as {@link EdgeAgent#offerAll(List)} does. */
  public List<Resolution> offerAll(byte[][] keys) throws InterruptedException {
    requireMayWait();
    long[] fingerprints = agent.fingerprints(keys);
    return await(agent.offerAll(
        fingerprints, agent.keys().of(keys, fingerprints), agent.replyToWaiting()));
  }

  private Claim claim(long fingerprint, Supplier<Optional<String>> key)
      throws InterruptedException {
    Future<Claim> claimed = agent.claim(fingerprint, key, agent.replyToWaiting());
    try {
      return await(claimed);
    } catch (InterruptedException e) {
      claimed.onSuccess(Claim::close); // nobody else knows of it
      throw e;
    }
  }

  private static void requireMayWait() {
    if (Context.isOnEventLoopThread()) {
      throw new IllegalStateException(
          "an event loop must not wait: use the futures of EdgeAgent here");
    }
  }

  private static <T> T await(Future<T> future) throws InterruptedException {
    try {
      return future.toCompletionStage().toCompletableFuture().get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof OfferFailedException failure) {
        throw failure;
      }
      throw new IllegalStateException("the offer ended in an unforeseen way", e.getCause());
    }
  }
}
