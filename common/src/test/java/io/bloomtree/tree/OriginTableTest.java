package io.bloomtree.tree;

import static io.bloomtree.tree.Messages.origin;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Source;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OriginTableTest {
  private final OriginTable<String> table = new OriginTable<>();

  private static Source source(String agent, long incarnation) {
    return new Source(new NodeId(agent), incarnation);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8})
  void itIsWhatAMapIs(long seed) {
    var random = new Random(seed);
    Map<Origin, String> model = new HashMap<>();
    Source[] shared = new Source[20];
    for (int step = 0; step < 30_000; step++) {
      int number = random.nextInt(shared.length);
      if (shared[number] == null || random.nextInt(3) == 0) {
        shared[number] = source("a" + number % 7, number % 3); // another object, now and then
      }
      Source source = shared[number];
      long sequence = random.nextInt(50);
      Origin origin = new Origin(source.agent(), source.incarnation(), sequence);
      switch (random.nextInt(4)) {
        case 0 -> {
          table.put(source, sequence, "s" + step);
          model.put(origin, "s" + step);
        }
        case 1 -> {
          table.put(origin, "o" + step);
          model.put(origin, "o" + step);
        }
        case 2 -> assertThat(table.remove(source, sequence)).isEqualTo(model.remove(origin));
        default -> assertThat(table.remove(origin)).isEqualTo(model.remove(origin));
      }
      assertThat(table.get(source, sequence)).isEqualTo(model.get(origin));
      assertThat(table.get(origin)).isEqualTo(model.get(origin));
      assertThat(table.size()).isEqualTo(model.size());
    }
    assertThat(table.values()).containsExactlyInAnyOrderElementsOf(model.values());
  }

  @Test
  void entriesOfOneSourceGetTheSameObjectForIt() {
    Source first = table.put(source("a", 1), 1, "one");

    assertThat(table.put(source("a", 1), 2, "two")).isSameAs(first);
    assertThat(table.put(origin("a", 3), "three")).isSameAs(first);
    assertThat(table.put(source("a", 2), 1, "another")).isNotEqualTo(first);
    assertThat(table.size()).isEqualTo(4);
  }

  @Test
  void sourcesWithNothingLeftAreForgottenInTheEnd() { // P5
    for (int incarnation = 0; incarnation < 100_000; incarnation++) {
      table.put(source("a", incarnation), 7, "one");
      if (incarnation >= 10) {
        assertThat(table.remove(source("a", incarnation - 10), 7)).isEqualTo("one");
      }
    }

    assertThat(table.size()).isEqualTo(10);
    assertThat(table.sources()).isLessThanOrEqualTo(256);
  }

  @Test
  void sourcesWithSomethingLeftAreNeverForgotten() {
    for (int incarnation = 0; incarnation < 2_000; incarnation++) {
      table.put(source("a", incarnation), 7, "v" + incarnation);
    }

    assertThat(table.size()).isEqualTo(2_000);
    for (int incarnation = 0; incarnation < 2_000; incarnation++) {
      assertThat(table.get(source("a", incarnation), 7)).isEqualTo("v" + incarnation);
    }
  }
}
