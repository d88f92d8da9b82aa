package io.bloomtree.tree;

import io.bloomtree.hash.KeyHash;
import io.bloomtree.sketch.MinHash;
import io.bloomtree.sketch.PairSketch;
import io.bloomtree.sketch.Shingles;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Puts what an agent is offered, and what it then delivers, into its sketches. Owned by the agent's
 * event loop.
 */
final class OfferSketches {
  /*
   * Every offer is counted, also one that the leaf knows: it says how often events come, not how
   * many there are. Similar are those that were delivered, once each: a DISTINCT that is released
   * will be told again. Which of them are looked at, the fingerprint decides: all agents would pick
   * the same, and it costs nothing to skip the others.
   */
  private final Optional<HotSketch> hot;
  private final boolean keepsKeys;
  private final Optional<Pairs> pairs;

  /** {@code book}: empty if the tree has no sketches. */
  OfferSketches(Optional<SketchBook> book, Identity identity, NodeRef self, long incarnation) {
    this.hot = book.flatMap(SketchBook::frequency);
    this.keepsKeys = book.flatMap(it -> it.sketching().frequency())
        .filter(Sketching.Frequency::keepKeys).isPresent();
    this.pairs = book.flatMap(SketchBook::similarity).map(sketch ->
        new Pairs(sketch, book.get().sketching().similarity().orElseThrow(), identity,
            new SplittableRandom(31 * incarnation + self.id().hashCode())));
  }

  /** An event was offered. */
  void offered(Offer offer) {
    if (hot.isPresent()) {
      hot.get().add(offer.fingerprint());
      if (keepsKeys) {
        keep(offer.fingerprint(), offer::key);
      }
    }
  }

  /** Many events were offered. */
  void offered(long[] fingerprints, int from, int to, EdgeNode.BulkListener listener) {
    if (hot.isPresent()) {
      hot.get().addAll(fingerprints, from, to);
      for (int i = from; keepsKeys && i < to; i++) {
        int index = i;
        keep(fingerprints[i], () -> listener.key(index));
      }
    }
  }

  /** Of those that are hot now: who only was, for a moment among others, is no loss. */
  private void keep(long fingerprint, Supplier<Optional<String>> key) {
    HotSketch sketch = hot.get();
    if (sketch.isCandidate(fingerprint) && !sketch.texts().contains(fingerprint)) {
      key.get().ifPresent(text -> sketch.texts().put(fingerprint, text));
    }
  }

  /** An event was told DISTINCT, and was delivered. */
  void delivered(Offer offer) {
    if (pairs.isPresent() && pairs.get().isPicked(offer.fingerprint())) {
      offer.key().ifPresent(pairs.get()::add);
    }
  }

  /** Records of the keys of some events. */
  private static final class Pairs {
    private final PairSketch sketch;
    private final Shingles shingles;
    private final MinHash minHash;
    private final KeySample picked;
    private final RandomGenerator random;

    Pairs(
        PairSketch sketch, Sketching.Similarity similarity, Identity identity,
        RandomGenerator random) {
      this.sketch = sketch;
      KeyHash hash = KeyHash.of(identity.tree().hashName(), identity.tree().hashSeed());
      this.shingles = new Shingles(hash, similarity.unit(), similarity.shingle());
      this.minHash = new MinHash(
          similarity.shape().pairs().fields(), similarity.shape().rows().seed());
      this.picked = similarity.picked();
      this.random = random;
    }

    boolean isPicked(long fingerprint) {
      return picked.isPicked(fingerprint);
    }

    void add(String key) {
      long[] set = shingles.of(key);
      if (set.length > 0) { // else it has no words
        sketch.add(minHash.record(set), random);
      }
    }
  }
}
