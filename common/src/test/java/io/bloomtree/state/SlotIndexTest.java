package io.bloomtree.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotIndexTest {

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void itIsAMap(long seed) {
    var random = new SplittableRandom(seed);
    var index = new SlotIndex();
    Map<Long, Integer> model = new HashMap<>();
    for (int i = 0; i < 100_000; i++) {
      long key = random.nextInt(2_000) * (random.nextBoolean() ? 1L : 1L << 40);
      if (random.nextInt(5) < 2) {
        Integer before = model.remove(key);
        assertThat(index.remove(key)).isEqualTo(before == null ? SlotIndex.NONE : before);
      } else {
        Integer before = model.put(key, i);
        assertThat(index.put(key, i)).isEqualTo(before == null ? SlotIndex.NONE : before);
      }
      assertThat(index.size()).isEqualTo(model.size());
    }
    Map<Long, Integer> found = new HashMap<>();
    index.forEach(found::put);
    assertThat(found).isEqualTo(model);
    model.forEach((key, slot) -> assertThat(index.get(key)).isEqualTo(slot));
  }
}
