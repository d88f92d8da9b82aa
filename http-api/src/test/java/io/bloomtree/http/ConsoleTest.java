package io.bloomtree.http;

import static io.bloomtree.http.WatchedTree.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import io.bloomtree.http.BrowserPage.Heard;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The console in a real browser, before a real tree. Without a browser all of it is skipped. */
class ConsoleTest {
  private static final String TREE = """
      tree: clicks
      filter: { expected: 20k, fpp: 0.001 }
      failure: { slices: distinct, parent: fail, timeout: 500ms, lease: 5s }
      root: { slices: { count: 4, scheme: vertical } }
      regions:
        - id: eu
          regions: [{ id: eu-south, edges: [athens-1, athens-2] }]
          edges: [berlin-1]
        - { id: us, edges: [nyc-1, sfo-1] }
      """;
  private static final List<String> NODES = List.of(
      "root", "eu", "eu-south", "athens-1", "athens-2", "berlin-1", "us", "nyc-1", "sfo-1");
  private static final Path SCREENSHOTS = Path.of("http-api/build/screenshots");
  private static final Set<String> CONTROLS = Set.of(
      "button", "link", "textbox", "searchbox", "combobox", "radio", "treeitem", "tree", "meter",
      "img", "region", "table", "group");

  private static Chromium browser;
  private static WatchedTree tree;
  private static HttpApi server;

  @BeforeAll static void start() {
    Path program = Chromium.program().orElseGet(
        () -> abort("no chromium on the PATH, and none could be installed"));
    browser = Chromium.start(program);
    tree = new WatchedTree(TREE);
    server = tree.serve(0, Tokens.none());
  }

  @AfterAll static void stop() {
    if (tree != null) {
      tree.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(100))
        .untilAsserted(assertion);
  }

  private final List<BrowserPage> pages = new ArrayList<>();

  /** Pages that are left open go on drawing. */
  @AfterEach void closePages() {
    pages.forEach(BrowserPage::close);
  }

  private BrowserPage open(URI uri) {
    BrowserPage page = browser.open();
    pages.add(page);
    page.look(1440, 900, "light");
    page.navigate(uri);
    return page;
  }

  /** The page of the usual server, when it shows the tree. */
  private BrowserPage openLive() {
    return openLive(server);
  }

  private BrowserPage openLive(HttpApi server) {
    BrowserPage page = open(server.uri());
    eventually(() -> assertThat(page.text("#connection")).isEqualTo("live"));
    eventually(() -> assertThat(page.texts("g.node", "it.dataset.id")).isNotEmpty());
    return page;
  }

  private static void assertQuiet(BrowserPage page) {
    assertThat(page.errors()).isEmpty();
    assertThat(page.requests()).isNotEmpty().allMatch(
        uri -> uri.getScheme().equals("data")
            || uri.getHost().equals("127.0.0.1") && uri.getPort() == server.port());
  }

  private static String state(BrowserPage page, String node) {
    return page.texts("g.node[data-id=\"" + node + "\"]", "it.getAttribute(\"class\")").toString();
  }

  @Test void itShowsTheTreeAsPictureTableAndFigures() {
    BrowserPage page = openLive();

    assertThat(page.texts("g.node", "it.dataset.id")).containsExactlyElementsOf(NODES);
    assertThat(page.texts("#plan th button", "it.textContent")).containsExactlyElementsOf(NODES);
    assertThat(page.texts("g.node.root .slice", "it.getAttribute(\"class\")"))
        .containsExactly("slice up", "slice up", "slice up", "slice up");
    assertThat(page.text("#tree-name")).isEqualTo("clicks");
    eventually(() -> assertThat(page.text("[data-cell=offers] .value")).matches("[0-9,]+/s"));
    eventually(() -> assertThat(page.text("[data-cell=latency] .value")).containsPattern("[mµ]s"));
    assertThat(page.text("[data-cell=nodes]")).contains("9").contains("all well");
    assertThat(page.text("#topology-facts")).contains("by plan at most 0.1 %");
    assertThat(page.texts("pre.source", "it.textContent")).containsExactly(TREE);
    assertThat(page.text("#sketches")).contains("This tree counts no keys.");
    assertThat(page.texts("canvas", "it.getAttribute(\"aria-label\")")).hasSize(3)
        .anyMatch(label -> label.startsWith("Events per second: offers "));
    assertQuiet(page);
  }

