package io.bloomtree.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BufferShape;
import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.FpBufferShape;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.Storage;
import io.bloomtree.filter.Window;
import io.bloomtree.tree.Former;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A state whose making ended with its process or its computer is made by the next (P7). */
class InterruptedOpeningTest {
  private static final long EVENT = 17;
  private static final long MOST_CHANGES = 5_000;

  static List<FilterShape> shapes() {
    BloomShape cells = BloomShape.sizedFor(20, 0.01);
    var window = new Window(Window.Unit.MILLIS, 1_000, 10);
    return List.of(
        cells, new GrowingShape(cells, GrowingShape.Trigger.DENSITY, 4, 1 << 20),
        SlidingShape.sizedFor(20, 0.01, window), new BufferShape(8),
        new FpBufferShape(new BufferShape(8), 0.01));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("shapes")
  void whereverTheMakingEndsTheNextProcessMakesIt(FilterShape shape) {
    for (int crashes = 0; crashes < 2; crashes++) {
      boolean isMade = false;
      for (long changes = 0; !isMade; changes += 1 + changes / 40) {
        assertThat(changes).isLessThan(MOST_CHANGES);
        var disk = new SimulatedDisk(new SplittableRandom(changes));
        isMade = begin(disk, shape, changes);
        if (crashes > 0) {
          disk.crash();
        }
        try (SliceState state = open(disk, shape)) {
          state.filter().set(EVENT);
          assertThat(state.filter().holds(EVENT)).isTrue();
        }
      }
    }
  }

  /** Opens the state in a process that is killed; false if it was killed meanwhile. */
  private static boolean begin(SimulatedDisk disk, FilterShape shape, long changes) {
    var process = new SimulatedProcess(disk);
    process.killAfter(changes);
    try {
      open(process, shape);
      return true;
    } catch (ProcessKilled e) {
      return false;
    } finally {
      process.end();
    }
  }

  private static SliceState open(Volume volume, FilterShape shape) {
    return Disks.on(volume).openSlice(Disks.tenant(0, SlicePlan.whole(shape), 1));
  }

  @Test
  void whatIsHealedHasWhatItWasUnitedWith() {
    var disk = new SimulatedDisk(new SplittableRandom(1));
    StateDirectory directory = Disks.on(disk);
    SliceState state = directory.openSlice(Disks.tenant(0, Disks.PLAN, 1));
    state.lost(1);
    var child = new Former(new Endpoint(new NodeId("child"), 0), 0, Disks.PLAN);
    Storage copy = state.draft(child);
    Disks.PLAN.openSlice(0, 0, copy).set(EVENT);
    state.unite(child);
    state.healed();
    state.abandon();
    disk.crash();

    SliceState found = directory.openSlice(Disks.tenant(0, Disks.PLAN, 1));

    assertThat(found.filter().holds(EVENT)).isTrue();
  }
}
