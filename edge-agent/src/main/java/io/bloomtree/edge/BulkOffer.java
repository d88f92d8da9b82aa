package io.bloomtree.edge;

import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.EdgeNode;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Failure;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** Many events that were offered together. Owned by the agent's event loop. */
final class BulkOffer implements Pending, EdgeNode.BulkListener {
  private final EdgeVerticle owner;
  private final long[] fingerprints;
  private final IntFunction<Optional<String>> texts;
  private final int importance;
  private final Resolution[] resolutions;
  private final Reply<List<Resolution>> reply;
  private final long began;
  private int offered;
  private int ended;

  BulkOffer(
      EdgeVerticle owner, long[] fingerprints, IntFunction<Optional<String>> texts,
      int importance, Reply<List<Resolution>> reply) {
    this.owner = requireNonNull(owner, "owner");
    this.fingerprints = requireNonNull(fingerprints, "fingerprints");
    this.texts = requireNonNull(texts, "texts");
    this.importance = importance;
    this.reply = requireNonNull(reply, "reply");
    this.began = owner.nanoTime();
    this.resolutions = new Resolution[fingerprints.length];
  }

  @Override public Optional<String> key(int index) {
    return texts.apply(index);
  }

  @Override public Reply<?> reply() {
    return reply;
  }

  @Override public long began() {
    return began;
  }

  @Override public int size() {
    return fingerprints.length;
  }

  @Override public int left() {
    return fingerprints.length - offered;
  }

  @Override public void offerTo(EdgeNode agent, int room, long deadline, long now) {
    int from = offered;
    offered += Math.min(room, left());
    agent.offerAll(fingerprints, from, offered, importance, deadline, this, now);
  }

  @Override public void ended(int index, Resolution resolution) {
    owner.endings().ended(fingerprints[index], resolution, began);
    keep(index, resolution);
  }

  private void keep(int index, Resolution resolution) {
    resolutions[index] = resolution;
    ended++;
    if (ended == resolutions.length) {
      owner.ended(ended);
      reply.complete(Collections.unmodifiableList(Arrays.asList(resolutions)));
    }
  }

  @Override public void fail(Failure failure) {
    while (offered < fingerprints.length) {
      keep(offered++, failure);
    }
  }
}