  @Test void verdictsSayWhoDecidedAndWhy() {
    BrowserPage page = openLive();

    eventually(() -> assertThat(page.texts("#verdicts tr", "it.innerText"))
        .anyMatch(row -> row.contains("Duplicate") && row.contains("known at the edge itself"))
        .anyMatch(row -> row.contains("Distinct") && row.contains("nobody knew it, root decided")));
    page.evaluate("document.getElementById('verdict-text').value = 'sfo-1'");
    page.evaluate(
        "document.getElementById('verdict-text').dispatchEvent(new Event('input'))");
    assertThat(page.texts("#verdicts tr .id", "it.innerText")).isNotEmpty().containsOnly("sfo-1");
    page.click("#verdict-pause");
    String paused = page.text("#verdicts");
    eventually(() -> assertThat(page.text("#verdict-pause")).startsWith("Go on ("));
    assertThat(page.text("#verdicts")).isEqualTo(paused);
    assertQuiet(page);
  }

  @Test void aNodeIsReachedAndOpenedByKeyboard() {
    BrowserPage page = openLive();

    for (int i = 0; i < 20 && !page.evaluate(
        "document.activeElement.getAttribute('role') === 'treeitem'").asBoolean(); i++) {
      page.press("Tab");
    }
    page.press("ArrowRight");
    page.press("ArrowRight");
    assertThat(page.evaluate("document.activeElement.dataset.id").asText()).isEqualTo("eu-south");
    page.press("Enter");

    eventually(() -> assertThat(page.text("#node-title")).isEqualTo("eu-south"));
    assertThat(page.text("#node")).contains("region · level 2", "Error estimate", "plan 0.");
    assertThat(page.texts("g.node.selected", "it.dataset.id")).containsExactly("eu-south");
    page.press("ArrowLeft");
    page.press("ArrowLeft");
    page.press("Enter");
    eventually(() -> assertThat(page.text("#node")).contains("4 slices, Jain’s fairness "));
    assertQuiet(page);
  }

  @Test void everythingThatCanBeUsedHasAName() {
    BrowserPage page = openLive();
    eventually(() -> assertThat(page.texts("#verdicts tr", "1")).isNotEmpty());

    List<Heard> heard = page.heard();

    assertThat(heard).filteredOn(it -> CONTROLS.contains(it.role()) && it.name().isEmpty())
        .filteredOn(it -> !Set.of("group", "table", "img").contains(it.role())).isEmpty();
    assertThat(heard).filteredOn(it -> it.role().equals("treeitem")).extracting(Heard::name)
        .hasSize(NODES.size()).anyMatch(name -> name.startsWith("us, region, up, fill "));
    assertThat(page.evaluate("document.querySelectorAll('[style]').length - "
        + "document.querySelectorAll('canvas[style], .canvas [style]').length").asInt()).isZero();
  }

  @Test void aRegionThatIsKilledTurnsDeadAndIsSeenToComeBack() {
    try (var other = new WatchedTree(TREE)) {
      HttpApi api = other.serve(0, Tokens.none());
      BrowserPage page = openLive(api);
      assertThat(state(page, "us")).contains(" up");

      other.kill("us");

      eventually(() -> assertThat(state(page, "us")).contains("away"));
      assertThat(page.texts("g.node[data-id=us] .cross", "getComputedStyle(it).display"))
          .containsExactly("inline");
      assertThat(page.texts("g.node[data-id=us] text", "it.textContent")).contains("away");
      assertThat(page.texts("g.node[data-id=us]", "it.getAttribute(\"aria-label\")"))
          .containsExactly("us, region, away");
      eventually(() -> assertThat(page.text("[data-cell=nodes]")).contains("1 away"));
      assertThat(page.evaluate("document.getElementById('changes').textContent").asText())
          .contains("us is away");
      page.look(1440, 900, "dark");
      page.screenshot(SCREENSHOTS.resolve("away.png"), 1440, 900);

      other.start("us");

      eventually(() -> assertThat(state(page, "us")).contains(" up"));
      assertThat(page.errors()).isEmpty();
    }
  }

