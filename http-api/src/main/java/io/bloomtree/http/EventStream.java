package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.TreeView;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Map;

/**
 * Tells one client what happens, as server-sent events. A client that is too slow misses some. One
 * event loop's.
 */
final class EventStream implements Sampler.Watcher {
  static final String TYPE = "text/event-stream";

  private static final int WRITE_QUEUE = 1 << 20;

  private final Vertx vertx;
  private final Call call;
  private long lastView;

  EventStream(Vertx vertx, Call call) {
    this.vertx = requireNonNull(vertx, "vertx");
    this.call = requireNonNull(call, "call");
  }

  /** Begins; ends when the client is gone, or the process is about to end. */
  void start(long heartbeatMillis) {
    call.response().setChunked(true)
        .putHeader(HttpHeaders.CONTENT_TYPE, TYPE)
        .putHeader("X-Accel-Buffering", "no") // proxies must not wait for more
        .setWriteQueueMaxSize(WRITE_QUEUE);
    call.response().write(": a tree, once a second\n\n");
    long timer = vertx.setPeriodic(heartbeatMillis, beat -> write(Buffer.buffer(": \n\n")));
    call.over().onComplete(over -> vertx.cancelTimer(timer));
    call.whenDraining(() -> call.end(Buffer.buffer()));
  }

  @Override public void see(TreeView view) {
    if (view.at() != lastView) {
      lastView = view.at();
      // a large tree is much to write: not on the event loop
      vertx.executeBlocking(() -> event("view", view)).onSuccess(this::write);
    }
  }

  @Override public void see(List<Map<String, Object>> verdicts) {
    write(event("verdicts", verdicts));
  }

  private static Buffer event(String name, Object data) {
    return Buffer.buffer("event: " + name + "\ndata: ")
        .appendBuffer(Reply.json(data)).appendString("\n\n");
  }

  private void write(Buffer event) {
    HttpServerResponse response = call.response();
    if (!call.isGone() && !response.ended() && !response.writeQueueFull()) {
      response.write(event);
    }
  }
}
