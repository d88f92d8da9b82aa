package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import io.bloomtree.bus.TreeView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** A server that has {@code GET /v1/tree} and nothing else, for who has the token. */
final class LoneApi implements AutoCloseable {
  private final HttpServer server;
  private final List<String> authorization;
  private volatile int status = 200;
  private volatile String body;

  /** Open to everybody. */
  LoneApi(TreeView view) {
    this(view, List.of());
  }

  LoneApi(TreeView view, String token) {
    this(view, List.of("Bearer " + token));
  }

  private LoneApi(TreeView view, List<String> authorization) {
    this.authorization = authorization;
    this.body = AnswerJson.of(view);
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/v1/tree", exchange -> {
      boolean isKnown = authorization.isEmpty()
          || authorization.equals(exchange.getRequestHeaders().get("Authorization"));
      byte[] bytes = (isKnown ? body : "{}").getBytes(UTF_8);
      exchange.sendResponseHeaders(isKnown ? status : 401, bytes.length);
      exchange.getResponseBody().write(bytes);
      exchange.close();
    });
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** What it says from now on. */
  void answer(int status, String body) {
    this.status = status;
    this.body = body;
  }

  @Override public void close() {
    server.stop(0);
  }
}
