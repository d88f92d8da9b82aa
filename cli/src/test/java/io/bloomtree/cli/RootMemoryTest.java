package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bloomtree.filter.Filter;
import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.ImportanceFilter;
import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.filter.ReservoirFilter;
import io.bloomtree.filter.ReservoirShape;
import io.bloomtree.filter.StableFilter;
import io.bloomtree.filter.StableShape;
import io.bloomtree.topology.Topology;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is expected of a root that forgets is what its filter does, alone and fed the same. */
class RootMemoryTest {
  private static final int KEYS = 3_000;

  private static RootMemory of(String topology) {
    return new RootMemory(Topology.parse("test", topology).network());
  }

  private static FilterShape root(String topology) {
    var network = Topology.parse("test", topology).network();
    return network.plan(network.topology().root().id()).sliceShape();
  }

  private static Filter filter(FilterShape shape) {
    if (shape instanceof StableShape stable) {
      return new StableFilter(stable, 1);
    }
    return shape instanceof ReservoirShape reservoir
        ? new ReservoirFilter(reservoir, 1)
        : new ImportanceFilter((ImportanceShape) shape, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "kind: stable, memory: 2KiB, gap: 1k",
      "kind: importance, memory: 8KiB, variant: two-classes",
      "kind: importance, memory: 8KiB, variant: multi-class",
      "kind: importance, memory: 8KiB, variant: hybrid"})
  void asManyLeaksAreExpectedAsAFilterHas(String filter) {
    String topology = "{ tree: t, filter: { fpp: 0.01, " + filter + " }, edges: [a] }";
    var memory = of(topology);
    int leaks = leaks(memory, filter(root(topology)), 60_000);

    assertThat(leaks).isGreaterThan(1_000);
    assertThat(memory.expectedLeaks().orElseThrow())
        .isEqualTo(leaks, within(leaks * 0.15));
  }

  /** Offers keys at random, and says how many copies the filter misses. */
  private static int leaks(RootMemory memory, Filter filter, int events) {
    var random = new SplittableRandom(2);
    boolean[] seen = new boolean[KEYS];
    int leaks = 0;
    for (int i = 0; i < events; i++) {
      int key = random.nextInt(KEYS);
      memory.reachedRoot(key, seen[key], 0);
      leaks += filter.addIfNew(key * 0x9E3779B97F4A7C15L) && seen[key] ? 1 : 0;
      seen[key] = true;
    }
    return leaks;
  }

  @Test void aReservoirForgetsNothingUntilItIsFull() {
    String topology = "{ tree: t, filter: { kind: reservoir, memory: 64KiB, fpp: 0.01 }, "
        + "edges: [a] }";
    var memory = of(topology);
    int bits = (int) ((ReservoirShape) root(topology)).bits();

    assertThat(leaks(memory, filter(root(topology)), bits)).isZero();
    assertThat(memory.expectedLeaks()).hasValue(0);
    leaks(memory, filter(root(topology)), KEYS);
    assertThat(memory.expectedLeaks().orElseThrow()).isPositive();
  }

  @Test void equalTimersMissNothingWithinASlot() {
    var memory = of("{ tree: t, window: 10m, filter: { equal-timers: 3 }, edges: [a] }");
    memory.delivered(0, 0);
    memory.reachedRoot(0, false, 0);
    memory.reachedRoot(1, false, 0);
    memory.reachedRoot(0, true, Duration.ofSeconds(5).toNanos());
    assertThat(memory.expectedLeaks()).hasValue(0);

    memory.reachedRoot(0, true, Duration.ofMinutes(9).toNanos());
    assertThat(memory.expectedLeaks().orElseThrow()).isPositive();
  }
}
