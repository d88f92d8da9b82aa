package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What a client asks for, piece by piece, and is answered in the same order, while more may come.
 * One event loop's.
 *
 * <p>A piece is begun when there is {@linkplain Room room} for it, unless too much is unanswered,
 * or the client does not take its answers. When the client is gone nothing more is begun, the room
 * is given back as what was begun ends, and answers that nobody heard are told so.
 */
final class Exchange {
  /** What is offered at once: large enough that the cost of a bulk is nothing for each event. */
  private static final int PIECE = 2_048;
  private static final int MOST_OPEN = 16 * PIECE;
  private static final int WRITE_QUEUE = 256 << 10;

  /** How answers are put together. */
  enum Form {
    /** Each ends with a separator. */
    LINES,
    ARRAY,
    /** A single one. */
    ONE
  }

  private final Context context;
  private final Call call;
  private final Room room;
  private final Form form;
  private final Runnable progress;
  private final Deque<Piece> pieces = new ArrayDeque<>();
  private final Deque<Piece.Answer> answers = new ArrayDeque<>();
  /** For the first of the pieces; null if that does not wait for room. */
  private Room.Turn turn;
  private int open;
  private boolean hasBegun;
  private boolean hasAll;
  private boolean isFlushing;
  private boolean isOver;
  private boolean hasLostAnswers;

  /** {@code progress}: called when it may have become less {@linkplain #isBusy busy}. */
  Exchange(Context context, Call call, Room room, Form form, Runnable progress) {
    this.context = requireNonNull(context, "context");
    this.call = requireNonNull(call, "call");
    this.room = requireNonNull(room, "room");
    this.form = requireNonNull(form, "form");
    this.progress = requireNonNull(progress, "progress");
    call.response().setWriteQueueMaxSize(WRITE_QUEUE);
    call.response().drainHandler(drained -> pump());
    call.whenGone(this::stop);
  }

  /** How many items a piece may have at most. */
  static int pieceSize(Room room) {
    return Math.min(PIECE, room.share());
  }

  /** To be begun after those that were added before. */
  void add(Piece piece) {
    if (!isOver) {
      pieces.add(piece);
    }
  }

  /** No more pieces will be added. */
  void end() {
    hasAll = true;
    pump();
    flushSoon();
  }

  /** Whether it has as much to do as it may have. */
  boolean isBusy() {
    return !pieces.isEmpty() || !mayBegin();
  }

  private boolean mayBegin() {
    // answers that are no offers count too: they may wait for one that takes long
    return open < MOST_OPEN && answers.size() < MOST_OPEN && !call.response().writeQueueFull();
  }

  /** Begins what there is room for. */
  void pump() {
    while (!isOver && turn == null && !pieces.isEmpty() && mayBegin()) {
      int offers = pieces.element().offers();
      if (room.take(offers)) {
        begin(pieces.remove());
      } else {
        turn = room.await(offers, () -> {
          turn = null;
          begin(pieces.remove());
          pump();
        });
      }
    }
    if (!isOver) {
      progress.run();
    }
  }

  private void begin(Piece piece) {
    List<Piece.Answer> begun;
    try {
      begun = piece.begin(call);
    } catch (RuntimeException e) { // a bug: the client must not take what is missing for answered
      fail(e);
      room.give(piece.offers());
      return;
    }
    int offers = begun.stream().mapToInt(Piece.Answer::offers).sum();
    open += offers;
    for (Piece.Answer answer : begun) {
      answers.add(answer);
      answer.text().onComplete(done -> {
        open -= answer.offers();
        flushSoon();
        room.give(answer.offers());
      });
    }
    room.give(piece.offers() - offers); // empty lines, and those that are no events
  }

  /** Answers that end in one turn of the event loop leave in one write. */
  private void flushSoon() {
    if (!isFlushing && !isOver) {
      isFlushing = true;
      context.runOnContext(go -> {
        isFlushing = false;
        flush();
        pump();
      });
    }
  }

  private void flush() {
    if (isOver) {
      return;
    }
    Buffer out = hasBegun || form != Form.ARRAY ? null : Buffer.buffer("[");
    List<Runnable> untold = new ArrayList<>();
    int before = answers.size();
    while (!answers.isEmpty() && answers.element().text().succeeded()) {
      Piece.Answer answer = answers.remove();
      out = out == null ? answer.text().result() : out.appendBuffer(answer.text().result());
      if (answer.matters()) {
        untold.add(answer.untold());
      }
    }
    boolean isAll = hasAll && pieces.isEmpty() && answers.isEmpty();
    if (isAll) {
      isOver = true;
      heard(call.end(closed(out, before > 0 || hasBegun)), untold);
    } else if (before > answers.size()) {
      hasBegun = true;
      if (!call.response().headWritten()) {
        call.response().setChunked(true);
      }
      heard(call.response().write(out), untold);
    }
    if (!answers.isEmpty() && answers.element().text().failed()) {
      fail(answers.element().text().cause());
    }
  }

  /** The last of the answer; but for lines, a separator is only between two. */
  private Buffer closed(Buffer out, boolean hasItems) {
    return switch (form) {
      case LINES -> out == null ? Buffer.buffer() : out;
      case ONE -> out.slice(0, out.length() - 1);
      case ARRAY -> hasItems
          ? out.setByte(out.length() - 1, (byte) ']') : out.appendByte((byte) ']');
    };
  }

  /**
   * The first write that fails may have reached its client in part, so that it may act on a claim:
   * that ends with its lease. Of all after it nothing was sent.
   */
  private void heard(Future<Void> written, List<Runnable> untold) {
    if (!untold.isEmpty()) {
      written.onFailure(failed -> {
        if (hasLostAnswers) {
          untold.forEach(Runnable::run);
        }
        hasLostAnswers = true;
      });
    }
  }

  private void fail(Throwable failure) {
    stop();
    Reply.problem(call, failure);
  }

  /** Begins and writes no more. */
  private void stop() {
    if (isOver) {
      return;
    }
    isOver = true;
    pieces.clear();
    if (turn != null) {
      room.leave(turn);
    }
    answers.stream().filter(answer -> answer.text().succeeded())
        .forEach(answer -> answer.untold().run());
    answers.clear();
  }
}
