package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands that ask sketches refuse before they join anybody. */
class SketchRefusalsTest {
  private static final String TREE = """
      tree: t
      sketches: { %s: {} }
      cluster: { members: [127.0.0.1:%d], wait: 1s }
      regions: [{ id: europe, edges: [athens, berlin] }]
      """;

  private static TopologyRun run(String topology, String words) {
    return TopologyRun.asking(topology, (words + " --topology -").split(" "));
  }

  private static String tree(String sketch) {
    return TREE.formatted(sketch, FreePorts.first());
  }

  @ParameterizedTest
  @ValueSource(strings = {"count k", "hot", "skew", "overlap athens berlin"})
  void whatNobodyCountsIsNotAsked(String words) {
    TopologyRun none = run("{ tree: t, edges: [a] }", words);
    TopologyRun other = run(tree("similarity"), words);

    assertThat(none.exit()).isEqualTo(1);
    assertThat(none.err()).isEqualToNormalizingNewlines("no sketches configured: <stdin> has no "
        + "sketches.frequency. Add for example sketches: { frequency: {} } and raise epoch\n");
    assertThat(other.exit()).isEqualTo(1);
    assertThat(other.err()).isEqualTo(none.err());
    assertThat(none.out()).isEmpty();
  }

  @Test
  void whatNobodyComparesIsNotAsked() {
    TopologyRun run = run(tree("frequency"), "similar --output json");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).startsWith("no sketches configured: <stdin> has no sketches.similarity.");
  }

  @Test
  void treeOfOneProcessHasNobodyToJoin() {
    TopologyRun run = run("{ tree: t, edges: [a], sketches: { frequency: {} } }", "hot");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("<stdin> has no cluster, so its tree runs within one process")
        .contains("cluster: { members: [127.0.0.1:5701] }, and run it with bloomtree up");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hot --node eurpe", "skew --node eurpe", "overlap eurpe athens"})
  void unknownNodesAreRefusedWithNearNames(String words) {
    TopologyRun run = run(tree("frequency"), words);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("id=eurpe, did you mean 'europe'? "
        + "There are root, europe, athens, berlin");
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "hot --limit 0", "hot --limit 1001", "hot --node -x", "count", "overlap athens",
    "count --as fingerprint 12", "count --as escaped a\\z", "count --as base32 k",
  })
  void senselessWordsAreRefused(String words) {
    TopologyRun run = run(tree("frequency"), words);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("Usage: bloomtree ");
  }

  @Test
  void similarRefusesNodesThatAreNotApart() {
    TopologyRun same = run(tree("similarity"), "similar athens athens");
    TopologyRun below = run(tree("similarity"), "similar europe athens");
    TopologyRun above = run(tree("similarity"), "similar berlin root");

    assertThat(same.exit()).isEqualTo(2);
    assertThat(same.err()).startsWith("both are the same node, ask for the pairs within it: "
        + "id=athens. That is bloomtree similar athens");
    assertThat(below.exit()).isEqualTo(2);
    assertThat(below.err()).startsWith("athens is below europe, where its events count too");
    assertThat(above.exit()).isEqualTo(2);
    assertThat(above.err()).startsWith("berlin is below root, where its events count too");
  }

  @Test
  void treeThatDoesNotRunIsGivenUp() {
    TopologyRun run = run(tree("frequency"), "count k");

    assertThat(run.exit()).isEqualTo(1);
    // as soon as the topology says, if that is sooner than a question is given up anyway
    assertThat(run.err()).contains("127.0.0.1:", "within 1 s").doesNotContain("Exception");
  }
}
