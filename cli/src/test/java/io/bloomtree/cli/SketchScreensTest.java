package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.bus.HotEvents;
import io.bloomtree.bus.HotEvents.HotEvent;
import io.bloomtree.bus.Overlap;
import io.bloomtree.bus.SimilarPairs;
import io.bloomtree.bus.SimilarPairs.AtLeast;
import io.bloomtree.bus.SkewAnswer;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.wire.NodeId;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

/** What people are shown of answers. */
class SketchScreensTest {
  private static final String TREE = """
      tree: t
      mode: %s
      sketches: { every: 2s, frequency: {}, similarity: {} }
      root: { slices: { count: 4, scheme: vertical } }
      regions: [{ id: eu, edges: [a, b] }, { id: us, edges: [c] }]
      """;
  private static final Network DENSE = network("dense");
  private static final Network SPARSE = network("sparse");
  private static final NodeId ROOT = new NodeId("root");
  private static final NodeId A = new NodeId("a");
  private static final NodeId C = new NodeId("c");

  private static Network network(String mode) {
    return Topology.parse("t.yaml", TREE.formatted(mode)).network();
  }

  /** With single spaces, so that line breaks do not matter. */
  private static String shown(Consumer<SketchScreen> answer) {
    var out = new StringWriter();
    var writer = new PrintWriter(out);
    answer.accept(new SketchScreen(writer, Help.defaultColorScheme(Ansi.OFF)));
    writer.flush();
    return out.toString().replaceAll("\\s+", " ");
  }

  private static String skew(double sameEvent, List<SkewAnswer> edges) {
    var answer = new SkewAnswer("root", 1_000, 1_000 + sameEvent * 1_000 * 999, 2_000_000, 1.25,
        700.0, 0);
    return shown(new SkewScreen(
        DENSE, ROOT, SkewReport.of(DENSE, ROOT, answer, edges))::print);
  }

  private static SkewAnswer edge(long total, double selfJoinSize) {
    return new SkewAnswer("a", total, selfJoinSize, selfJoinSize, 1.0, null, 0);
  }

  @Test
  void skewIsExplainedWithNumbers() {
    assertThat(skew(0.25, List.of(edge(1_000, 1_000)))).contains(
        "Skew of what was offered to root and below offers 1,000",
        "different events 700 about",
        "same event 25 % how likely two offers are of the same event", "Zipf exponent 1.25",
        "Slices: vertical; with 4 slices the fairness of their load would be 0.571 if horizontal",
        "root has 4 vertical ones.",
        "Mode: dense; 100 % of the pairs of equal offers came at two different edges",
        "Counted since 1970-01-01T00:00:00Z; nodes report every 2s, so what was offered in the "
            + "last 4s may be missing.");
  }

  @Test
  void skewKnowsWhatItDoesNotKnow() {
    var many = new SkewAnswer("root", 1_000, 2_000, 3_000, null, null, 0);
    assertThat(shown(new SkewScreen(
        DENSE, ROOT, SkewReport.of(DENSE, ROOT, many, List.of()))::print)).contains(
        "different events unknown too many for the sketch to tell",
        "Zipf exponent unknown it follows from how many different events there are");
    assertThat(skew(0.01, List.of(edge(400, 400)))).contains("Slices: either scheme fits",
        "Mode: not known, since edges that answer now were offered only 40 % of all that");
    assertThat(skew(0, List.of(edge(1_000, 1_000))))
        .contains("Mode: either fits, since hardly any event was offered twice.");
    assertThat(skew(0.25, List.of(edge(1_000, 1_000 + 0.25 * 1_000 * 999))))
        .contains("Mode: sparse; only 0 of the pairs", "The tree is dense.");
  }

  private static String overlap(Network network, NodeId one, NodeId other, double cosine) {
    var overlap = new Overlap(
        one.value(), other.value(), 100, 50, 500, 600, 1_000, 1_000, cosine, 0);
    return shown(screen -> OverlapCommand.print(screen, network, one, other, overlap));
  }

  @Test
  void overlapSaysWhatItMeansForTheTree() {
    assertThat(overlap(SPARSE, A, C, 0.5)).contains("What a and c have in common offers 100 to a",
        "join size 500 about; at most 600", "same event 10 %", "cosine 0.5",
        "copies between them meet at root. In mode sparse, as here, every such copy goes that far",
        "a common region below root would stop them nearer.");
    assertThat(overlap(DENSE, A, new NodeId("b"), 0.1))
        .contains("some events in common, and copies between them meet at eu. In mode dense")
        .doesNotContain("common region");
    assertThat(overlap(DENSE, A, C, 0)).contains("next to nothing in common");
    assertThat(overlap(DENSE, A, ROOT, 0.5)).contains("One is below the other");
    assertThat(overlap(DENSE, A, A, 1)).contains("They are the same node.");
  }

  @Test
  void similarSaysHowSureItIs() {
    var many = new SimilarPairs("root", null, 0.1, 1_000, null, 4,
        List.of(new AtLeast(4, 1, 20_000), new AtLeast(3, 0.75, 50_000)), 0);
    var none = new SimilarPairs("a", "c", 0.1, 1_000, 500.0, 4,
        List.of(new AtLeast(4, 1, -3), new AtLeast(3, 0.75, 7)), 0);

    assertThat(shown(screen -> SimilarCommand.print(
        screen, DENSE, ROOT, Optional.empty(), many))).contains(
            "Similar events that passed as distinct, root and below",
            "About 1,000 events passed; 10 % of them were looked at. Shingles are runs of 4 "
                + "characters.",
            "all 4 100 % 20,000", "3 of 4 or more 75 % 50,000").doesNotContain("perhaps");
    assertThat(shown(screen -> SimilarCommand.print(screen, DENSE, A, Optional.of(C), none)))
        .contains("one of a and one of c", "About 1,500 events passed", "all 4 100 % 0",
            "There are not more pairs than chance makes of none: perhaps there are none.");
  }

  @Test
  void hotShowsFingerprintsWhereTextsAreNotKept() {
    var hot = new HotEvents("root",
        List.of(new HotEvent("00000000deadbeef", null, 12, 10.4)), 3, 100, 40, 0);
    var texts = new HotEvents("root",
        List.of(new HotEvent("00000000deadbeef", "bell\u0007", 12, 10.4)), 0, 1, 40, 0);

    assertThat(shown(screen -> HotCommand.print(screen, DENSE, ROOT, hot))).contains(
        "1 00000000deadbeef 10 12 26 %", "Whatever was offered more than 3 times is among the 100",
        "keep-keys: true", "bloomtree count --as fingerprint 00000000deadbeef.");
    assertThat(shown(screen -> HotCommand.print(screen, DENSE, ROOT, texts)))
        .contains("1 bell? 10 12", "Every event is known that was offered.")
        .doesNotContain("keep-keys");
  }
}
