package io.bloomtree.state;

import static io.bloomtree.state.Disks.PLAN;
import static io.bloomtree.state.Disks.ROOT;
import static io.bloomtree.state.Disks.on;
import static io.bloomtree.state.Disks.tenant;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.Cells;
import io.bloomtree.filter.Storage;
import io.bloomtree.tree.Former;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** At whichever store a process is killed, the next one finds whole operations (P7). */
class HalfOperationTest {
  private static final int WORDS = 6;
  private static final int OPERATIONS = 12;
  private static final int MOST_PUTS = 9;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void killedAtAnyStore(long seed) {
    boolean isKilled = true;
    for (long stores = 0; isKilled; stores++) {
      var disk = new SimulatedDisk(new SplittableRandom(seed));
      var process = new SimulatedProcess(disk);
      Storage storage = area(on(process).openSlice(tenant(0, PLAN, 1)));
      Cells cells = storage.area("cells", WORDS);
      List<Long> expected = words(cells);
      process.killAfter(stores);
      var random = new SplittableRandom(seed);
      isKilled = false;
      try {
        for (int i = 0; i < OPERATIONS; i++) {
          operate(cells, random);
          storage.commit();
          expected = words(cells);
        }
      } catch (ProcessKilled e) {
        isKilled = true;
      }
      process.end();

      SliceState found = on(disk).openSlice(tenant(0, PLAN, 1));

      assertThat(words(area(found).area("cells", WORDS))).as("killed after %d stores", stores)
          .isEqualTo(expected);
      found.close();
    }
  }

  /** Long and short ones: behind the entries of most are those of others that ended long ago. */
  private static void operate(Cells cells, SplittableRandom random) {
    for (int puts = random.nextInt(MOST_PUTS); puts > 0; puts--) {
      cells.put(random.nextInt(WORDS), random.nextInt(3));
    }
  }

  private static Storage area(SliceState state) {
    return state.image(new Former(ROOT, 0, PLAN)).orElseThrow();
  }

  private static List<Long> words(Cells cells) {
    List<Long> words = new ArrayList<>();
    for (int word = 0; word < WORDS; word++) {
      words.add(cells.get(word));
    }
    return words;
  }
}
