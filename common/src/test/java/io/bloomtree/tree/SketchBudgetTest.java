package io.bloomtree.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.bloomtree.sketch.CountMin;
import io.bloomtree.sketch.CountMinShape;
import io.bloomtree.sketch.FastAgmsShape;
import io.bloomtree.sketch.PairShape;
import io.bloomtree.sketch.PairSketch;
import io.bloomtree.sketch.PairSketchShape;
import io.bloomtree.sketch.Shingles;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.SketchFrame;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A tree whose nodes may tell the least that a topology can allow them. */
class SketchBudgetTest {
  private static final int BYTES = Sketching.LEAST_BYTES;
  private static final int HOT = Sketching.mostHot(BYTES);
  private static final long EVERY = 50;
  private static final CountMinShape COUNTS = new CountMinShape(2, 256, 7);
  private static final PairSketchShape PAIRS =
      new PairSketchShape(new PairShape(4, 3, 1), new FastAgmsShape(3, 64, 7));
  /** Of the larger sketch, eight counters in each. A report has one at least. */
  private static final int LINES = 2 * 256 / 8;
  private static final int HOPS = 2;

  private static Sketching sketching(int maxBytes) {
    return new Sketching(Duration.ofMillis(EVERY), maxBytes,
        Optional.of(new Sketching.Frequency(COUNTS, HOT, true)),
        Optional.of(new Sketching.Similarity(PAIRS, Shingles.Unit.CHARACTERS, 3, 1)));
  }

  /** As many candidates as there may be, texts that fit, and others that do not. */
  @Test void aTreeThatMayTellTheLeastTellsItAll() {
    TreeShape shape = Trees.withRegion(Trees.WHOLE, Trees.WHOLE);
    var tree = new QuietTree(shape, Tuning.plain().with(sketching(BYTES)));
    tree.tap(SketchBudgetTest::assertWithinBudget);
    for (int i = 0; i < 400; i++) {
      int event = i % (2 * HOT);
      tree.offer(i / 3 % 2, event, "event " + event + (event % 2 == 0 ? "" : " – long".repeat(40)));
    }
    var counts = new CountMin(COUNTS);
    var pairs = new PairSketch(PAIRS);
    for (String agent : List.of("a0", "a1")) {
      counts.merge(tree.sketchesOf(agent).frequency().orElseThrow().counts());
      pairs.merge(tree.sketchesOf(agent).similarity().orElseThrow());
    }
    assertThat(counts.total()).isEqualTo(400);
    assertThat(pairs.total()).as("records").isEqualTo(2 * HOT);

    for (int round = 0; round < HOPS * LINES; round++) {
      tree.pass(EVERY);
    }

    HotSketch hot = tree.sketchesOf("root").frequency().orElseThrow();
    assertThat(hot.counts()).isEqualTo(counts);
    assertThat(tree.sketchesOf("root").similarity()).contains(pairs);
    assertThat(hot.candidates()).isEqualTo(HOT);
    assertThat(hot.top(HOT)).anySatisfy(key ->
        assertThat(hot.text(key.fingerprint())).contains("event " + key.fingerprint()));
    tree.tap(packet ->
        assertThat(packet.frames()).doesNotHaveAnyElementsOfTypes(SketchFrame.class));
    tree.pass(EVERY);
  }

  private static void assertWithinBudget(Packet packet) {
    packet.frames().stream().filter(SketchFrame.class::isInstance).map(SketchFrame.class::cast)
        .forEach(frame -> {
          int texts = frame.texts().stream().mapToInt(text ->
              text.text().getBytes(StandardCharsets.UTF_8).length + SketchFrame.TEXT_OVERHEAD)
              .sum();
          assertThat(SketchFrame.OVERHEAD + frame.candidates().length * Long.BYTES + texts
              + frame.report().length).isLessThanOrEqualTo(BYTES / 2);
        });
  }

  @Test void lessIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> sketching(BYTES - 1))
        .withMessage("maxBytes must be >= " + BYTES + ": maxBytes=" + (BYTES - 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Sketching(Duration.ofMillis(EVERY), BYTES,
            Optional.of(new Sketching.Frequency(COUNTS, HOT + 1, true)), Optional.empty()))
        .withMessage("hot must be at most " + HOT + ", so that all of them fit into a report: hot="
            + (HOT + 1) + ", maxBytes=" + BYTES);
  }
}
