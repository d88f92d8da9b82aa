package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.HttpSpec;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;

/**
 * Reads bodies that are no streams, each and all of them up to a limit. A body counts until its
 * request is over: what is in it waits in memory to be answered. One event loop's.
 */
final class Bodies {
  private static final int MOST_AT_ONCE = 64;

  private final Vertx vertx;
  private final int longest;
  private final long timeoutMillis;
  private long buffered;

  Bodies(Vertx vertx, HttpSpec spec) {
    this.vertx = requireNonNull(vertx, "vertx");
    this.longest = spec.body();
    this.timeoutMillis = spec.timeout().toMillis();
  }

  /** The whole body; fails with a {@link ProblemException} if it is too long or too slow. */
  Future<Buffer> read(Call call) {
    String announced = call.request().getHeader(HttpHeaders.CONTENT_LENGTH);
    if (announced != null && announced.length() > 9
        || announced != null && Long.parseLong(announced) > longest) {
      return Future.failedFuture(tooLarge());
    }
    var body = new Body(Promise.promise(), Buffer.buffer());
    long timer = vertx.setTimer(timeoutMillis, late -> body.read.tryFail(new ProblemException(
        ProblemType.TIMEOUT, "the body must be here within " + timeoutMillis + " ms")));
    call.request().handler(chunk -> take(body, chunk));
    call.request().endHandler(end -> body.read.tryComplete(body.bytes));
    call.whenGone(() -> body.read.tryFail("the client is gone"));
    call.over().onComplete(over -> buffered -= body.bytes.length());
    return body.read.future().andThen(done -> vertx.cancelTimer(timer));
  }

  private record Body(Promise<Buffer> read, Buffer bytes) {}

  private void take(Body body, Buffer chunk) {
    if (body.read.future().isComplete()) {
      return;
    }
    if (body.bytes.length() + chunk.length() > longest) {
      body.read.tryFail(tooLarge());
    } else if (buffered + chunk.length() > (long) MOST_AT_ONCE * longest) {
      body.read.tryFail(new ProblemException(ProblemType.OVERLOADED,
          "too many bodies are being read or answered").withHeader("Retry-After", "1"));
    } else {
      buffered += chunk.length();
      body.bytes.appendBuffer(chunk);
    }
  }

  private ProblemException tooLarge() {
    return new ProblemException(ProblemType.TOO_LARGE,
        "a body may have " + longest + " bytes; send more as lines of " + Reply.NDJSON)
        .with("limit", longest);
  }
}
