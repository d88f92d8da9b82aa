package io.bloomtree.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/** A connection to a browser in its DevTools protocol. Thread-safe. */
final class DevTools implements WebSocket.Listener {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long PATIENCE_SECONDS = 30;

  private final AtomicLong calls = new AtomicLong();
  private final Map<Long, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
  private final Map<String, List<BiConsumer<String, JsonNode>>> listeners =
      new ConcurrentHashMap<>();
  /** Of a message that comes in parts; only the socket's own thread is here. */
  private final StringBuilder parts = new StringBuilder();
  private WebSocket socket;

  private DevTools() {}

  static DevTools connect(int port, String path) {
    var tools = new DevTools();
    tools.socket = HttpClient.newHttpClient().newWebSocketBuilder()
        .buildAsync(URI.create("ws://127.0.0.1:" + port + path), tools).join();
    return tools;
  }

  /** The result of a method; {@code session}: empty is the browser itself. */
  JsonNode call(String session, String method, Map<String, ?> parameters) {
    long id = calls.incrementAndGet();
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("id", id);
    message.put("method", method);
    message.put("params", parameters);
    if (!session.isEmpty()) {
      message.put("sessionId", session);
    }
    var answer = new CompletableFuture<JsonNode>();
    waiting.put(id, answer);
    synchronized (this) { // a socket takes one message after the other
      socket.sendText(JSON.valueToTree(message).toString(), true).join();
    }
    JsonNode told = answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    if (told.has("error")) {
      throw new IllegalStateException(method + " failed: " + told.get("error"));
    }
    return told.get("result");
  }

  /** Tells of the events of a session, on the socket's thread. */
  void listen(String session, BiConsumer<String, JsonNode> listener) {
    listeners.computeIfAbsent(session, key -> new CopyOnWriteArrayList<>()).add(listener);
  }

  @Override public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean isLast) {
    parts.append(data);
    if (isLast) {
      String message = parts.toString();
      parts.setLength(0);
      take(message);
    }
    from.request(1);
    return null;
  }

  private void take(String message) {
    try {
      JsonNode told = JSON.readTree(message);
      if (told.has("id")) {
        waiting.remove(told.get("id").asLong()).complete(told);
      } else {
        listeners.getOrDefault(told.path("sessionId").asText(), List.of())
            .forEach(it -> it.accept(told.get("method").asText(), told.get("params")));
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a browser speaks JSON: " + message, e);
    }
  }
}
