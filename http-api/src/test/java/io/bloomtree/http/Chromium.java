package io.bloomtree.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A browser without a screen, its profile new. Thread-safe; pages are driven by their owners. */
final class Chromium implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome-stable", "google-chrome");
  private static final Duration START = Duration.ofSeconds(60);
  private static final List<String> FLAGS = List.of(
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync",
      "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-port=0");

  private final Process process;
  private final Path profile;
  private final DevTools tools;

  private Chromium(Process process, Path profile, DevTools tools) {
    this.process = process;
    this.profile = profile;
    this.tools = tools;
  }

  /**
   * Where the browser is. Installs Debian's if there is none; skips the test if that is not to be
   * had either. Empty if what was installed is not on the path.
   */
  static Optional<Path> program() {
    return found().or(() -> {
      new AptInstall("chromium", "fonts-dejavu-core").run();
      return found();
    });
  }

  private static Optional<Path> found() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(directory -> !directory.isEmpty())
        .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static Chromium start(Path program) {
    try {
      Path profile = Files.createTempDirectory("bloomtree-chromium");
      List<String> command = new ArrayList<>();
      command.add(program.toString());
      command.addAll(FLAGS);
      command.add("--user-data-dir=" + profile);
      command.add("about:blank");
      Process process = new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(profile.resolve("log.txt").toFile()).start();
      Path listening = profile.resolve("DevToolsActivePort");
      await().atMost(START).until(() -> {
        if (!process.isAlive()) {
          throw new IllegalStateException("the browser ended: "
              + Files.readString(profile.resolve("log.txt"), UTF_8));
        }
        return Files.exists(listening) && Files.readAllLines(listening).size() == 2;
      });
      List<String> where = Files.readAllLines(listening);
      return new Chromium(
          process, profile, DevTools.connect(Integer.parseInt(where.get(0)), where.get(1)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A new tab with a profile of its own: nothing is kept from other tabs. */
  BrowserPage open() {
    String context = tools.call("", "Target.createBrowserContext", Map.of())
        .get("browserContextId").asText();
    JsonNode target = tools.call("", "Target.createTarget", Map.of(
        "url", "about:blank", "browserContextId", context));
    JsonNode attached = tools.call("", "Target.attachToTarget", Map.of(
        "targetId", target.get("targetId").asText(), "flatten", true));
    return new BrowserPage(tools, attached.get("sessionId").asText(), context);
  }

  @Override public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().join();
    try (Stream<Path> files = Files.walk(profile)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException | UncheckedIOException e) {
      // a helper of the browser may still write; what is left is in the directory for such things
      profile.toFile().deleteOnExit();
    }
  }
}
