package io.bloomtree.http;

import static io.bloomtree.http.WatchedTree.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.http.BrowserPage.Heard;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The console before a real tree, whose nodes come and go. */
class ConsoleTest extends ConsolePages {
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
  private static final Set<String> CONTROLS = Set.of(
      "button", "link", "textbox", "searchbox", "combobox", "radio", "treeitem", "tree", "meter",
      "img", "region", "table", "group");

  private WatchedTree tree;
  private HttpApi server;

  @BeforeAll
  void startTree() {
    tree = new WatchedTree(TREE);
    server = tree.serve(0, Tokens.none());
  }

  @AfterAll
  void stopTree() {
    if (tree != null) {
      tree.close();
    }
  }

  /** The page of the usual server, when it shows the tree. */
  private BrowserPage openLive() {
    return openLive(server.uri());
  }

  private void assertQuiet(BrowserPage page) {
    assertQuiet(page, server.uri());
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

  @Test void tablesAreTablesToAScreenReaderOnAPhoneToo() {
    BrowserPage page = openLive();
    page.look(390, 844, "light");
    eventually(() -> assertThat(page.texts("#verdicts tr", "1")).hasSizeGreaterThan(5));
    page.click("#verdict-pause");

    List<Heard> heard = page.heard();

    assertThat(heard).filteredOn(it -> it.role().equals("table")).extracting(Heard::name)
        .containsExactlyInAnyOrder("Verdicts", "All nodes, measured beside planned");
    assertThat(heard).filteredOn(it -> it.role().equals("columnheader")).extracting(Heard::name)
        .contains("Edge", "Verdict", "Why", "Took", "Hit rate");
    int verdicts = page.texts("#verdicts tr", "1").size();
    assertThat(heard).filteredOn(it -> it.role().equals("row"))
        .hasSize(1 + verdicts + 1 + NODES.size());
    assertThat(heard).filteredOn(it -> it.role().equals("rowheader")).extracting(Heard::name)
        .containsExactlyElementsOf(NODES);
  }

  @Test void onAPhoneANodeThatIsChosenIsSeen() {
    BrowserPage page = openLive();
    page.look(390, 844, "light");
    eventually(() -> assertThat(page.texts("svg.tree", "it.clientWidth < 390"))
        .containsExactly("true"));

    page.evaluate("document.querySelector('g.node[data-id=us]')"
        + ".dispatchEvent(new MouseEvent('click', {bubbles: true}))");

    eventually(() -> assertThat(page.texts("#node-body",
        "it.getBoundingClientRect().bottom <= innerHeight + 1")).containsExactly("true"));
    assertThat(page.text("#node-title")).isEqualTo("us");
  }

  @Test void theMeanTimeIsThatOfWhatWasTimed() {
    BrowserPage page = openLive();

    assertThat(page.evaluate("import('./model.js').then(({mean}) => "
        + "mean({upTo: [5, 10], counts: [2, 1], over: 1, sum: 60}).value)").asDouble())
        .isEqualTo(15);
    assertThat(page.evaluate("import('./model.js').then(({mean}) => "
        + "mean({upTo: [5], counts: [0], over: 0, sum: 0}))").isNull()).isTrue();
    page.click("#plan tr:last-child button");
    eventually(() -> assertThat(page.text("#node-more"))
        .containsPattern("[0-9,]+ offers, [0-9.]+ [mµ]s on average"));
  }

  @Test void linesOfAChartDifferByMoreThanTheirColour() {
    BrowserPage page = openLive();

    assertThat(page.texts("#rates .lines path",
        "it.getAttribute(\"stroke-dasharray\") + \" \" + it.getAttribute(\"stroke-width\")"))
        .hasSize(4).doesNotHaveDuplicates();
    eventually(() -> assertThat(page.text("#rates .lines"))
        .containsPattern("offers\\s+[0-9,]+/s\\s+duplicates\\s+[0-9,]+/s"));
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"light", "dark"})
  void allTextIsReadable(String scheme) throws IOException {
    String faint;
    try (InputStream in = ConsoleTest.class.getResourceAsStream("contrast.js")) {
      faint = new String(in.readAllBytes(), UTF_8);
    }
    try (var other = new WatchedTree(TREE)) {
      HttpApi api = other.serve(0, Tokens.none());
      BrowserPage page = openLive(api.uri());
      page.look(1440, 900, scheme);
      other.kill("us");
      eventually(() -> assertThat(page.text("#plan")).contains("away", "degraded"));
      eventually(() -> assertThat(page.text("#verdicts")).contains("Distinct", "Duplicate"));
      page.click("#plan tr.away button");
      tryEvent(page, "/never offered");
      eventually(() -> assertThat(page.text("#try-answer")).contains("Away, in whole or in part"));
      assertThat(page.evaluate(faint)).isEmpty();

      await(api.close());

      eventually(() -> assertThat(page.text("#lost")).contains("Disconnected since"));
      assertThat(page.evaluate(faint)).isEmpty();
      page.screenshot(SCREENSHOTS.resolve("lost-" + scheme + ".png"), 1440, 900);
    }
  }

