package io.bloomtree.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A tab of a browser, and what it complained of. Owned by one thread. */
final class BrowserPage implements AutoCloseable {
  private static final Map<String, Integer> CODES = Map.of(
      "Tab", 9, "Enter", 13, "ArrowLeft", 37, "ArrowUp", 38, "ArrowRight", 39, "ArrowDown", 40);

  private final DevTools tools;
  private final String session;
  private final String profile;
  private final List<String> errors = new CopyOnWriteArrayList<>();
  private final List<URI> requests = new CopyOnWriteArrayList<>();

  BrowserPage(DevTools tools, String session, String profile) {
    this.tools = tools;
    this.session = session;
    this.profile = profile;
    tools.listen(session, this::hear);
    for (String domain : List.of("Page", "Runtime", "Log", "Network", "Accessibility")) {
      call(domain + ".enable", Map.of());
    }
  }

  private JsonNode call(String method, Map<String, ?> parameters) {
    return tools.call(session, method, parameters);
  }

  private void hear(String event, JsonNode told) {
    switch (event) {
      case "Network.requestWillBeSent" ->
          requests.add(URI.create(told.at("/request/url").asText()));
      case "Runtime.exceptionThrown" -> errors.add(told.get("exceptionDetails").toString());
      case "Runtime.consoleAPICalled" -> {
        if (List.of("error", "warning", "assert").contains(told.get("type").asText())) {
          errors.add(told.get("args").toString());
        }
      }
      case "Log.entryAdded" -> {
        if (!told.at("/entry/level").asText().equals("info")) {
          errors.add(told.get("entry").toString());
        }
      }
      default -> { }
    }
  }

  /** What was thrown, logged as an error or warning, or refused by the page's policies. */
  List<String> errors() {
    return List.copyOf(errors);
  }

  List<URI> requests() {
    return List.copyOf(requests);
  }

  void look(int width, int height, String scheme) {
    call("Emulation.setDeviceMetricsOverride", Map.of(
        "width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
    call("Emulation.setEmulatedMedia", Map.of("features",
        List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** Runs a script before any other of each page that is opened from now on. */
  void before(String script) {
    call("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
  }

  /** Keeps requests for such an address from the network: they are neither answered nor refused. */
  void hold(String pattern) {
    call("Fetch.enable", Map.of("patterns", List.of(Map.of("urlPattern", pattern))));
  }

  /** Lets the network have all requests that come from now on. */
  void holdNothing() {
    call("Fetch.disable", Map.of());
  }

  void navigate(URI to) {
    call("Page.navigate", Map.of("url", to.toString()));
  }

  /** What a JavaScript expression is, a promise's result if it is one. */
  JsonNode evaluate(String expression) {
    JsonNode told = call("Runtime.evaluate", Map.of(
        "expression", expression, "awaitPromise", true, "returnByValue", true));
    if (told.has("exceptionDetails")) {
      throw new IllegalStateException(expression + ": " + told.get("exceptionDetails"));
    }
    return told.at("/result/value");
  }

  String text(String selector) {
    return evaluate("document.querySelector('" + selector + "')?.innerText ?? ''").asText();
  }

  /** Something of all elements, which an expression makes of {@code it}. */
  List<String> texts(String selector, String of) {
    JsonNode found =
        evaluate("[...document.querySelectorAll('" + selector + "')].map(it => " + of + ")");
    List<String> texts = new ArrayList<>();
    found.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  void click(String selector) {
    evaluate("document.querySelector('" + selector + "').click()");
  }

  /** Types into what has the focus. */
  void type(String text) {
    call("Input.insertText", Map.of("text", text));
  }

  void press(String key) {
    for (String type : List.of("keyDown", "keyUp")) {
      Map<String, Object> event = new LinkedHashMap<>();
      event.put("type", type);
      event.put("key", key);
      event.put("code", key);
      event.put("windowsVirtualKeyCode", CODES.get(key));
      if (key.equals("Enter") && type.equals("keyDown")) {
        event.put("text", "\r");
      }
      call("Input.dispatchKeyEvent", event);
    }
  }

  /** What a screen reader is told of, as [role, name] of each thing. */
  List<Heard> heard() {
    List<Heard> heard = new ArrayList<>();
    for (JsonNode node : call("Accessibility.getFullAXTree", Map.of()).get("nodes")) {
      if (!node.path("ignored").asBoolean()) {
        heard.add(new Heard(
            node.at("/role/value").asText(), node.at("/name/value").asText().strip()));
      }
    }
    return heard;
  }

  /** Something that a screen reader tells. */
  record Heard(String role, String name) {}

  /** The whole page, or no more than so much of its height. */
  void screenshot(Path file, int width, int height) {
    JsonNode told = call("Page.captureScreenshot", Map.of(
        "captureBeyondViewport", true,
        "clip", Map.of("x", 0, "y", 0, "width", width, "height", height, "scale", 1)));
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, Base64.getDecoder().decode(told.get("data").asText()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override public void close() {
    tools.call("", "Target.disposeBrowserContext", Map.of("browserContextId", profile));
  }
}
