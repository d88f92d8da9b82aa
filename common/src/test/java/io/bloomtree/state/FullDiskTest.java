package io.bloomtree.state;

import static io.bloomtree.state.Disks.PLAN;
import static io.bloomtree.state.Disks.on;
import static io.bloomtree.state.Disks.tenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.StorageException;
import io.bloomtree.state.StateException.Reason;
import io.bloomtree.tree.SliceStore.HeldClaim;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Origin;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A full or read-only disk: a clear word, and no process that dies of a signal. */
class FullDiskTest {
  private static final SlicePlan GROWING = SlicePlan.whole(new GrowingShape(
      BloomShape.sizedFor(BloomShape.Layout.PLAIN, 20_000, 0.01),
      GrowingShape.Trigger.values()[0], 16, 1 << 30));

  @TempDir Path directory;

  @Test void aSliceThatDoesNotFitIsRefusedAndFitsLater() throws Exception {
    for (int kib = 4; kib < 1_200; kib += 97) { // each file in turn is the one that does not fit
      try (var disk = new SmallDisk(directory.resolve("disk" + kib), kib)) {
        StateDirectory states = on(new FileVolume(disk.path()));
        try {
          states.openSlice(tenant(0, PLAN, 1)).close();
        } catch (StateException e) {
          assertThat(e.reason()).as("%s", e).isEqualTo(Reason.NO_ROOM);
          assertThat(e).hasMessageContaining(disk.path().toString());
          disk.resize(8_192);
          SliceState state = states.openSlice(tenant(0, PLAN, 1));
          state.filter().set(1);
          state.close();
        }
      }
    }
  }

  @Test void aFilterThatCannotGrowGoesOnWithoutGrowing() throws Exception {
    try (var disk = new SmallDisk(directory.resolve("disk"), 1_024)) {
      StateDirectory states = on(new FileVolume(disk.path()));
      SliceState state = states.openSlice(tenant(0, GROWING, 1));
      for (long fingerprint = 0; fingerprint < 400_000; fingerprint++) {
        state.filter().set(fingerprint);
      }
      state.sync();
      assertThat(state.filter().isGrowthRefused()).isTrue();
      assertThat(state.filter().holds(399_999)).isTrue();
      state.abandon();

      SliceState again = states.openSlice(tenant(0, GROWING, 1));
      assertThat(again.filter().holds(17) && again.filter().holds(399_999)).isTrue();
      again.close();
    }
  }

  @Test void aClaimThatCannotBeKeptStopsTheStore() throws Exception {
    try (var disk = new SmallDisk(directory.resolve("disk"), 2_048)) {
      StateDirectory states = on(new FileVolume(disk.path()));
      SliceState state = states.openSlice(tenant(0, PLAN, 1));
      var claim = new HeldClaim(new Origin(new NodeId("athens"), 3, 4), Degradation.NONE);
      assertThatThrownBy(() -> {
        for (long fingerprint = 0; fingerprint < 100_000; fingerprint++) {
          state.putClaim(fingerprint, claim);
        }
      }).isInstanceOf(StorageException.class).hasMessageContaining("cannot be made");
      assertThatThrownBy(state::sync).isInstanceOf(StorageException.class);
      int kept = state.claims().size();
      state.close();

      SliceState again = states.openSlice(tenant(0, PLAN, 1));
      assertThat(again.claims()).hasSize(kept);
      again.close();
    }
  }

  @Test void aReadOnlyDiskIsRefused() throws Exception {
    try (var disk = new SmallDisk(directory.resolve("disk"), 8_192)) {
      on(new FileVolume(disk.path())).openSlice(tenant(0, PLAN, 1)).close();
      Path view = disk.readOnly(directory.resolve("view"));

      assertThatThrownBy(() -> on(new FileVolume(view)).openSlice(tenant(0, PLAN, 1)))
          .isInstanceOfSatisfying(StateException.class,
              e -> assertThat(e.reason()).isEqualTo(Reason.REFUSED))
          .hasMessageContaining(view.toString()).hasMessageContaining("Read-only");
      assertThatThrownBy(() ->
          on(new FileVolume(view.resolve("more"))).openSlice(tenant(0, PLAN, 1)))
          .isInstanceOf(StateException.class).hasMessageContaining("Read-only");
    }
  }

  @Test void aDirectoryThatIsAFileIsRefused() throws Exception {
    Files.writeString(directory.resolve("data"), "not a directory");

    assertThatThrownBy(() ->
        on(new FileVolume(directory.resolve("data"))).openSlice(tenant(0, PLAN, 1)))
        .isInstanceOfSatisfying(StateException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.REFUSED));
  }
}
