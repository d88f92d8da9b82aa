package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;

/**
 * A request under way: from its head until its answer is written and nothing more of it comes, or
 * its client is gone. One event loop's.
 */
final class Call {
  /** How long a client may go on sending what nobody reads, to get to read the answer. */
  private static final long LEFT_OVER_MILLIS = 2_000;
  private static final String KEY = Call.class.getName();

  private final Vertx vertx;
  private final HttpServerRequest request;
  private final Refusals refusals;
  private final Promise<Void> over = Promise.promise();
  private final List<Runnable> whenGone = new ArrayList<>();
  private final List<Runnable> whenDraining = new ArrayList<>();
  private boolean isGone;
  private boolean isDraining;

  Call(Vertx vertx, HttpServerRequest request, Refusals refusals) {
    this.vertx = requireNonNull(vertx, "vertx");
    this.request = requireNonNull(request, "request");
    this.refusals = requireNonNull(refusals, "refusals");
    request.exceptionHandler(failed -> leave());
    response().exceptionHandler(failed -> leave());
    response().closeHandler(closed -> leave());
  }

  /** The one that a route is asked to answer. */
  static Call of(RoutingContext ctx) {
    return requireNonNull(ctx.get(KEY), "no call has begun");
  }

  void putInto(RoutingContext ctx) {
    ctx.put(KEY, this);
  }

  HttpServerRequest request() {
    return request;
  }

  HttpServerResponse response() {
    return request.response();
  }

  /** Whether nobody is there any more to hear the answer. */
  boolean isGone() {
    return isGone;
  }

  /** Completes when all is said, or nobody hears it. */
  Future<Void> over() {
    return over.future();
  }

  /** Calls if the client leaves before it has its answer; at once if it has left. */
  void whenGone(Runnable then) {
    if (isGone) {
      then.run();
    } else {
      whenGone.add(then);
    }
  }

  /** Calls when the process is about to end: what has no end of its own must come to one. */
  void whenDraining(Runnable then) {
    if (isDraining) {
      then.run();
    } else {
      whenDraining.add(then);
    }
  }

  void drain() {
    isDraining = true;
    whenDraining.forEach(Runnable::run);
    whenDraining.clear();
  }

  /** The client is gone. */
  void leave() {
    if (isGone || over.future().isComplete()) {
      return;
    }
    isGone = true;
    whenGone.forEach(Runnable::run);
    whenGone.clear();
    over.tryComplete();
  }

  /** Answers with what is wrong; the first answer of a call counts. */
  void refuse(ProblemException problem) {
    if (isGone || response().ended()) {
      return;
    }
    refusals.add(problem.type());
    if (response().headWritten()) {
      reset(); // too late to say anything
      return;
    }
    problem.headers().forEach(response()::putHeader);
    response().setStatusCode(problem.type().status())
        .putHeader("Content-Type", Reply.PROBLEM);
    end(Reply.json(problem.body()));
  }

  /** Ends the answer with its last bytes; completes when they are written. */
  Future<Void> end(Buffer last) {
    if (isGone || response().ended()) {
      return Future.failedFuture("nobody is there to hear it");
    }
    Future<Void> written = response().end(last);
    written.onComplete(done -> {
      if (done.failed()) {
        leave();
      } else if (request.isEnded()) {
        over.tryComplete();
      } else {
        passOver();
      }
    });
    return written;
  }

  /** Ends the connection, or the stream of it: the client must not take what it has for all. */
  void reset() {
    if (request.version() == HttpVersion.HTTP_2) {
      response().reset();
    } else {
      request.connection().close();
    }
    leave();
  }

  /**
   * What is left of a request must not be taken for the next one. To close the connection while
   * more arrives would cost the client what it has not read of its answer.
   */
  private void passOver() {
    request.handler(null);
    request.resume();
    long timer = vertx.setTimer(LEFT_OVER_MILLIS, late -> reset());
    over.future().onComplete(done -> vertx.cancelTimer(timer));
    request.end().onComplete(ended -> over.tryComplete());
  }
}
