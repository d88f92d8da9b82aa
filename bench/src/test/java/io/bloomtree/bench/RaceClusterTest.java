package io.bloomtree.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bloomtree.bench.RaceCluster.Size;
import io.bloomtree.bench.TreeRace.Load;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RaceClusterTest {
  private static final long EVENTS = new TreeRace(Load.DISTINCT, 1).events();

  /** A race, and its repetition, check by themselves that every event was told apart. */
  @Test void threeJvmsTellWhatTheyDidAndWhatItCost() throws IOException {
    try (RaceCluster cluster = RaceCluster.start(new Size(4, 1_000_000, 1_000_000, 0.01))) {
      double bytes = cluster.packetBytes();
      assertThat(cluster.race(Load.DISTINCT, EVENTS, 0))
          .containsEntry("events", (double) EVENTS);
      // an ask has a fingerprint at least, on each of two hops
      assertThat(cluster.packetBytes() - bytes).isGreaterThan(2 * 8 * EVENTS);
      cluster.socketBytes().ifPresent(sent ->
          assertThat((double) sent).isGreaterThan(2 * 8 * EVENTS));

      bytes = cluster.packetBytes();
      cluster.again(Load.DISTINCT, EVENTS, 0);
      assertThat(cluster.packetBytes() - bytes).isLessThan(EVENTS);

      Map<String, Double> arrived = cluster.arrivals(1L << 40, 10_000, 1_000, 1);
      assertThat(arrived).containsEntry("undecided", 0.0);
      assertThat(arrived.get("events")).isCloseTo(10_000, within(512.0));
      assertThat(arrived.get("p50")).isPositive().isLessThanOrEqualTo(arrived.get("p99"));

      assertThat(cluster.producerCpu()).isPositive().isLessThan(cluster.totalCpu());
      assertThat(cluster.rootHeap()).isGreaterThan(cluster.rootFilterBytes());
      assertThat(cluster.totalHeap()).isGreaterThan(cluster.filterBytes());

      assertThatThrownBy(() -> cluster.race(Load.DISTINCT, EVENTS, 0))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("producers failed race DISTINCT")
          .hasMessageContaining("told DISTINCT=0");
    }
  }
}
