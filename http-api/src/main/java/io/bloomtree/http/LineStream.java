package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * A request of lines that is answered line by line while it arrives, in order. One event loop's.
 *
 * <p>Holds what has arrived and not been answered: one chunk, some pieces that the agent has, and
 * answers that the client has not taken. While any of these is at its limit, nothing is read, and
 * the client's own writes wait.
 */
final class LineStream implements Lines.Client {
  /** What is offered at once: large enough that the cost of a bulk is nothing for each event. */
  private static final int PIECE_LINES = 2_048;
  private static final int MOST_OPEN = 16 * PIECE_LINES;
  private static final int WRITE_QUEUE = 256 << 10;
  /** Stands for a line that nobody has kept. */
  private static final Piece TOO_LONG = new Piece(new byte[] {}, 0, 0, 1);

  private final Context context;
  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final Lines lines;
  private final Room room;
  private final int longestLine;
  private final int pieceLines;
  private final Deque<Piece> waiting = new ArrayDeque<>();
  private final Deque<Lines.Answer> answers = new ArrayDeque<>();
  private final Promise<Void> ended = Promise.promise();
  /** The beginning of a line whose end has not arrived. */
  private byte[] rest = {};
  private boolean isSkipping;
  private long line = 1;
  private int open;
  private boolean hasRequestEnded;
  private boolean isWaitingForRoom;
  private boolean isFlushing;
  private boolean isGone;

  private record Piece(byte[] bytes, int from, int to, int lines) {}

  LineStream(
      Context context, HttpServerRequest request, Lines lines, Room room, int longestLine) {
    this.context = requireNonNull(context, "context");
    this.request = requireNonNull(request, "request");
    this.response = request.response();
    this.lines = requireNonNull(lines, "lines");
    this.room = requireNonNull(room, "room");
    this.longestLine = longestLine;
    this.pieceLines = Math.max(1, Math.min(PIECE_LINES, room.size() / 4));
  }

  /** Begins; completes when all is answered, or the client is gone. */
  Future<Void> start() {
    response.setChunked(true)
        .putHeader(HttpHeaders.CONTENT_TYPE, Reply.NDJSON)
        .setWriteQueueMaxSize(WRITE_QUEUE);
    response.closeHandler(closed -> leave());
    response.exceptionHandler(failed -> leave());
    response.drainHandler(drained -> pump());
    request.exceptionHandler(failed -> leave());
    request.handler(this::take);
    request.endHandler(end -> {
      if (rest.length > 0 && !isSkipping) {
        take(Buffer.buffer("\n"));
      }
      hasRequestEnded = true;
      pump();
    });
    response.writeHead(); // a client may wait for it before it sends
    return ended.future();
  }

  @Override public boolean isGone() {
    return isGone;
  }

  private void leave() {
    if (!isGone && !ended.future().isComplete()) {
      isGone = true;
      waiting.clear();
      answers.forEach(answer -> answer.untold().run()); // what is there, but waits for others
      ended.tryComplete();
    }
  }

  private void take(Buffer chunk) {
    if (isGone) {
      return;
    }
    byte[] bytes = joined(rest, chunk);
    int from = 0;
    if (isSkipping) {
      from = indexAfterLine(bytes, 0);
      if (from < 0) {
        return;
      }
      isSkipping = false;
    }
    cut(bytes, from);
    pump();
  }

  /** Cuts what is there into pieces of whole lines, and keeps what is left. */
  private void cut(byte[] bytes, int begin) {
    int from = begin;
    int end = begin;
    int count = 0;
    for (int next = indexAfterLine(bytes, end); next >= 0; next = indexAfterLine(bytes, end)) {
      boolean isTooLong = next - end - 1 > longestLine;
      if (isTooLong) {
        add(bytes, from, end, count);
        waiting.add(TOO_LONG);
      } else if (++count == pieceLines) {
        add(bytes, from, next, count);
      }
      if (isTooLong || count == pieceLines) {
        from = next;
        count = 0;
      }
      end = next;
    }
    add(bytes, from, end, count);
    rest = Arrays.copyOfRange(bytes, end, bytes.length);
    if (rest.length > longestLine) {
      rest = new byte[] {};
      isSkipping = true;
      waiting.add(TOO_LONG);
    }
  }

  private void add(byte[] bytes, int from, int to, int count) {
    if (count > 0) {
      waiting.add(new Piece(bytes, from, to, count));
    }
  }

  private static int indexAfterLine(byte[] bytes, int from) {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return -1;
  }

  private static byte[] joined(byte[] rest, Buffer chunk) {
    if (rest.length == 0) {
      return chunk.getBytes();
    }
    byte[] bytes = Arrays.copyOf(rest, rest.length + chunk.length());
    chunk.getBytes(bytes, rest.length);
    return bytes;
  }

  /** Hands on what there is room for, and reads on if that was all. */
  private void pump() {
    while (!waiting.isEmpty() && !isGone && mayGoOn()) {
      Piece piece = waiting.element();
      if (!room.take(piece.lines)) {
        waitForRoom();
        break;
      }
      waiting.remove();
      answer(piece);
    }
    if (!hasRequestEnded && !isGone) {
      if (waiting.isEmpty() && mayGoOn()) {
        request.resume();
      } else {
        request.pause();
      }
    }
    finishIfDone();
  }

  private boolean mayGoOn() {
    // answers that are no offers count too: they may wait for one that takes long
    return open < MOST_OPEN && answers.size() < MOST_OPEN && !response.writeQueueFull();
  }

  private void waitForRoom() {
    if (!isWaitingForRoom) {
      isWaitingForRoom = true;
      room.whenFree(() -> {
        isWaitingForRoom = false;
        pump();
      });
    }
  }

  private void answer(Piece piece) {
    List<Lines.Answer> begun;
    try {
      begun = piece == TOO_LONG
          ? List.of(tooLong(line))
          : lines.answer(piece.bytes, piece.from, piece.to, line, this);
    } catch (RuntimeException e) { // a bug: the client must not take what is missing for answered
      leave();
      response.reset();
      room.give(piece.lines);
      throw e;
    }
    line += piece.lines;
    int offers = begun.stream().mapToInt(Lines.Answer::offers).sum();
    open += offers;
    for (Lines.Answer answer : begun) {
      answers.add(answer);
      answer.text().onComplete(done -> {
        open -= answer.offers();
        flushSoon();
        room.give(answer.offers());
      });
    }
    room.give(piece.lines - offers); // empty lines, and those that are no events
  }

  private Lines.Answer tooLong(long at) {
    Buffer text = Buffer.buffer();
    Answers.append(text, "TOO_LONG", new MalformedEventException(
        "a line may have " + longestLine + " bytes", (int) at, longestLine));
    return new Lines.Answer(Future.succeededFuture(text.appendByte((byte) '\n')), 0);
  }

  /** Answers that end in one turn of the event loop leave in one write. */
  private void flushSoon() {
    if (!isFlushing) {
      isFlushing = true;
      context.runOnContext(go -> {
        isFlushing = false;
        flush();
        pump();
      });
    }
  }

  private void flush() {
    Buffer out = null;
    while (!answers.isEmpty() && answers.element().text().isComplete()) {
      Buffer text = answers.remove().text().result();
      out = out == null ? text : out.appendBuffer(text);
    }
    if (out != null && !isGone) {
      response.write(out);
    }
  }

  private void finishIfDone() {
    if (hasRequestEnded && waiting.isEmpty() && answers.isEmpty() && !isGone
        && !response.ended()) {
      response.end();
      ended.tryComplete();
    }
  }
}
