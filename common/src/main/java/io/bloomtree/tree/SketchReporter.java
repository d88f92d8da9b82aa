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
   *
   * Who is about to end does not wait for the next time, but tells all that is left, as long as the
   * parent takes it: what an agent has not told nobody else will.
   */
  private final SketchBook book;
  private final Endpoint parent;
  private final long incarnation;
  private final long every;
  private final int maxBytes;
  private final long patience;
  private final Timers timers;
  private final Outbox outbox;
  private final List<Told> tellings = new ArrayList<>();
  /** 0: it was not heard yet. */
  private long parentIncarnation;
  private boolean isEnding;
  private boolean isPatient = true;

  /** {@code patience}: how long to wait for an acknowledgement when the machine is to end. */
  SketchReporter(
      SketchBook book, Endpoint parent, long incarnation, long patience, Timers timers,
      Outbox outbox) {
    this.book = book;
    this.parent = parent;
    this.incarnation = incarnation;
    this.every = book.sketching().every().toMillis();
    this.maxBytes = book.sketching().bytesForEach();
    this.patience = patience;
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

  void acknowledged(Packet packet, SketchAckFrame ack, long now) {
    if (ack.incarnation() != incarnation || !packet.from().equals(parent)) {
      return;
    }
    for (Told told : tellings) {
      if (told.kind == ack.kind() && told.acknowledged(ack.number()) && isEnding) {
        told.tell(now);
        timers.arm(this, now + patience);
      }
    }
  }

  /** The machine is to end. */
  void end(long now) {
    isEnding = true;
    isPatient = parentIncarnation != 0;
    if (isPatient) {
      tellings.forEach(told -> told.tell(now));
      timers.arm(this, now + patience);
    }
  }

  boolean isEnding() {
    return isEnding;
  }

  /** Whether an acknowledgement may yet come of what was told at the end. */
  boolean isAwaiting() {
    return isPatient && tellings.stream().anyMatch(told -> told.isOnItsWay);
  }

  @Override void fire(long now) {
    if (isEnding) {
      isPatient = false;
      return;
    }
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
    boolean isOnItsWay;

    Told(SketchKind kind, LinearSketch sketch, Optional<HotSketch> hot) {
      this.kind = kind;
      this.sketch = sketch;
      this.hot = hot;
    }

    void startOver() {
      changes = new SketchChanges(sketch, parentIncarnation);
      hot.ifPresent(it -> it.texts().untell());
      texts = List.of();
      isOnItsWay = false;
    }

    /** Says whether that was waited for. */
    boolean acknowledged(long number) {
      if (!changes.acknowledged(number)) {
        return false;
      }
      isOnItsWay = false;
      texts.forEach(text -> text.isTold = true);
      return true;
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
        isOnItsWay = true;
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
