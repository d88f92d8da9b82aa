package io.bloomtree.tree;

import io.bloomtree.sketch.CountMin;
import io.bloomtree.sketch.PairSketch;
import io.bloomtree.sketch.SketchSum;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.SketchFrame;
import io.bloomtree.wire.SketchKind;
import java.util.List;
import java.util.Optional;

/** What a child has told of its sketches. Owned by the event loop of its parent's machine. */
final class ChildSketches implements NodeSketches.Child {
  private final NodeId id;
  private final Optional<ChildPart<CountMin>> counts;
  private final Optional<ChildPart<PairSketch>> pairs;
  /** Of its candidates; kept here for those that are none of this node's, but may become some. */
  private LongTable<String> texts = LongTable.byFingerprint();
  private long since = Long.MAX_VALUE;
  private long heardAt;

  ChildSketches(
      NodeId id, Optional<SketchSum<CountMin>> counts, Optional<SketchSum<PairSketch>> pairs) {
    this.id = id;
    this.counts = counts.map(sum -> new ChildPart<>(sum, CountMin::merge));
    this.pairs = pairs.map(sum -> new ChildPart<>(sum, PairSketch::merge));
  }

  @Override public NodeId id() {
    return id;
  }

  @Override public List<CountMin> counts() {
    return counts.map(ChildPart::copies).orElse(List.of());
  }

  @Override public long since() {
    return since;
  }

  @Override public long heardAt() {
    return heardAt;
  }

  ChildPart<?> part(SketchKind kind) {
    return kind == SketchKind.FREQUENCY ? counts.orElseThrow() : pairs.orElseThrow();
  }

  void heard(long countsSince, long now) {
    since = Math.min(since, countsSince);
    heardAt = now;
  }

  /** Puts forward what the child takes for its most frequent events. */
  void nominate(SketchFrame frame, HotSketch sum) {
    long[] candidates = frame.candidates();
    LongTable<String> known = texts;
    texts = LongTable.byFingerprint();
    for (long candidate : candidates) {
      String text = known.get(candidate);
      if (text != null) {
        texts.put(candidate, text);
      }
    }
    frame.texts().forEach(text -> texts.put(candidates[text.index()], text.text()));
    sum.nominate(candidates, counts.orElseThrow().guarantee(frame.guaranteedAbove()));
    for (long candidate : candidates) {
      String text = texts.get(candidate);
      if (text != null && sum.isCandidate(candidate) && !sum.texts().contains(candidate)) {
        sum.texts().put(candidate, text);
      }
    }
  }
}