  @Test void theFocusStaysWhereItIsWhenThePictureIsArrangedAnew() {
    try (var other = new WatchedTree(TREE)) {
      BrowserPage page = openLive(other.serve(0, Tokens.none()));
      page.evaluate("document.getElementById('try-key').focus()");

      other.kill("us");

      eventually(() -> assertThat(state(page, "us")).contains("away"));
      page.look(820, 900, "light");
      eventually(() -> assertThat(page.texts("svg.tree", "it.clientWidth < 800"))
          .containsExactly("true"));
      assertThat(page.evaluate("document.activeElement.id").asText()).isEqualTo("try-key");

      page.evaluate("document.querySelector('g.node[data-id=eu]').focus()");
      page.look(1440, 900, "light");
      eventually(() -> assertThat(page.texts("svg.tree", "it.clientWidth > 900"))
          .containsExactly("true"));
      assertThat(page.evaluate("document.activeElement.dataset.id").asText()).isEqualTo("eu");
      assertThat(page.errors()).isEmpty();
    }
  }

  @Test void tryAnEventTellsWhoKnowsItAndChangesNothing() {
    await(tree.agent("athens-1").offer("/tried"));
    BrowserPage page = openLive();

    page.evaluate("document.getElementById('try-key').focus()");
    page.type("/tried");
    page.press("Enter");

    eventually(() -> assertThat(page.text("#try-answer"))
        .contains("Known").contains("Ends at athens-1").contains("without a message"));
    assertThat(page.texts("g.node.hit", "it.dataset.id")).contains("root", "athens-1");
    assertThat(page.texts("g.node.miss", "it.dataset.id")).contains("sfo-1");
    page.screenshot(SCREENSHOTS.resolve("try.png"), 1440, 900);
    page.click("#try-clear");
    page.evaluate("document.getElementById('try-key').focus()");
    page.type("/never offered");
    page.press("Enter");
    eventually(() -> assertThat(page.text("#try-answer"))
        .contains("Distinct").contains("Nobody knows it").contains("New at"));
    assertThat(page.texts("g.node.hit", "1")).isEmpty();
    assertThat(await(tree.agent("sfo-1").offer("/never offered")).isDistinct()).isTrue();
    assertQuiet(page);
  }

  @Test void whoIsAwayIsNotTakenForOneThatDoesNotKnowTheKey() {
    try (var other = new WatchedTree(TREE)) {
      BrowserPage page = openLive(other.serve(0, Tokens.none()));
      other.kill("us");
      eventually(() -> assertThat(state(page, "us")).contains("away"));

      tryEvent(page, "/never offered");

      eventually(() -> assertThat(page.text("#try-answer")).contains("Distinct",
          "Away, in whole or in part: us.", "Not known: us is away", "from nyc-1, sfo-1",
          "New at"));
      assertThat(page.texts("g.node[data-id=us]", "it.getAttribute(\"aria-label\")"))
          .containsExactly("us, region, away, does not say whether it knows the key");
      assertThat(page.texts("g.node.miss", "it.dataset.id")).contains("root").doesNotContain("us");

      other.kill("root");
      eventually(() -> assertThat(state(page, "root")).contains("away"));
      tryEvent(page, "/never offered either");

      eventually(() -> assertThat(page.text("#try-answer"))
          .contains("Not known", "the root did not answer", "Not known: root is away")
          .doesNotContain("Distinct", "New at"));
      assertThat(page.errors()).isEmpty();
    }
  }

  @Test void theAnswerToAnEarlierQuestionDoesNotReplaceThatToALaterOne() {
    BrowserPage page = openLive();
    // the first answer waits until the test lets it go
    page.evaluate("""
        { const real = window.fetch;
          window.fetch = async (path, options) => {
            const response = await real(path, options);
            if (!options?.body?.includes('/first')) {
              return response;
            }
            const told = await response.json();
            await new Promise((resolve) => { window.letGo = resolve; });
            return {ok: true, status: 200, json: async () => { window.wentOn = true; return told; }};
          }; }""");
    await(tree.agent("athens-1").offer("/second"));

    tryEvent(page, "/first");
    eventually(() -> assertThat(page.evaluate("typeof letGo").asText()).isEqualTo("function"));
    tryEvent(page, "/second");
    eventually(() -> assertThat(page.text("#try-answer")).contains("Known"));
    page.evaluate("letGo()");
    // whatever the answer leads to is over when a macrotask after it has run
    page.evaluate("new Promise((resolve) => setTimeout(resolve))");

    assertThat(page.evaluate("wentOn").asBoolean()).isTrue();
    assertThat(page.text("#try-answer")).contains("Known").doesNotContain("Distinct");
  }

