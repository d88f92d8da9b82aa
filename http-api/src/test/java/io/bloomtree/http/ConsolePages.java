package io.bloomtree.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests of the console in a real browser, one for the tests of a class. Without a browser all of
 * them are skipped. Owned by one thread.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ConsolePages {
  static final Path SCREENSHOTS = Path.of("http-api/build/screenshots");

  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private Chromium browser;
  private final List<BrowserPage> pages = new ArrayList<>();

  @BeforeAll
  void startBrowser() {
    Path program = Chromium.program().orElseGet(
        () -> abort("no chromium on the PATH, and none could be installed"));
    browser = Chromium.start(program);
  }

  @AfterAll
  void stopBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  /** Pages that are left open go on drawing. */
  @AfterEach
  void closePages() {
    pages.forEach(BrowserPage::close);
    pages.clear();
  }

  static void eventually(ThrowingRunnable assertion) {
    await().atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).untilAsserted(assertion);
  }

  /** A page that shows nothing yet. */
  final BrowserPage page() {
    BrowserPage page = browser.open();
    pages.add(page);
    page.look(1440, 900, "light");
    return page;
  }

  final BrowserPage open(URI uri) {
    BrowserPage page = page();
    page.navigate(uri);
    return page;
  }

  /** The page of a server, when it shows the tree. */
  final BrowserPage openLive(URI uri) {
    BrowserPage page = open(uri);
    awaitLive(page);
    return page;
  }

  static void awaitLive(BrowserPage page) {
    eventually(() -> assertThat(page.text("#connection")).isEqualTo("live"));
    eventually(() -> assertThat(page.texts("g.node", "it.dataset.id")).isNotEmpty());
  }

  /** Nothing was complained of, and no other server was asked. */
  static void assertQuiet(BrowserPage page, URI server) {
    assertThat(page.errors()).isEmpty();
    assertThat(page.requests()).isNotEmpty().allMatch(
        uri -> uri.getScheme().equals("data") || uri.getAuthority().equals(server.getAuthority()));
  }

  /** How a node is drawn. */
  static String state(BrowserPage page, String node) {
    return page.texts("g.node[data-id=\"" + node + "\"]", "it.getAttribute(\"class\")").toString();
  }

  static void tryEvent(BrowserPage page, String key) {
    page.evaluate("document.getElementById('try-key').focus()");
    page.evaluate("document.getElementById('try-key').select()");
    page.type(key);
    page.press("Enter");
  }

  /** A region that is away looks so to those who see the tree, and to those who hear it. */
  static void assertDrawnAway(BrowserPage page, String region) {
    String node = "g.node[data-id=" + region + "]";
    assertThat(page.texts(node + " .cross", "getComputedStyle(it).display"))
        .containsExactly("inline");
    assertThat(page.texts(node + " text", "it.textContent")).contains("away");
    assertThat(page.texts(node, "it.getAttribute(\"aria-label\")"))
        .containsExactly(region + ", region, away");
    eventually(() -> assertThat(page.text("[data-cell=nodes]")).contains("1 away"));
  }
}
