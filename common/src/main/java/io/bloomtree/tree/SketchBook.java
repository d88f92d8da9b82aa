package io.bloomtree.tree;

import io.bloomtree.sketch.PairSketch;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.SketchAckFrame;
import io.bloomtree.wire.SketchFrame;
import java.util.List;
import java.util.Optional;

/**
 * The sketches of one machine, the first slice of its node: what it was offered, or the sum of what
 * its children tell; and what of it its parent has to hear. Owned by the machine's event loop.
 */
final class SketchBook implements NodeSketches {
  private final Sketching sketching;
  private final Optional<HotSketch> frequency;
  private final Optional<PairSketch> similarity;
  private final SketchSums sums;
  private final Optional<SketchReporter> reporter;
  private long startedAt;

  SketchBook(
      Sketching sketching, Place place, long incarnation, long patience, Timers timers,
      Outbox outbox, Tally tally) {
    this.sketching = sketching;
    this.frequency = sketching.frequency().map(HotSketch::new);
    this.similarity = sketching.similarity().map(it -> new PairSketch(it.shape()));
    this.sums = new SketchSums(place.children(), incarnation, frequency, similarity, outbox, tally);
    this.reporter = place.parent().map(parent ->
        new SketchReporter(this, parent.slice(0), incarnation, patience, timers, outbox));
  }

  void start(long now) {
    startedAt = now;
    reporter.ifPresent(it -> it.start(now));
  }

  /** Something came from above. */
  void heard(Packet packet) {
    reporter.ifPresent(it -> it.heard(packet));
  }

  void acknowledged(Packet packet, SketchAckFrame ack, long now) {
    reporter.ifPresent(it -> it.acknowledged(packet, ack, now));
  }

  /** Tells the parent all that is left, and says whether that is done, as far as it can be. */
  boolean tellAll(long now) {
    reporter.filter(it -> !it.isEnding()).ifPresent(it -> it.end(now));
    return reporter.filter(SketchReporter::isAwaiting).isEmpty();
  }

  /** A child has told what changed. */
  void take(Packet packet, SketchFrame frame, long now) {
    sums.take(packet, frame, now);
  }

  @Override public Sketching sketching() {
    return sketching;
  }

  @Override public Optional<HotSketch> frequency() {
    return frequency;
  }

  @Override public Optional<PairSketch> similarity() {
    return similarity;
  }

  @Override public long since() {
    return Math.min(startedAt, sums.since());
  }

  /** Whether all of it comes from children, which tell it again to whoever takes its place. */
  boolean isRetold() {
    return sums.hasChildren();
  }

  @Override public List<Child> children() {
    return sums.children();
  }
}
