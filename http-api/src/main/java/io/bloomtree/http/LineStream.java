package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.util.List;

/**
 * A request of lines that is answered line by line while it arrives. One event loop's.
 *
 * <p>Holds what has arrived and not been answered: one chunk, some pieces that the agent has, and
 * answers that the client has not taken. While any of these is at its limit, nothing is read, and
 * the client's own writes wait.
 */
final class LineStream implements LineCutter.Lines {
  private final Call call;
  private final Work work;
  private final int longestLine;
  private final LineCutter cutter;
  private final Exchange exchange;
  private boolean isReading = true;

  LineStream(Context context, Call call, Work work, Room room, int longestLine) {
    this.call = requireNonNull(call, "call");
    this.work = requireNonNull(work, "work");
    this.longestLine = longestLine;
    this.cutter = new LineCutter(longestLine, Exchange.pieceSize(room), this);
    this.exchange = new Exchange(context, call, room, Exchange.Form.LINES, this::readOn);
  }

  void start() {
    call.response().setChunked(true).putHeader(HttpHeaders.CONTENT_TYPE, Reply.NDJSON);
    call.request().handler(chunk -> {
      if (isReading) {
        cutter.take(chunk);
        exchange.pump();
      }
    });
    call.request().endHandler(end -> {
      if (isReading) {
        isReading = false;
        cutter.end();
        exchange.end();
      }
    });
    call.response().writeHead(); // a client may wait for it before it sends
    call.whenDraining(this::stopReading);
  }

  /** Whole lines that have been read are answered; the beginning of one is as if never sent. */
  private void stopReading() {
    if (isReading) {
      isReading = false;
      exchange.end();
    }
  }

  private void readOn() {
    if (isReading) {
      if (exchange.isBusy()) {
        call.request().pause();
      } else {
        call.request().resume();
      }
    }
  }

  @Override public void add(byte[] bytes, int from, int to, int count, long firstLine) {
    exchange.add(new LinePiece(bytes, from, to, count, firstLine));
  }

  @Override public void addTooLong(long line) {
    exchange.add(new LongLine(line));
  }

  /** Lines that are begun together. */
  private final class LinePiece implements Piece {
    private final byte[] bytes;
    private final int from;
    private final int to;
    private final int count;
    private final long firstLine;

    LinePiece(byte[] bytes, int from, int to, int count, long firstLine) {
      this.bytes = bytes;
      this.from = from;
      this.to = to;
      this.count = count;
      this.firstLine = firstLine;
    }

    @Override public int offers() {
      return work.offersOf(count);
    }

    @Override public List<Answer> begin(Call of) {
      return work.beginLines(bytes, from, to, firstLine, of);
    }
  }

  /** A line that nobody has kept. */
  private final class LongLine implements Piece {
    private final long line;

    LongLine(long line) {
      this.line = line;
    }

    @Override public int offers() {
      return 0;
    }

    @Override public List<Answer> begin(Call of) {
      Buffer text = Buffer.buffer();
      Answers.append(text, "TOO_LONG", new MalformedEventException(
          "a line may have " + longestLine + " bytes", 1, longestLine).onLine(line));
      return List.of(new Answer(Future.succeededFuture(text.appendByte(Work.LINE_END)), 0));
    }
  }
}