  @Test void aRegionThatIsKilledTurnsDeadAndIsSeenToComeBack() {
    try (var other = new WatchedTree(TREE)) {
      HttpApi api = other.serve(0, Tokens.none());
      BrowserPage page = openLive(api.uri());
      assertThat(state(page, "us")).contains(" up");

      other.kill("us");

      eventually(() -> assertThat(state(page, "us")).contains("away"));
      assertDrawnAway(page, "us");
      assertThat(page.texts("#changes p", "it.textContent")).contains("us is away");
      page.look(1440, 900, "dark");
      page.screenshot(SCREENSHOTS.resolve("away.png"), 1440, 900);

      other.start("us");

      eventually(() -> assertThat(state(page, "us")).contains(" up"));
      // what was said before may still wait to be read
      eventually(() -> assertThat(page.texts("#changes p", "it.textContent"))
          .contains("us is away").hasSizeGreaterThan(1));
      assertThat(page.errors()).isEmpty();
    }
  }

  @Test void theFocusStaysWhereItIsWhenThePictureIsArrangedAnew() {
    try (var other = new WatchedTree(TREE)) {
      BrowserPage page = openLive(other.serve(0, Tokens.none()).uri());
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
        .contains("Known", "Ends at the edge", "from athens-1, without a message", "Ends at eu"));
    assertThat(page.texts("g.node.hit", "it.dataset.id")).contains("root", "athens-1");
    assertThat(page.texts("g.node.miss", "it.dataset.id")).contains("sfo-1");
    page.screenshot(SCREENSHOTS.resolve("try.png"), 1440, 900);
    page.click("#try-clear");
    page.evaluate("document.getElementById('try-key').focus()");
    page.type("/never offered");
    page.press("Enter");
    eventually(() -> assertThat(page.text("#try-answer"))
        .contains("Distinct").contains("Nobody knows it").contains("New"));
    assertThat(page.texts("g.node.hit", "1")).isEmpty();
    assertThat(await(tree.agent("sfo-1").offer("/never offered")).isDistinct()).isTrue();
    assertQuiet(page);
  }

  @Test void whoIsAwayIsNotTakenForOneThatDoesNotKnowTheKey() {
    try (var other = new WatchedTree(TREE)) {
      BrowserPage page = openLive(other.serve(0, Tokens.none()).uri());
      other.kill("us");
      eventually(() -> assertThat(state(page, "us")).contains("away"));

      tryEvent(page, "/never offered");

      eventually(() -> assertThat(page.text("#try-answer")).contains("Distinct",
          "Away, in whole or in part: us.", "Not known: us is away", "from nyc-1, sfo-1",
          "New"));
      assertThat(page.texts("g.node[data-id=us]", "it.getAttribute(\"aria-label\")"))
          .containsExactly("us, region, away, does not say whether it knows the key");
      assertThat(page.texts("g.node.miss", "it.dataset.id")).contains("root").doesNotContain("us");

      other.kill("root");
      eventually(() -> assertThat(state(page, "root")).contains("away"));
      tryEvent(page, "/never offered either");

      eventually(() -> assertThat(page.text("#try-answer"))
          .contains("Not known", "the root did not answer", "Not known: root is away")
          .doesNotContain("Distinct", "New"));
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
            await new Promise((resolve) => { window.letGo = resolve; });
            // the page gives a request up when it has read the answer, and draws right after that
            options.signal.onabort = () => setTimeout(() => { window.isOver = true; });
            return response;
          }; }""");
    await(tree.agent("athens-1").offer("/second"));

    tryEvent(page, "/first");
    eventually(() -> assertThat(page.evaluate("typeof letGo").asText()).isEqualTo("function"));
    tryEvent(page, "/second");
    eventually(() -> assertThat(page.text("#try-answer")).contains("Known"));
    page.evaluate("letGo()");
    eventually(() -> assertThat(page.evaluate("window.isOver === true").asBoolean()).isTrue());

    assertThat(page.text("#try-answer")).contains("Known").doesNotContain("Distinct");
  }

  @Test void hotKeysSkewAndOverlapAreShownWhereSketchesRun() {
    String sketches = "sketches: { every: 100ms, frequency: { memory: 64KiB, keep-keys: true } }\n";
    try (var other = new WatchedTree(TREE + sketches)) {
      HttpApi api = other.serve(0, Tokens.none());
      BrowserPage page = openLive(api.uri());
      String tooLong = "/cut/" + "x".repeat(300);
      for (int i = 0; i < 2_000; i++) {
        other.agent("sfo-1").offer(tooLong);
      }

      eventually(() -> assertThat(page.text("#sketches")).contains("/page/1", "Zipf exponent")
          .containsPattern("Alike\\s+[0-9.]+ %"));
      page.screenshot(SCREENSHOTS.resolve("sketches.png"), 1440, 2200);
      page.evaluate("[...document.querySelectorAll('.hot button')]"
          + ".find(it => it.textContent === '/page/1').click()");
      eventually(() -> assertThat(page.text("#try-answer")).contains("9 of 9 nodes would hit"));
      assertThat(page.evaluate("document.activeElement.id").asText()).isEqualTo("try-key");
      // what is left of a text is another key
      eventually(() -> assertThat(page.texts(".hot li", "it.firstChild.tagName + it.innerText"))
          .anyMatch(it -> it.startsWith("SPAN/cut/xxx")));
      assertThat(page.texts(".hot button", "it.textContent")).noneMatch(it -> it.endsWith("…"));
      assertThat(page.errors()).isEmpty();
    }
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
