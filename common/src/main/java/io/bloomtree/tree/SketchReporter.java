package io.bloomtree.tree;

import io.bloomtree.sketch.LinearSketch;
import io.bloomtree.sketch.SketchChanges;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.SketchAckFrame;
import io.bloomtree.wire.SketchFrame;
import io.bloomtree.wire.SketchKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tells the first slice of the parent what changed in the sketches, from time to time and so much
 * at most. Its timer is the next time. Owned by the machine's event loop.
 */
final class SketchReporter extends Timer {
  /*
   * A parent that starts over has no copy, and nobody has to say so: its packets have another
   * incarnation then. That incarnation is the epoch of the reports, so that one meant for a
   * predecessor, which has only what changed since, is not taken for the beginning of a copy.
   *
   * Never a fallback: what two parents had would be counted twice above.
   */
  private final SketchBook book;
  private final Endpoint parent;
  private final long incarnation;
  private final long every;
  private final int maxBytes;
  private final Timers timers;
  private final Outbox outbox;
  private final List<Told> tellings = new ArrayList<>();
  /** 0: it was not heard yet. */
  private long parentIncarnation;

  SketchReporter(
      SketchBook book, Endpoint parent, long incarnation, Timers timers, Outbox outbox) {
    this.book = book;
    this.parent = parent;
    this.incarnation = incarnation;
    this.every = book.sketching().every().toMillis();
    this.maxBytes = book.sketching().bytesForEach();
    this.timers = timers;
    this.outbox = outbox;
    book.frequency().ifPresent(hot ->
        tellings.add(new Told(SketchKind.FREQUENCY, hot.counts(), Optional.of(hot))));
    book.similarity().ifPresent(pairs ->
        tellings.add(new Told(SketchKind.SIMILARITY, pairs, Optional.empty())));
  }

  void start(long now) {
    timers.arm(this, now + every);
  }

  /** Something came from above. */
  void heard(Packet packet) {
    if (packet.incarnation() != parentIncarnation && packet.from().equals(parent)) {
      parentIncarnation = packet.incarnation();
      tellings.forEach(Told::startOver);
    }
  }

  void acknowledged(Packet packet, SketchAckFrame ack) {
    if (ack.incarnation() == incarnation && packet.from().equals(parent)) {
      tellings.stream().filter(told -> told.kind == ack.kind())
          .forEach(told -> told.acknowledged(ack.number()));
    }
  }

  @Override void fire(long now) {
    if (parentIncarnation != 0) {
      tellings.forEach(told -> told.tell(now));
    }
    timers.arm(this, now + every);
  }

  /** One of the sketches. */
  private final class Told {
    final SketchKind kind;
    private final LinearSketch sketch;
    private final Optional<HotSketch> hot;
    /** Those in the report that is on its way. */
    private List<KeptTexts.Text> texts = List.of();
    private SketchChanges changes;

    Told(SketchKind kind, LinearSketch sketch, Optional<HotSketch> hot) {
      this.kind = kind;
      this.sketch = sketch;
      this.hot = hot;
    }

    void startOver() {
      changes = new SketchChanges(sketch, parentIncarnation);
      hot.ifPresent(it -> it.texts().untell());
      texts = List.of();
    }

    void acknowledged(long number) {
      if (changes.acknowledged(number)) {
        texts.forEach(text -> text.isTold = true);
      }
    }

    void tell(long now) {
      long[] candidates = hot.map(HotSketch::candidateFingerprints).orElse(new long[0]);
      int room = maxBytes - SketchFrame.OVERHEAD - candidates.length * Long.BYTES;
      List<KeptTexts.Text> untold = new ArrayList<>();
      List<SketchFrame.Text> news = new ArrayList<>();
      int left = room / 2;
      for (int i = 0; hot.isPresent() && i < candidates.length; i++) {
        Optional<KeptTexts.Text> text = hot.get().texts().find(candidates[i]);
        int bytes = text.filter(it -> !it.isTold)
            .map(it -> utf8Bytes(it.value) + SketchFrame.TEXT_OVERHEAD).orElse(Integer.MAX_VALUE);
        if (bytes <= left) {
          left -= bytes;
          untold.add(text.get());
          news.add(new SketchFrame.Text(i, text.get().value));
        }
      }
      int taken = room / 2 - left;
      changes.take(room - taken).ifPresent(report -> {
        texts = untold;
        hot.ifPresent(it -> it.texts().untellOthers());
        outbox.send(parent, new SketchFrame(
            kind, book.isRetold(), Math.max(0, now - book.since()),
            hot.map(HotSketch::guaranteedAbove).orElse(0L), candidates, news, report));
      });
    }

    private int utf8Bytes(String text) {
      return text.getBytes(StandardCharsets.UTF_8).length;
    }
  }
}
