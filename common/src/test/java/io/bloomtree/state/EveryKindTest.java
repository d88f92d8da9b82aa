package io.bloomtree.state;

import static io.bloomtree.state.Disks.on;
import static io.bloomtree.state.Disks.tenant;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.SlicePlan;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A filter of any kind in files is its twin on the heap, whatever became of its process (P7). */
class EveryKindTest {
  private static final long SEED = 7;

  @TempDir Path data;

  static Stream<Arguments> kinds() {
    return Disks.kinds().entrySet().stream()
        .map(kind -> Arguments.of(kind.getKey(), kind.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kinds")
  void itIsItsTwinThatNeverEnded(String kind, SlicePlan plan) {
    StateDirectory directory = on(new FileVolume(data));
    FilterSlice twin = plan.newSlice(0, SEED);
    var random = new SplittableRandom(kind.hashCode());
    long now = 1_000;
    for (int round = 0; round < 6; round++) {
      SliceState state = directory.openSlice(tenant(0, plan, 1));
      FilterSlice filter = state.filter();
      filter.advance(now);
      twin.advance(now);
      for (int i = 0; i < 200; i++) {
        long fingerprint = random.nextInt(1_500);
        int importance = random.nextInt(256);
        assertThat(filter.holds(fingerprint)).isEqualTo(twin.holds(fingerprint));
        if (filter.learns() && twin.holds(fingerprint)) {
          filter.repeated(fingerprint, 0, importance);
          twin.repeated(fingerprint, 0, importance);
        } else {
          filter.record(fingerprint, 0, importance);
          twin.record(fingerprint, 0, importance);
        }
        now += random.nextInt(20);
        filter.advance(now);
        twin.advance(now);
      }
      state.sync();
      if (round % 2 == 0) {
        state.abandon();
      } else {
        state.close();
      }
    }

    SliceState state = directory.openSlice(tenant(0, plan, 1));

    state.filter().advance(now);
    twin.advance(now);
    assertThat(state.filter().toSnapshot()).isEqualTo(twin.toSnapshot());
    state.close();
    assertThat(Inspection.of(data).verify("clicks/root.0")).isEmpty();
  }
}
