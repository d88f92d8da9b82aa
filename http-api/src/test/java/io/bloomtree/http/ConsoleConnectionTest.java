package io.bloomtree.http;

import static io.bloomtree.http.WatchedTree.await;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The console when its server asks for a token, falls silent, goes away or is another one. */
class ConsoleConnectionTest extends ConsolePages {
  private static final String TREE = """
      tree: clicks
      filter: { expected: 20k, fpp: 0.001 }
      regions:
        - { id: eu, edges: [athens-1, berlin-1] }
      """;
  private static final String LARGER = """
      tree: clicks
      filter: { expected: 20k, fpp: 0.001 }
      sketches: { every: 100ms, frequency: { memory: 64KiB, keep-keys: true } }
      regions:
        - { id: eu, edges: [athens-1] }
        - { id: us, edges: [nyc-1] }
      """;
  private static final String TOKEN = "0123456789abcdef";

  private WatchedTree tree;

  @BeforeAll
  void startTree() {
    tree = new WatchedTree(TREE);
  }

  @AfterAll
  void stopTree() {
    if (tree != null) {
      tree.close();
    }
  }

  private static void enter(BrowserPage page, String token) {
    page.type(token);
    page.press("Enter");
  }

  private static long attempts(BrowserPage page) {
    return page.requests().stream().filter(uri -> uri.getPath().endsWith("/v1/events")).count();
  }

  @Test void aTokenIsAskedForUntilItIsRight() {
    HttpApi guarded = tree.serve(0, Tokens.parse("tokens", "viewer " + TOKEN));
    BrowserPage page = open(guarded.uri());

    eventually(() -> assertThat(page.text("dialog[open]")).contains("asks for a token"));
    assertThat(page.text("#picture")).contains("This node asks for a token.");
    enter(page, "0123456789abcdeX");
    eventually(() -> assertThat(page.text("#token-refused")).contains("did not accept"));
    enter(page, TOKEN);
    awaitLive(page);

    tryEvent(page, "/page/1");
    eventually(() -> assertThat(page.text("#try-answer")).contains("takes the role operator"));
    await(guarded.close());
  }

  @Test void whereNothingMayBeStoredATokenLastsAsLongAsThePage() {
    HttpApi guarded = tree.serve(0, Tokens.parse("tokens", "viewer " + TOKEN));
    BrowserPage page = page();
    page.before("""
        for (const name of ['sessionStorage', 'localStorage']) {
          Object.defineProperty(window, name, {
            get() { throw new DOMException('denied', 'SecurityError'); },
          });
        }""");

    page.navigate(guarded.uri());
    eventually(() -> assertThat(page.text("dialog[open]")).contains("asks for a token"));
    enter(page, TOKEN);

    awaitLive(page);
    page.evaluate("document.getElementById('theme').value = 'dark'");
    page.evaluate("document.getElementById('theme').dispatchEvent(new Event('change'))");
    assertThat(page.evaluate("getComputedStyle(document.body).colorScheme").asText())
        .isEqualTo("dark");
    assertThat(page.errors()).allMatch(error -> error.contains("401"));
    await(guarded.close());
  }

  @Test void aServerThatIsGoneIsSaidSoAndFoundAgain() {
    HttpApi first = tree.serve(0, Tokens.none());
    BrowserPage page = openLive(first.uri());

    await(first.close());

    eventually(() -> assertThat(page.text("#lost"))
        .containsPattern("Disconnected since [0-9:]{8}: ").contains("What is shown is from then."));
    page.screenshot(SCREENSHOTS.resolve("lost.png"), 1440, 900);
    HttpApi second = tree.serve(first.port(), Tokens.none());
    page.click("#retry");
    awaitLive(page);
    assertThat(page.evaluate("document.getElementById('lost').hidden").asBoolean()).isTrue();
    await(second.close());
  }

  @Test void whoeverCannotWaitDoesNotAskASecondTimeWhileTheFirstIsOpen() {
    HttpApi first = tree.serve(0, Tokens.none());
    BrowserPage page = openLive(first.uri());
    await(first.close());
    eventually(() -> assertThat(page.text("#lost")).contains("Trying again in"));
    page.hold("*/v1/events");
    long before = attempts(page);

    page.click("#retry");
    eventually(() -> assertThat(page.text("#lost")).contains("Trying again …"));
    page.click("#retry");
    page.click("#retry");
    // requests leave the page in the order in which it makes them
    page.evaluate("fetch('icon.svg').catch(() => 0)");

    assertThat(attempts(page) - before).isEqualTo(1);
    assertThat(page.evaluate("document.getElementById('retry').ariaDisabled").asText())
        .isEqualTo("true");
  }

  @Test void aServerThatNeverAnswersIsNotWaitedForForever() {
    HttpApi silent = tree.serve(0, Tokens.none());
    BrowserPage page = page();
    page.hold("*/v1/events");

    page.navigate(silent.uri());

    eventually(() -> assertThat(page.text("#lost"))
        .contains("Disconnected since").contains("the node fell silent"));
    assertThat(page.text("#picture")).contains("Nothing to show yet", "The page goes on trying.");
    assertThat(page.texts("main > *", "it.checkVisibility()")).containsOnlyOnce("true");
    page.screenshot(SCREENSHOTS.resolve("waiting.png"), 1440, 900);
    page.holdNothing();
    page.click("#retry");
    awaitLive(page);
    assertThat(page.texts("main > *", "it.checkVisibility()")).containsOnly("true");
    assertThat(page.errors()).isEmpty();
    await(silent.close());
  }

  @Test void anErrorOfThePageBreaksNoConnection() {
    HttpApi api = tree.serve(0, Tokens.none());
    BrowserPage page = openLive(api.uri());

    page.evaluate("document.getElementById('tree-facts').remove()");

    eventually(() -> assertThat(page.errors()).hasSizeGreaterThan(2));
    page.evaluate("document.getElementById('verdicts').replaceChildren()");
    eventually(() -> assertThat(page.texts("#verdicts tr", "1")).isNotEmpty());
    assertThat(page.text("#connection")).isEqualTo("live");
    assertThat(attempts(page)).isEqualTo(1);
    await(api.close());
  }

  @Test void anotherTopologyAtTheSameAddressIsShownAndTheOldOneForgotten() {
    HttpApi first = tree.serve(0, Tokens.none());
    BrowserPage page = openLive(first.uri());
    eventually(() -> assertThat(page.texts("pre.source", "it.textContent")).containsExactly(TREE));
    eventually(() -> assertThat(page.text("#sketches")).contains("This tree counts no keys."));
    page.click("#plan tr:last-child button");
    eventually(() -> assertThat(page.text("#node-title")).isEqualTo("berlin-1"));

    await(first.close());
    eventually(() -> assertThat(page.text("#connection")).isEqualTo("disconnected"));
    try (var other = new WatchedTree(LARGER)) {
      HttpApi second = other.serve(first.port(), Tokens.none());

      eventually(() -> assertThat(page.texts("g.node", "it.dataset.id"))
          .containsExactly("root", "eu", "athens-1", "us", "nyc-1"));
      eventually(() -> assertThat(page.texts("pre.source", "it.textContent"))
          .containsExactly(LARGER));
      eventually(() -> assertThat(page.text("#sketches")).contains("/page/1", "Skew at root"));
      assertThat(page.text("#node-title")).isEqualTo("root");
      assertThat(page.texts("#sketch-node option", "it.value")).contains("us");
      await(second.close());
    }
  }
}
