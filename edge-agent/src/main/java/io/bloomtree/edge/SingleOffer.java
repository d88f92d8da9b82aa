package io.bloomtree.edge;

import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.EdgeNode;
import io.bloomtree.tree.Offer;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Verdict;
import java.util.Optional;
import java.util.function.Supplier;

/** One event, and what its producer wants to know of it. Owned by the agent's event loop. */
abstract class SingleOffer<T> implements Pending, Offer.Listener {
  final EdgeVerticle owner;
  final long fingerprint;
  private final Supplier<Optional<String>> key;
  final int importance;
  private final Reply<T> reply;
  private final long began;
  private boolean offered;

  private SingleOffer(
      EdgeVerticle owner, long fingerprint, Supplier<Optional<String>> key, int importance,
      Reply<T> reply) {
    this.owner = requireNonNull(owner, "owner");
    this.fingerprint = fingerprint;
    this.key = requireNonNull(key, "key");
    this.importance = importance;
    this.reply = requireNonNull(reply, "reply");
    this.began = owner.nanoTime();
  }

  /** An event that the agent confirms by itself. */
  static SingleOffer<Verdict> confirmed(
      EdgeVerticle owner, long fingerprint, Supplier<Optional<String>> key, int importance,
      Reply<Verdict> reply) {
    return new SingleOffer<>(owner, fingerprint, key, importance, reply) {
      @Override void offer(EdgeNode agent, long deadline, long now) {
        agent.offer(fingerprint, importance, deadline, this, now);
      }

      @Override Verdict result(Offer offer, Verdict verdict) {
        return verdict;
      }
    };
  }

  /** An event that the producer confirms or releases. */
  static SingleOffer<Claim> claimed(
      EdgeVerticle owner, long fingerprint, Supplier<Optional<String>> key, int importance,
      Reply<Claim> reply) {
    return new SingleOffer<>(owner, fingerprint, key, importance, reply) {
      @Override void offer(EdgeNode agent, long deadline, long now) {
        agent.claim(fingerprint, importance, deadline, this, now);
      }

      @Override Claim result(Offer offer, Verdict verdict) {
        return new Claim(owner, offer, verdict);
      }
    };
  }

  abstract void offer(EdgeNode agent, long deadline, long now);

  abstract T result(Offer offer, Verdict verdict);

  @Override public final Optional<String> key(Offer offer) {
    return key.get();
  }

  @Override public final Reply<?> reply() {
    return reply;
  }

  @Override public final long began() {
    return began;
  }

  @Override public final int size() {
    return 1;
  }

  @Override public final int left() {
    return offered ? 0 : 1;
  }

  @Override public final void offerTo(EdgeNode agent, int room, long deadline, long now) {
    offered = true;
    offer(agent, deadline, now);
  }

  @Override public final void ended(Offer offer, Resolution resolution) {
    owner.endings().ended(fingerprint, resolution, began);
    if (resolution instanceof Verdict verdict) {
      owner.ended(1);
      reply.complete(result(offer, verdict));
    } else {
      fail((Failure) resolution);
    }
  }

  @Override public final void fail(Failure failure) {
    offered = true;
    owner.ended(1);
    reply.fail(new OfferFailedException(failure));
  }
}
