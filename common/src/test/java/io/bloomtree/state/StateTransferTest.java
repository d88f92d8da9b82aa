package io.bloomtree.state;

import static io.bloomtree.state.Disks.PLAN;
import static io.bloomtree.state.Disks.on;
import static io.bloomtree.state.Disks.tenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.state.StateException.Reason;
import io.bloomtree.tree.Birth;
import io.bloomtree.tree.SliceStore.HeldClaim;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Origin;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A slice's state moves to another host, in whole or not at all. */
class StateTransferTest {
  private static final String SLICE = "clicks/root.0";
  private static final StateExport.Progress SILENT = (bytes, ofBytes) -> {};

  private static SimulatedDisk disk() {
    return new SimulatedDisk(new SplittableRandom(1));
  }

  private static SimulatedDisk used() {
    SimulatedDisk disk = disk();
    SliceState state = on(disk).openSlice(tenant(1, PLAN, 5));
    state.filter().set(77);
    state.putClaim(
        1, new HeldClaim(new Origin(new NodeId("athens"), 3, 4), Degradation.NONE));
    state.abandon();
    return disk;
  }

  private static byte[] exported(Volume volume) throws IOException {
    var out = new ByteArrayOutputStream();
    new StateExport(volume, SLICE).write(out, SILENT);
    return out.toByteArray();
  }

  private static String imported(Volume volume, byte[] bytes) throws IOException {
    return new StateImport(volume, "moved.state")
        .read(new ByteArrayInputStream(bytes), bytes.length, SILENT);
  }

  @Test void whatWasKeptIsThereOnTheOtherHost() throws IOException {
    byte[] moved = exported(used());
    SimulatedDisk other = disk();

    assertThat(imported(other, moved)).isEqualTo(SLICE);

    assertThat(new Inspection(other).verify(SLICE)).isEmpty();
    SliceState state = on(other).openSlice(tenant(1, PLAN, 5));
    assertThat(state.arrival().how()).isEqualTo(Arrival.How.CLEAN);
    assertThat(state.birth()).isEqualTo(Birth.RECOVERED);
    assertThat(state.filter().holds(77)).isTrue();
    assertThat(state.claims()).hasSize(1);
  }

  @Test void aSliceThatRunsIsNotExported() {
    SimulatedDisk disk = disk();
    on(disk).openSlice(tenant(1, PLAN, 5));

    assertThatThrownBy(() -> exported(disk))
        .isInstanceOfSatisfying(StateException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.IN_USE));
  }

  @Test void stateIsNotReplaced() throws IOException {
    byte[] moved = exported(used());
    SimulatedDisk other = used();

    assertThatThrownBy(() -> imported(other, moved))
        .isInstanceOf(StateException.class).hasMessageContaining("has state");

    assertThat(on(other).openSlice(tenant(1, PLAN, 5)).filter().holds(77)).isTrue();
  }

  @Test void whatIsDamagedOrCutLeavesNothing() throws IOException {
    byte[] moved = exported(used());
    var random = new SplittableRandom(4);
    for (int i = 0; i < 60; i++) {
      byte[] damaged = moved.clone();
      int at = i < 30 ? i * 7 : random.nextInt(moved.length);
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      assertNothingIsLeft(damaged);
      assertNothingIsLeft(Arrays.copyOf(moved, i < 30 ? i * 7 : random.nextInt(moved.length)));
    }
    assertNothingIsLeft(Arrays.copyOf(moved, moved.length + 1));
  }

  private static void assertNothingIsLeft(byte[] bytes) {
    SimulatedDisk other = disk();
    assertThatThrownBy(() -> imported(other, bytes)).isInstanceOf(StateException.class);
    assertThat(other.paths()).isEmpty();
  }

  @Test void anImportThatWasKilledIsToldAndCanBeRepeated() throws IOException {
    byte[] moved = exported(used());
    SimulatedDisk other = disk();
    other.create(SLICE + "/" + StateImport.BEGUN, 1);
    other.create(SLICE + "/2-undo", 100);

    assertThatThrownBy(() -> on(other).openSlice(tenant(1, PLAN, 5)))
        .isInstanceOf(StateException.class).hasMessageContaining("import again");

    imported(other, moved);
    assertThat(on(other).openSlice(tenant(1, PLAN, 5)).filter().holds(77)).isTrue();
  }

  @Test void aFullDiskLeavesNothing() throws IOException {
    byte[] moved = exported(used());
    SimulatedDisk other = disk();
    other.limit(50_000);

    assertThatThrownBy(() -> imported(other, moved))
        .isInstanceOfSatisfying(StateException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.NO_ROOM));
    assertThat(other.paths()).isEmpty();
  }
}
