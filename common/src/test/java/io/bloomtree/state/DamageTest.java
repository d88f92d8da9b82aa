package io.bloomtree.state;

import static io.bloomtree.state.Disks.PLAN;
import static io.bloomtree.state.Disks.on;
import static io.bloomtree.state.Disks.tenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.state.StateException.Reason;
import io.bloomtree.tree.SliceStore.HeldClaim;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Origin;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A flipped bit is noticed, does no harm, or is one of those that cannot be noticed. */
class DamageTest {
  private static final Set<Reason> SAID = EnumSet.of(Reason.DAMAGED, Reason.FOREIGN);
  private static final String SLICE = "clicks/root.0";
  private static final int HEADER_BYTES = 4096;
  private static final HeldClaim CLAIM =
      new HeldClaim(new Origin(new NodeId("athens"), 3, 4), Degradation.NONE);

  private static SimulatedDisk used(SlicePlan plan, boolean isClean) {
    var disk = new SimulatedDisk(new SplittableRandom(1));
    SliceState state = on(disk).openSlice(tenant(1, plan, 5));
    state.filter().advance(500);
    for (long fingerprint = 0; fingerprint < 100; fingerprint++) {
      state.filter().set(fingerprint);
      state.putClaim(fingerprint, CLAIM);
    }
    if (isClean) {
      state.close();
    } else {
      state.abandon();
    }
    return disk;
  }

  private static boolean isOpened(SimulatedDisk disk, SlicePlan plan, String what) {
    try {
      SliceState state = on(disk).openSlice(tenant(1, plan, 5));
      state.filter().holds(17);
      state.claims();
      state.close();
      return true;
    } catch (StateException e) {
      assertThat(SAID).as(what + " " + e).contains(e.reason());
      assertThat(e).hasMessageContaining(e.file());
      return false;
    } catch (RuntimeException | Error e) {
      return fail(what, e);
    }
  }

  @Test void aFlippedBitOfAHeaderDoesNoHarm() {
    SimulatedDisk disk = used(PLAN, true);
    var random = new SplittableRandom(2);
    for (String path : disk.paths()) {
      long copyBytes = path.endsWith("/slice") ? disk.bytes(path) / 2 : HEADER_BYTES;
      int used = path.endsWith("/slice") ? 1_024 : 512;
      for (int copy = 0; copy < 2; copy++) {
        for (long at = 0; at < copyBytes; at += at < used ? 1 + 6 * copy : copyBytes / 8) {
          SimulatedDisk damaged = disk.copy(new SplittableRandom(3));
          damaged.flip(path, (copy * copyBytes + at) * 8 + random.nextInt(8));
          SliceState state = on(damaged).openSlice(tenant(1, PLAN, 5));
          assertThat(state.claims()).as("%s %d", path, at).hasSize(100);
          assertThat(state.filter().holds(99)).isTrue();
        }
      }
    }
  }

  @Test void aHeaderWithBothCopiesDamagedIsRefused() {
    SimulatedDisk disk = used(PLAN, true);
    for (String path : disk.paths()) {
      long copyBytes = path.endsWith("/slice") ? disk.bytes(path) / 2 : HEADER_BYTES;
      for (int at = 0; at < 90; at += 3) {
        SimulatedDisk damaged = disk.copy(new SplittableRandom(3));
        damaged.flip(path, at * 8L);
        damaged.flip(path, (copyBytes + at) * 8);
        assertThat(isOpened(damaged, PLAN, path + " " + at)).as("%s %d", path, at).isFalse();
      }
    }
  }

  static Stream<Arguments> kinds() {
    return Disks.kinds().entrySet().stream()
        .map(kind -> Arguments.of(kind.getKey(), kind.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kinds")
  void everyFlippedBitOfAPageIsNoticedAfterACleanShutdown(String kind, SlicePlan plan) {
    SimulatedDisk disk = used(plan, true);
    var random = new SplittableRandom(kind.hashCode());
    for (String path : disk.paths()) {
      if (!path.endsWith("/slice") && path.startsWith(SLICE)) {
        for (int i = 0; i < 6; i++) {
          SimulatedDisk damaged = disk.copy(new SplittableRandom(3));
          long from = i == 0 ? 2 * HEADER_BYTES : damaged.bytes(path) - 1; // a checksum, the end
          long at = i < 2 ? from : random.nextLong(2 * HEADER_BYTES, damaged.bytes(path));
          damaged.flip(path, at * 8 + random.nextInt(8));
          assertThat(new Inspection(damaged).verify(SLICE)).as("%s %d", path, at).hasSize(1);
          assertThat(isOpened(damaged, plan, path + " " + at)).as("%s %d", path, at).isFalse();
        }
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kinds")
  void afterAnUncleanEndItOpensOrSaysWhyNot(String kind, SlicePlan plan) {
    SimulatedDisk disk = used(plan, false);
    var random = new SplittableRandom(kind.hashCode());
    for (String path : disk.paths()) {
      for (int i = 0; i < 15; i++) {
        SimulatedDisk damaged = disk.copy(new SplittableRandom(3));
        long bits = damaged.bytes(path) * 8;
        for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
          boolean isEarly = random.nextInt(3) == 0; // where the words are that mean most
          damaged.flip(path, isEarly ? Math.min(bits - 1, 3 * HEADER_BYTES * 8
              + random.nextInt(4_096)) : random.nextLong(bits));
        }
        new Inspection(damaged).verify(SLICE);
        boolean isOpened = isOpened(damaged, plan, path);
        if (!isOpened) {
          assertThat(new Inspection(damaged).repair(SLICE)).isNotEmpty();
          assertThat(isOpened(damaged, plan, path)).isTrue();
        }
      }
    }
  }
}
