package io.bloomtree.tree;

import io.bloomtree.sketch.CountMin;
import io.bloomtree.sketch.IncompatibleSketchException;
import io.bloomtree.sketch.MalformedSketchException;
import io.bloomtree.sketch.PairSketch;
import io.bloomtree.sketch.SketchReport;
import io.bloomtree.sketch.SketchSum;
import io.bloomtree.sketch.SketchSum.Outcome;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.SketchAckFrame;
import io.bloomtree.wire.SketchFrame;
import io.bloomtree.wire.SketchKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the children of a node tell of their sketches, added up. Owned by the machine's event loop.
 *
 * <p>Whoever is no child is told nothing and leaves nothing here: guests report to their own
 * parents. So there is a copy of the sketches for each child, and a second one for an agent that
 * was started anew.
 */
final class SketchSums {
  private final long incarnation;
  private final Optional<HotSketch> frequency;
  private final Optional<SketchSum<CountMin>> counts;
  private final Optional<SketchSum<PairSketch>> pairs;
  private final Outbox outbox;
  private final Tally tally;
  private final Map<NodeId, ChildSketches> children = new LinkedHashMap<>();

  SketchSums(
      List<NodeRef> children, long incarnation, Optional<HotSketch> frequency,
      Optional<PairSketch> similarity, Outbox outbox, Tally tally) {
    this.incarnation = incarnation;
    this.frequency = frequency;
    this.counts = frequency.map(hot -> new SketchSum<>(hot.counts()));
    this.pairs = similarity.map(SketchSum::new);
    this.outbox = outbox;
    this.tally = tally;
    children.forEach(child ->
        this.children.put(child.id(), new ChildSketches(child.id(), counts, pairs)));
  }

  boolean hasChildren() {
    return !children.isEmpty();
  }

  List<NodeSketches.Child> children() {
    return List.copyOf(children.values());
  }

  /** When the first of them began to count; {@link Long#MAX_VALUE} if none has told. */
  long since() {
    return children.values().stream().mapToLong(ChildSketches::since).min().orElse(Long.MAX_VALUE);
  }

  void take(Packet packet, SketchFrame frame, long now) {
    ChildSketches child = children.get(packet.from().node());
    boolean isKept = frame.kind() == SketchKind.FREQUENCY ? counts.isPresent() : pairs.isPresent();
    if (child == null || packet.from().slice() != 0 || !isKept) {
      tally.add(Tally.Count.REFUSED_SKETCHES);
      return;
    }
    try {
      SketchReport report = SketchReport.read(frame.report());
      if (report.epoch() != incarnation) {
        return; // for a predecessor, which had what is not in it: all will be told anew
      }
      Outcome outcome = child.part(frame.kind()).apply(packet, frame, report);
      if (outcome == Outcome.APPLIED) {
        child.heard(now - frame.ageMillis(), now);
        if (frame.kind() == SketchKind.FREQUENCY) {
          child.nominate(frame, frequency.orElseThrow());
        }
      }
      if (outcome == Outcome.APPLIED || outcome == Outcome.REPEATED) {
        outbox.send(packet.from(),
            new SketchAckFrame(frame.kind(), packet.incarnation(), report.number()));
      }
    } catch (MalformedSketchException | IncompatibleSketchException e) {
      tally.add(Tally.Count.REFUSED_SKETCHES);
    }
  }
}
