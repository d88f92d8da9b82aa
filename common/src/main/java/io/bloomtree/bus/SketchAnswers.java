package io.bloomtree.bus;

import io.bloomtree.sketch.CountMeanMin;
import io.bloomtree.sketch.CountMin;
import io.bloomtree.sketch.LinearSketch;
import io.bloomtree.sketch.PairCounts;
import io.bloomtree.sketch.PairShape;
import io.bloomtree.sketch.PairSketch;
import io.bloomtree.sketch.SketchExcerpt;
import io.bloomtree.sketch.SketchReport;
import io.bloomtree.sketch.Skew;
import io.bloomtree.tree.HotSketch;
import io.bloomtree.tree.NodeSketches;
import io.bloomtree.tree.Sketching.Similarity;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.SketchKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the sketches of a machine answer. Made for one question, on the machine's event loop.
 */
final class SketchAnswers {
  /** Of a sketch in an answer, which is JSON: a third longer. */
  static final int MOST_BYTES = 1 << 20;

  private final NodeId node;
  private final NodeSketches sketches;
  private final long now;
  /** What the wall clock is ahead of the machine's. */
  private final long ahead;

  SketchAnswers(NodeId node, NodeSketches sketches, long now) {
    this.node = node;
    this.sketches = sketches;
    this.now = now;
    this.ahead = System.currentTimeMillis() - now;
  }

  static String hex(long fingerprint) {
    return "%016x".formatted(fingerprint);
  }

  /** The answer; none if there is no sketch that could give it. */
  Optional<Object> answer(Question.OfSketches<?> question) {
    if (question instanceof Question.Pairs) {
      return sketches.similarity().map(this::pairs);
    }
    if (question instanceof Question.Lines lines) {
      return (lines.kind() == SketchKind.FREQUENCY
          ? sketches.frequency().map(HotSketch::counts) : sketches.similarity())
          .map(sketch -> lines(sketch, lines));
    }
    return sketches.frequency().map(frequency ->
        question instanceof Question.Count count ? count(frequency, count.fingerprint())
            : question instanceof Question.Hot hot ? hot(frequency, hot.limit())
            : skew(frequency.counts()));
  }

  private CountAnswer count(HotSketch frequency, long fingerprint) {
    List<CountAnswer.Child> children = new ArrayList<>();
    for (NodeSketches.Child child : sketches.children()) {
      if (!child.counts().isEmpty()) {
        children.add(new CountAnswer.Child(child.id().value(),
            count(child.counts(), fingerprint, child.since()), now - child.heardAt()));
      }
    }
    return new CountAnswer(
        count(List.of(frequency.counts()), fingerprint, sketches.since()), children);
  }

  /** Of some sketches together: bounds add up, and so do estimates. */
  private SketchCount count(List<CountMin> counts, long fingerprint, long since) {
    long atMost = 0;
    double estimate = 0;
    long total = 0;
    for (CountMin part : counts) {
      atMost += part.atMost(fingerprint);
      estimate += part.estimator(CountMeanMin.Noise.MEDIAN).estimate(fingerprint);
      total += part.total();
    }
    var shape = counts.get(0).shape();
    // Cormode and Muthukrishnan, 2005
    return new SketchCount(atMost, estimate, total, Math.E / shape.width() * total,
        1 - Math.exp(-shape.depth()), since + ahead);
  }

  private HotEvents hot(HotSketch frequency, int limit) {
    List<HotEvents.HotEvent> events = frequency.top(Math.max(0, limit)).stream()
        .map(hot -> new HotEvents.HotEvent(hex(hot.fingerprint()),
            frequency.text(hot.fingerprint()).orElse(null), hot.atMost(), hot.estimate()))
        .toList();
    return new HotEvents(node.value(), events, frequency.guaranteedAbove(), frequency.candidates(),
        frequency.counts().total(), sketches.since() + ahead);
  }

  private SkewAnswer skew(CountMin counts) {
    long total = counts.total();
    double selfJoinSize = Math.max(total, counts.selfJoinSize());
    OptionalDouble distinct = counts.distinct();
    return new SkewAnswer(node.value(), total, selfJoinSize, counts.selfJoinSizeAtMost(),
        distinct.isPresent() ? zipfExponent(selfJoinSize, total, distinct.getAsDouble()) : null,
        distinct.isPresent() ? distinct.getAsDouble() : null, sketches.since() + ahead);
  }

  private static double zipfExponent(double selfJoinSize, long total, double distinct) {
    return total == 0
        ? 0 : Skew.zipfExponent(selfJoinSize, total, Math.max(1, Math.round(distinct)));
  }

  private SimilarPairs pairs(PairSketch pairs) {
    Similarity similarity = sketches.sketching().similarity().orElseThrow();
    return new SimilarPairs(node.value(), null, similarity.sample(),
        pairs.total() / similarity.sample(), null, similarity.shape().pairs().fields(),
        atLeast(pairs.selfJoin(), similarity), sketches.since() + ahead);
  }

  private static List<SimilarPairs.AtLeast> atLeast(PairCounts counts, Similarity similarity) {
    PairShape shape = similarity.shape().pairs();
    List<SimilarPairs.AtLeast> pairs = new ArrayList<>();
    for (int alike = shape.fields(); alike >= shape.threshold(); alike--) {
      pairs.add(new SimilarPairs.AtLeast(alike, (double) alike / shape.fields(),
          counts.atLeast(alike) * similarity.scale()));
    }
    return pairs;
  }

  private LinesAnswer lines(LinearSketch sketch, Question.Lines question) {
    int bytes = Math.max(SketchReport.LEAST_BYTES, Math.min(question.maxBytes(), MOST_BYTES));
    SketchExcerpt excerpt = SketchExcerpt.of(sketch, question.from(), bytes);
    return new LinesAnswer(
        excerpt.report(), excerpt.next(), excerpt.lines(), sketches.since() + ahead);
  }

  static Overlap overlap(NodeId a, SketchCopy<CountMin> one, NodeId b, SketchCopy<CountMin> other) {
    CountMin ofA = one.sketch();
    CountMin ofB = other.sketch();
    double joinSize = Math.max(0, ofA.joinSize(ofB));
    double selfA = Math.max(ofA.total(), ofA.selfJoinSize());
    double selfB = Math.max(ofB.total(), ofB.selfJoinSize());
    double both = Math.sqrt(selfA * selfB);
    return new Overlap(a.value(), b.value(), ofA.total(), ofB.total(), joinSize,
        ofA.joinSizeAtMost(ofB), selfA, selfB, both == 0 ? 0 : Math.min(1, joinSize / both),
        Math.max(one.since(), other.since()));
  }

  static SimilarPairs similar(
      NodeId a, SketchCopy<PairSketch> one, NodeId b, SketchCopy<PairSketch> other,
      Similarity similarity) {
    return new SimilarPairs(a.value(), b.value(), similarity.sample(),
        one.sketch().total() / similarity.sample(), other.sketch().total() / similarity.sample(),
        similarity.shape().pairs().fields(),
        atLeast(one.sketch().join(other.sketch()), similarity),
        Math.max(one.since(), other.since()));
  }
}
