package io.bloomtree.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** P6: whatever the text, it is a topology that runs or it is refused with positions. */
class TopologyFuzzTest {
  private static final int MUTANTS = 500;
  private static final List<String> PIECES = List.of(
      "\n", "  ", "- ", ": ", "{", "}", "[", "]", ",", "'", "\"", "#", "&a ", "*a", "!!str ", "|",
      ">", "? ", "---\n", "...", "%YAML", "~", "null", "true", "no", "0", "-1", "1e9", "10M", "99G",
      "0x1F", ".inf", "1ms", "10d", "64MiB", "quorum: 5", "slices: ", "scheme: horizontal",
      "count: 1024", "expected: 1", "fpp: 0.5", "fpp: 1e-12", "id: eu", "edges: [x]", "regions: ",
      "window: 1m", "kind: stable", "growth: density", "verify: { above: 1 }", "<<: ", "host: a",
      "hosts: [a, b]", "fallback: [eu]", "members: ['a:1']", "cluster: ", "127.0.0.1:5701", "\t",
      "\r",
      "\u0000", "\uFEFF", "\uD83D\uDE00", "é", "\\");

  @ParameterizedTest(name = "{0}, seed {1}")
  @CsvSource({
    "topology.yaml, 1", "topology.yaml, 2", "topology.yaml, 3", "topology.yaml, 5",
    "topology.yaml, 8", "examples/laptop.yaml, 1", "examples/laptop.yaml, 2",
    "examples/three-regions.yaml, 3",
  })
  @Timeout(60)
  void everyMutantLoadsOrIsRefused(String file, long seed) throws IOException {
    String own = Files.readString(TopologyTest.ownFile().resolveSibling(file));
    var random = new Random(seed);
    int loaded = 0;
    for (int i = 0; i < MUTANTS; i++) {
      String mutant = own;
      for (int change = 0; change <= random.nextInt(4); change++) {
        mutant = mutated(mutant, random);
      }
      loaded += loads(mutant) ? 1 : 0;
    }
    assertThat(loaded).as("mutants that load").isBetween(MUTANTS / 100, MUTANTS - MUTANTS / 100);
  }

  private static boolean loads(String text) {
    try {
      Topology.parse("t.yaml", text).plan();
      return true;
    } catch (InvalidTopologyException e) {
      assertThat(e.problems()).isNotEmpty().isSorted();
      return false;
    } catch (RuntimeException | Error e) {
      throw new AssertionError("neither loaded nor refused:\n" + text, e);
    }
  }

  private static String mutated(String text, Random random) {
    int from = random.nextInt(text.length());
    int to = Math.min(text.length(), from + 1 + random.nextInt(12));
    return switch (random.nextInt(5)) {
      case 0 -> text.substring(0, from) + text.substring(to);
      case 1 -> text.substring(0, to) + text.substring(from);
      case 2 -> text.substring(0, from) + PIECES.get(random.nextInt(PIECES.size()))
          + text.substring(from);
      case 3 -> text.substring(0, from) + PIECES.get(random.nextInt(PIECES.size()))
          + text.substring(to);
      default -> text.substring(0, from) + (char) (32 + random.nextInt(95))
          + text.substring(from + 1);
    };
  }
}
