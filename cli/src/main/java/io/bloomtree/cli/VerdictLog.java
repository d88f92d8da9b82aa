package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.NodeId;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Writes down what a producer was told, for {@link VerdictCheck} to judge. Thread-safe. */
final class VerdictLog implements Closeable {
  /*
   * A producer that may die writes that it was told, delivers, writes that it delivered, and only
   * then confirms. Both lines have left the process when the calls return, so no event is known to
   * the tree of which the log does not say that it was delivered: a DUPLICATE for one that was not
   * is then the tree's fault. A producer that nobody survives writes one line when all is over;
   * those lines wait in a buffer of 64 KiB.
   */

  /** An offer that ended, to be settled if that is for the producer to do. */
  record Told(long offer, NodeId edge, byte[] key, Resolution resolution) {
    Told {
      requireNonNull(edge, "edge");
      requireNonNull(key, "key");
      requireNonNull(resolution, "resolution");
    }

    boolean isDistinct() {
      return resolution instanceof Verdict verdict && verdict.isDistinct();
    }
  }

  private final Sink sink;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
  private long offers;

  private VerdictLog(Sink sink) {
    this.sink = requireNonNull(sink, "sink");
  }

  /** A log in a file, over what it holds. */
  static VerdictLog create(Path file) throws IOException {
    return to(Sink.to(file.toString(), Files.newOutputStream(file)));
  }

  /** A log that is written to a sink, which it closes. */
  static VerdictLog to(Sink sink) {
    var log = new VerdictLog(sink);
    log.write(VerdictLogReader.HEADER);
    log.endLine();
    return log;
  }

  /** How an offer ended; if it is to be delivered, that is still open. */
  synchronized Told told(Instant time, NodeId edge, byte[] key, Resolution resolution) {
    var told = new Told(++offers, edge, key, resolution);
    write(time, told, Settlement.OPEN);
    sink.flush();
    return told;
  }

  /**
   * What became of an event that was to be delivered; once for each.
   *
   * @throws IllegalArgumentException if it was not told DISTINCT, or this settles nothing
   */
  synchronized void settled(Instant time, Told told, Settlement settlement) {
    if (!told.isDistinct() || settlement == Settlement.OPEN) {
      throw new IllegalArgumentException("only a distinct event can be settled, and for good: told="
          + told.resolution() + ", settlement=" + settlement);
    }
    write(time, told, settlement);
    sink.flush();
  }

  /** How an offer ended and what became of the event, at once; buffered. */
  synchronized void ended(
      Instant time, NodeId edge, byte[] key, Resolution resolution, Settlement settlement) {
    write(time, new Told(++offers, edge, key, resolution), settlement);
  }

  private void write(Instant time, Told told, Settlement settlement) {
    write(Long.toString(time.toEpochMilli()));
    writeNext(told.edge().value());
    writeNext(Long.toString(told.offer()));
    if (told.resolution() instanceof Verdict verdict) {
      writeNext(Figures.word(verdict.decision()));
      writeNext(verdict.decidedBy().value());
      writeNext(Integer.toString(verdict.level()));
      writeNext(verdict.degradation() == Degradation.NONE
          ? VerdictColumns.NONE : Figures.word(verdict.degradation()));
    } else if (told.resolution() instanceof Failure failure) {
      writeNext(Figures.word(VerdictEntry.Told.FAILED));
      writeNext(failure.reportedBy().value());
      writeNext(VerdictColumns.NONE);
      writeNext(Figures.word(failure.reason()));
    }
    writeNext(settlement.word());
    line.write('\t');
    line.writeBytes(EscapedKey.of(told.key()));
    endLine();
  }

  private void writeNext(String word) {
    line.write('\t');
    write(word);
  }

  private void write(String word) {
    line.writeBytes(word.getBytes(US_ASCII));
  }

  private void endLine() {
    line.write('\n');
    byte[] bytes = line.toByteArray();
    line.reset();
    sink.write(bytes, 0, bytes.length);
  }

  synchronized void flush() {
    sink.flush();
  }

  @Override public synchronized void close() {
    sink.close();
  }
}