  private static void tryEvent(BrowserPage page, String key) {
    page.evaluate("document.getElementById('try-key').focus()");
    page.evaluate("document.getElementById('try-key').select()");
    page.type(key);
    page.press("Enter");
  }

  @Test void hotKeysSkewAndOverlapAreShownWhereSketchesRun() {
    String sketches = "sketches: { every: 100ms, frequency: { memory: 64KiB, keep-keys: true } }\n";
    try (var other = new WatchedTree(TREE + sketches)) {
      HttpApi api = other.serve(0, Tokens.none());
      BrowserPage page = openLive(api);

      eventually(() -> assertThat(page.text("#sketches")).contains("/page/1", "Zipf exponent")
          .containsPattern("Alike\\s+[0-9.]+ %"));
      page.screenshot(SCREENSHOTS.resolve("sketches.png"), 1440, 2200);
      page.evaluate("[...document.querySelectorAll('.hot button')]"
          + ".find(it => it.textContent === '/page/1').click()");
      eventually(() -> assertThat(page.text("#try-answer")).contains("9 of 9 nodes would hit"));
      assertThat(page.errors()).isEmpty();
    }
  }

  @Test void aTokenIsAskedForUntilItIsRight() {
    HttpApi guarded = tree.serve(0, Tokens.parse("tokens", "viewer 0123456789abcdef"));
    BrowserPage page = open(guarded.uri());

    eventually(() -> assertThat(page.text("dialog[open]")).contains("asks for a token"));
    page.type("0123456789abcdeX");
    page.press("Enter");
    eventually(() -> assertThat(page.text("#token-refused")).contains("did not accept"));
    page.type("0123456789abcdef");
    page.press("Enter");
    eventually(() -> assertThat(page.text("#connection")).isEqualTo("live"));
    eventually(() -> assertThat(page.texts("g.node", "1")).hasSize(NODES.size()));

    page.evaluate("document.getElementById('try-key').focus()");
    page.type("/page/1");
    page.press("Enter");
    eventually(() -> assertThat(page.text("#try-answer")).contains("takes the role operator"));
    await(guarded.close());
  }

  @Test void aServerThatIsGoneIsSaidSoAndFoundAgain() {
    HttpApi first = tree.serve(0, Tokens.none());
    BrowserPage page = open(first.uri());
    eventually(() -> assertThat(page.text("#connection")).isEqualTo("live"));

    await(first.close());

    eventually(() -> assertThat(page.text("#lost"))
        .containsPattern("Disconnected since [0-9:]{8}: ").contains("What is shown is from then."));
    HttpApi second = tree.serve(first.port(), Tokens.none());
    page.click("#retry");
    eventually(() -> assertThat(page.text("#connection")).isEqualTo("live"));
    assertThat(page.evaluate("document.getElementById('lost').hidden").asBoolean()).isTrue();
    await(second.close());
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"light, 1440, light", "dark, 1440, dark", "phone, 390, light"})
  void itFitsTheScreenAndIsPhotographed(String name, int width, String scheme) {
    BrowserPage page = openLive();
    page.look(width, 844, scheme);
    eventually(() -> assertThat(page.texts("#verdicts tr", "1")).hasSizeGreaterThan(5));

    assertThat(page.evaluate("document.documentElement.scrollWidth - innerWidth").asInt())
        .isLessThanOrEqualTo(0);
    int height = page.evaluate("document.documentElement.scrollHeight").asInt();
    page.screenshot(SCREENSHOTS.resolve(name + ".png"), width, height);

    assertThat(SCREENSHOTS.resolve(name + ".png")).isNotEmptyFile();
    assertThat(page.evaluate("getComputedStyle(document.body).backgroundColor").asText())
        .isEqualTo(scheme.equals("dark") ? "rgb(15, 18, 21)" : "rgb(243, 245, 247)");
    assertQuiet(page);
  }
}
