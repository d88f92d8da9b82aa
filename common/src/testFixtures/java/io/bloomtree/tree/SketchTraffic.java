package io.bloomtree.tree;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bloomtree.sketch.CountMin;
import io.bloomtree.sketch.SketchReport;
import io.bloomtree.sketch.SketchSum;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Frame;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.SketchAckFrame;
import io.bloomtree.wire.SketchFrame;
import io.bloomtree.wire.SketchKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What nodes tell of their sketches: to whom, how much and how often, and that whoever acknowledges
 * a report counts what it said from then on.
 */
final class SketchTraffic {
  private final World world;
  private final SketchTruth truth;
  private final Map<Told, Long> lastTold = new HashMap<>();
  private final Map<Report, byte[]> reports = new HashMap<>();
  private final Map<Link, SketchSum<CountMin>.Part> acknowledged = new HashMap<>();
  private boolean isSettled;

  SketchTraffic(World world, SketchTruth truth) {
    this.world = world;
    this.truth = truth;
  }

  private record Told(Endpoint from, long incarnation, SketchKind kind) {}

  /** {@code epoch}: the incarnation of the parent. */
  private record Link(Endpoint child, long incarnation, long epoch) {}

  private record Report(Link link, long number) {}

  void sent(SimNode from, Endpoint to, Packet packet) {
    for (Frame frame : packet.frames()) {
      if (frame instanceof SketchFrame sketch) {
        told(from, to, packet, sketch);
      } else if (frame instanceof SketchAckFrame ack && ack.kind() == SketchKind.FREQUENCY) {
        acknowledged(from, to, packet, ack);
      }
    }
  }

  void settled() {
    isSettled = true;
  }

  private void told(SimNode from, Endpoint to, Packet packet, SketchFrame frame) {
    Sketching sketching = truth.sketching().orElseThrow();
    if (isSettled) {
      truth.violation(from, "tells of its sketches though nothing changed");
    }
    if (from.endpoint.slice() != 0
        || !to.equals(from.place.parent().orElseThrow().slice(0))) {
      truth.violation(from, "tells of its sketches to " + to);
    }
    int bytes = SketchFrame.OVERHEAD + frame.candidates().length * Long.BYTES
        + frame.report().length;
    for (SketchFrame.Text text : frame.texts()) {
      bytes += SketchFrame.TEXT_OVERHEAD + text.text().getBytes(UTF_8).length;
      truth.checkText(from, frame.candidates()[text.index()], text.text());
    }
    if (bytes > sketching.bytesForEach()) {
      truth.violation(from, "tells " + bytes + " bytes of " + sketching.bytesForEach());
    }
    Long last = lastTold.put(
        new Told(from.endpoint, packet.incarnation(), frame.kind()), from.clock());
    if (last != null && from.clock() - last < sketching.every().toMillis()) {
      truth.violation(from, "tells of its sketches after " + (from.clock() - last) + " ms");
    }
    if (frame.kind() == SketchKind.FREQUENCY) {
      SketchReport report = SketchReport.read(frame.report());
      var link = new Link(from.endpoint, packet.incarnation(), report.epoch());
      reports.put(new Report(link, report.number()), frame.report());
    }
  }

  private void acknowledged(
      SimNode parent, Endpoint child, Packet packet, SketchAckFrame ack) {
    var link = new Link(child, ack.incarnation(), packet.incarnation());
    byte[] report = reports.get(new Report(link, ack.number()));
    if (report == null) {
      truth.violation(parent, "acknowledges what " + child + " has not told it: " + ack);
      return;
    }
    acknowledged.computeIfAbsent(link, first -> {
      var shape = truth.sketching().flatMap(Sketching::frequency).orElseThrow().shape();
      return new SketchSum<>(new CountMin(shape)).newPart(link.epoch);
    }).apply(SketchReport.read(report));
  }

  /** A parent counts no less of its children than it has acknowledged to them. */
  void checkWhatWasAcknowledged(SimNode parent) {
    Optional<CountMin> counts = parent.machine().sketches().flatMap(NodeSketches::frequency)
        .map(HotSketch::counts);
    if (counts.isEmpty()) {
      return;
    }
    for (long key : world.keys) {
      long least = parent.place.children().stream()
          .map(child -> world.nodes.get(child.slice(0)))
          .mapToLong(child -> Optional.ofNullable(acknowledged.get(
                  new Link(child.endpoint, child.incarnation, parent.incarnation)))
              .map(part -> part.copy().atMost(key)).orElse(0L))
          .sum();
      if (counts.get().atMost(key) < least) {
        truth.violation(parent, "counts at most " + counts.get().atMost(key) + " of "
            + world.nameOf(key) + ", and has acknowledged " + least);
      }
    }
  }
}
