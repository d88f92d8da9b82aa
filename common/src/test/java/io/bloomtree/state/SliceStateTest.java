package io.bloomtree.state;

import static io.bloomtree.state.Disks.LARGER;
import static io.bloomtree.state.Disks.PLAN;
import static io.bloomtree.state.Disks.ROOT;
import static io.bloomtree.state.Disks.TREE;
import static io.bloomtree.state.Disks.on;
import static io.bloomtree.state.Disks.tenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.Cells;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.Storage;
import io.bloomtree.filter.StorageException;
import io.bloomtree.state.StateException.Reason;
import io.bloomtree.tree.AgentStore.Unacknowledged;
import io.bloomtree.tree.Birth;
import io.bloomtree.tree.Former;
import io.bloomtree.tree.SliceStore.HeldClaim;
import io.bloomtree.tree.SliceStore.Unspread;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.TreeIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a store keeps when its process ends, in files and on the simulated disk (P7). */
class SliceStateTest {
  private static final NodeId AGENT = new NodeId("athens-1");
  private static final BloomShape PLAN_SHAPE = BloomShape.sizedFor(1_000, 0.001);
  private static final NodeId LONG_NAME = new NodeId("x".repeat(255));

  @TempDir Path data;

  enum Disk { FILES, SIMULATED }

  enum End { CLOSED, KILLED }

  private Volume volume(Disk disk) {
    return disk == Disk.FILES ? new FileVolume(data) : new SimulatedDisk(new SplittableRandom(1));
  }

  private static void end(MachineState state, End end) {
    if (end == End.CLOSED) {
      state.close();
    } else {
      state.abandon();
    }
  }

  private static HeldClaim claim(NodeId agent, long sequence) {
    return new HeldClaim(new Origin(agent, 3, sequence), Degradation.OWNER_AWAY);
  }

  @ParameterizedTest
  @EnumSource
  void aSliceGoesOnWhereItStopped(Disk disk) {
    for (End end : End.values()) {
      var directory = on(volume(disk));
      var self = new Endpoint(new NodeId(end.name()), 0);
      var tenant = new Tenant(TREE, self, 0, PLAN, 7, Fsync.never(), 5);
      SliceState first = directory.openSlice(tenant);
      assertThat(first.birth()).isEqualTo(Birth.FIRST);
      assertThat(first.arrival().how()).isEqualTo(Arrival.How.FRESH);
      assertThat(first.incarnation()).isEqualTo(5);
      first.filter().set(77);
      first.putClaim(1, claim(AGENT, 1));
      first.putClaim(2, claim(AGENT, 2));
      first.putClaim(3, claim(LONG_NAME, 3));
      first.putClaim(2, claim(LONG_NAME, 4));
      first.removeClaim(1);
      int[] many = IntStream.range(0, 30).map(i -> i * 2_000).toArray();
      first.putUnspread(8, new Unspread(new int[] {1, 2}, 20, 4));
      first.putUnspread(9, new Unspread(many, 10, 255));
      first.putUnspread(8, new Unspread(new int[] {2}, 20, 4));
      first.putUnspread(7, new Unspread(new int[] {2}, 20, 4));
      first.removeUnspread(7);
      first.putLineage(new Endpoint(AGENT, 2), 30);
      first.putLineage(new Endpoint(AGENT, 2), 20);
      first.settled(4);
      first.keepTime(123_456);
      first.sync();
      end(first, end);

      SliceState second = directory.openSlice(tenant);

      assertThat(second.birth()).isEqualTo(Birth.RECOVERED);
      assertThat(second.arrival().how())
          .isEqualTo(end == End.CLOSED ? Arrival.How.CLEAN : Arrival.How.KILLED);
      assertThat(second.born()).isEqualTo(5);
      assertThat(second.incarnation()).isEqualTo(6);
      assertThat(second.clockStart()).isEqualTo(123_456);
      assertThat(second.filter().holds(77)).isTrue();
      assertThat(second.filter().holds(78)).isFalse();
      assertThat(second.claims()).containsExactly(
          Map.entry(3L, claim(LONG_NAME, 3)), Map.entry(2L, claim(LONG_NAME, 4)));
      assertThat(second.unspread().keySet()).containsExactly(9L, 8L);
      assertThat(second.unspread().get(9L).slices()).isEqualTo(many);
      assertThat(second.unspread().get(9L).importance()).isEqualTo(255);
      assertThat(second.unspread().get(8L).slices()).containsExactly(2);
      assertThat(second.unspread().get(8L).confirmedAt()).isEqualTo(20);
      assertThat(second.lineage(new Endpoint(AGENT, 2))).hasValue(20);
      assertThat(second.lineage(new Endpoint(AGENT, 3))).isEmpty();
      assertThat(second.settledEpoch()).isEqualTo(4);
      second.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anAgentKeepsWhatNobodyHasAcknowledged(End end) {
    var directory = on(new FileVolume(data));
    AgentState first = directory.openAgent(tenant(0, PLAN, 5));
    for (int i = 0; i < 10_000; i++) { // more than the first two files hold
      first.journal(new Unacknowledged(i, new Origin(AGENT, 5, i), 1_000 + i, i & 0xFF));
    }
    for (int i = 0; i < 9_990; i++) {
      first.acknowledged(new Origin(AGENT, 5, i));
    }
    first.journal(new Unacknowledged(3, new Origin(AGENT, 4, 9_999), 17, 0));
    first.leaf().set(1);
    first.sync();
    end(first, end);

    AgentState second = directory.openAgent(tenant(0, PLAN, 5));

    assertThat(second.leaf().holds(1)).isTrue();
    assertThat(second.journal()).hasSize(11)
        .startsWith(new Unacknowledged(3, new Origin(AGENT, 4, 9_999), 17, 0))
        .endsWith(new Unacknowledged(9_999, new Origin(AGENT, 5, 9_999), 10_999, 9_999 & 0xFF));
    second.close();
  }

  @ParameterizedTest
  @EnumSource
  void halfAnOperationIsTakenBackWhenItsProcessWasKilled(Disk disk) {
    var directory = on(volume(disk));
    SliceState first = directory.openSlice(tenant(0, PLAN, 5));
    Storage storage = first.image(new Former(ROOT, 0, PLAN)).orElseThrow();
    Cells cells = storage.area("cells", 100);
    cells.put(1, 10);
    cells.put(2, 20);
    storage.commit();
    cells.put(2, 21);
    cells.put(2, 22);
    cells.put(99, 1);
    storage.looseArea("loose", 1).put(0, 5);
    first.abandon();

    SliceState second = directory.openSlice(tenant(0, PLAN, 5));

    assertThat(second.arrival().undone()).isEqualTo(3);
    Storage again = second.image(new Former(ROOT, 0, PLAN)).orElseThrow();
    Cells found = again.area("cells", 100);
    assertThat(new long[] {found.get(1), found.get(2), found.get(99)}).containsExactly(10, 20, 0);
    assertThat(again.looseArea("loose", 1).get(0)).isEqualTo(5);
    second.close();
  }

  @Test void anOperationThatChangesTooMuchIsRefused() {
    var directory = on(new SimulatedDisk(new SplittableRandom(1)));
    SliceState state = directory.openSlice(tenant(0, PLAN, 5));
    Cells cells = state.image(new Former(ROOT, 0, PLAN)).orElseThrow().area("cells", 40_000);

    assertThatThrownBy(() -> {
      for (int i = 0; i < 40_000; i++) {
        cells.put(i, 1);
      }
    }).isInstanceOf(StorageException.class).hasMessageContaining("at most 32768 words");
  }

  @Test void anotherPlanInALaterEpochKeepsTheOldFilterBeside() {
    var directory = on(new FileVolume(data));
    SliceState first = directory.openSlice(tenant(1, PLAN, 5));
    first.filter().set(77);
    first.settled(1);
    first.close();

    SliceState second = directory.openSlice(tenant(2, LARGER, 5));
    assertThat(second.arrival().tookOver()).isTrue();
    assertThat(second.formers()).containsExactly(new Former(ROOT, 1, PLAN));
    assertThat(second.settledEpoch()).isEqualTo(1);
    assertThat(second.filter().holds(77)).isTrue();
    assertThat(second.filter().inherits(77)).isTrue();
    second.filter().set(78);
    second.abandon();

    SliceState third = directory.openSlice(tenant(3, LARGER, 5));
    assertThat(third.arrival().tookOver()).isFalse();
    assertThat(third.filter().holds(77) && third.filter().holds(78)).isTrue();
    assertThat(third.image(new Former(ROOT, 1, PLAN))).isPresent();
    assertThat(third.image(new Former(ROOT, 2, LARGER))).isPresent();
    assertThat(third.image(new Former(ROOT, 4, LARGER))).isEmpty();
    third.drop(new Former(ROOT, 1, PLAN));
    assertThat(third.filter().holds(77)).isFalse();
    third.close();

    SliceState fourth = directory.openSlice(tenant(3, LARGER, 5));
    assertThat(fourth.formers()).isEmpty();
    assertThat(fourth.filter().holds(77)).isFalse();
    assertThat(fourth.filter().holds(78)).isTrue();
    fourth.close();
  }

  @Test void whatWasSettledStaysSoWhileNothingMoves() {
    var directory = on(new SimulatedDisk(new SplittableRandom(1)));
    SliceState first = directory.openSlice(tenant(1, PLAN, 5));
    first.settled(1);
    first.close();

    SliceState second = directory.openSlice(tenant(2, PLAN, 5));

    assertThat(second.settledEpoch()).isEqualTo(2);
    second.close();
  }

  @Test void whatDoesNotFitIsRefusedAndStaysAsItWas() {
    var directory = on(new FileVolume(data));
    SliceState first = directory.openSlice(tenant(2, PLAN, 5));
    first.filter().set(77);
    first.close();

    assertRefused(directory, tenant(2, LARGER, 5), Reason.EPOCH, "raise epoch");
    assertRefused(directory, tenant(1, PLAN, 5), Reason.EPOCH, "must be 2 or later");
    assertRefused(directory,
        new Tenant(new TreeIdentity("clicks", "murmur", 42), ROOT, 2, PLAN, 7, Fsync.never(), 5),
        Reason.FOREIGN, "is of hash xxh3-64, must be of murmur");
    assertRefused(directory,
        new Tenant(new TreeIdentity("clicks", "xxh3-64", 43), ROOT, 2, PLAN, 7, Fsync.never(), 5),
        Reason.FOREIGN, "is of hash seed 42, must be of 43");

    SliceState again = directory.openSlice(tenant(2, PLAN, 5));
    assertThat(again.arrival().how()).isEqualTo(Arrival.How.CLEAN);
    assertThat(again.filter().holds(77)).isTrue();
    again.close();
  }

  private static void assertRefused(
      StateDirectory directory, Tenant tenant, Reason reason, String said) {
    assertThatThrownBy(() -> directory.openSlice(tenant))
        .isInstanceOfSatisfying(StateException.class,
            e -> assertThat(e.reason()).isEqualTo(reason))
        .hasMessageContaining(said);
  }

  @Test void oneAtATime() {
    var directory = on(new FileVolume(data));
    SliceState first = directory.openSlice(tenant(0, PLAN, 5));

    assertThatThrownBy(() -> on(new FileVolume(data)).openSlice(tenant(0, PLAN, 5)))
        .isInstanceOfSatisfying(StateException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.IN_USE))
        .hasMessageContaining("process " + ProcessHandle.current().pid() + " since ")
        .hasMessageContaining("this one");

    first.close();
    directory.openSlice(tenant(0, PLAN, 5)).close();
  }

  @Test void aCopyIsKeptOnceItIsAdoptedAndNotBefore() {
    var directory = on(new SimulatedDisk(new SplittableRandom(1)));
    var child = new Former(Endpoint.of(AGENT), 0, PLAN);
    SliceState source = directory.openSlice(
        new Tenant(TREE, Endpoint.of(AGENT), 0, PLAN, 7, Fsync.never(), 9));
    source.filter().set(77);
    SliceState first = directory.openSlice(tenant(0, LARGER, 5));
    copy(source, child, first.draft(child));
    first.abandon();

    SliceState second = directory.openSlice(tenant(0, LARGER, 5));
    assertThat(second.formers()).isEmpty();
    copy(source, child, second.draft(child));
    assertThat(second.filter().holds(77)).isFalse();
    second.adopt(child);
    assertThat(second.filter().holds(77)).isTrue();
    second.abandon();

    SliceState third = directory.openSlice(tenant(0, LARGER, 5));
    assertThat(third.formers()).containsExactly(child);
    assertThat(third.filter().holds(77)).isTrue();
  }

  @Test void aCopyThatMakesNoSenseIsNotKept() {
    var directory = on(new SimulatedDisk(new SplittableRandom(1)));
    var child = new Former(Endpoint.of(AGENT), 0, PLAN);
    SliceState first = directory.openSlice(tenant(0, LARGER, 5));
    first.draft(child).area("words", 3).put(1, 17);

    assertThatThrownBy(() -> first.adopt(child)).isInstanceOf(StorageException.class);

    first.sync();
    assertThat(first.formers()).isEmpty();
    first.abandon();
    assertThat(directory.openSlice(tenant(0, LARGER, 5)).formers()).isEmpty();
  }

  private static void copy(SliceState source, Former former, Storage draft) {
    source.image(former).orElseThrow().areas().forEach((name, cells) -> {
      Cells target = draft.area(name, cells.words());
      for (long word = 0; word < cells.words(); word++) {
        target.put(word, cells.get(word));
      }
    });
  }

  @Test void aCopyOfTheSamePlanIsUnitedWithItsOwn() {
    var directory = on(new SimulatedDisk(new SplittableRandom(1)));
    var child = new Former(Endpoint.of(AGENT), 0, PLAN);
    SliceState source = directory.openSlice(
        new Tenant(TREE, Endpoint.of(AGENT), 0, PLAN, 7, Fsync.never(), 9));
    source.filter().set(77);
    SliceState first = directory.openSlice(tenant(0, PLAN, 5));
    first.filter().set(78);
    copy(source, child, first.draft(child));
    first.unite(child);
    assertThat(first.formers()).isEmpty();
    assertThat(first.filter().holds(77) && first.filter().holds(78)).isTrue();
    assertThat(first.filter().inherits(77)).isFalse();
    first.abandon();

    SliceState second = directory.openSlice(tenant(0, PLAN, 5));
    assertThat(second.filter().holds(77) && second.filter().holds(78)).isTrue();
  }

  @Test void slicesThatAreNoMoreLeaveWhatTheyKept() {
    var directory = on(new FileVolume(data));
    SlicePlan five = SlicePlan.horizontal(PLAN_SHAPE, 5);
    SlicePlan two = SlicePlan.horizontal(PLAN_SHAPE, 2);
    for (int slice = 0; slice < 5; slice++) {
      SliceState state = directory.openSlice(
          new Tenant(TREE, new Endpoint(ROOT.node(), slice), 1, five, 7, Fsync.never(), 5));
      for (long fingerprint = 0; fingerprint < 500; fingerprint++) {
        if (five.owner(fingerprint) == slice) {
          state.filter().set(fingerprint);
        }
      }
      state.putClaim(1_000 + slice, claim(AGENT, slice));
      end(state, slice % 2 == 0 ? End.CLOSED : End.KILLED);
    }

    for (int again = 0; again < 2; again++) {
      SliceState first = directory.openSlice(
          new Tenant(TREE, new Endpoint(ROOT.node(), 0), 2, two, 7, Fsync.never(), 5));
      assertThat(first.formers()).extracting(former -> former.of().slice())
          .containsExactlyInAnyOrder(0, 2, 4);
      assertThat(first.claims().keySet()).containsExactlyInAnyOrder(1_000L, 1_002L, 1_004L);
      for (long fingerprint = 0; fingerprint < 500; fingerprint++) {
        if (five.owner(fingerprint) % 2 == 0) {
          assertThat(first.filter().inherits(fingerprint)).isTrue();
        }
      }
      end(first, again == 0 ? End.KILLED : End.CLOSED);
    }
    assertRefused(directory,
        new Tenant(TREE, new Endpoint(ROOT.node(), 4), 1, five, 7, Fsync.never(), 5),
        Reason.EPOCH, "was taken over by root/0");
  }

  @Test void aSliceWhoseFilesAreGoneHasLostThem() throws Exception {
    var directory = on(new FileVolume(data));
    SliceState first = directory.openSlice(tenant(0, PLAN, 5));
    first.close();
    Path slice = data.resolve("clicks/root.0");
    try (var files = Files.list(slice)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }

    SliceState second = directory.openSlice(tenant(0, PLAN, 3));

    assertThat(second.birth()).isEqualTo(Birth.LOST);
    assertThat(second.lostAt()).hasValue(1_000);
    assertThat(second.incarnation()).isEqualTo(6);
    assertThat(second.born()).isEqualTo(6);
    second.abandon();
    SliceState third = directory.openSlice(tenant(0, PLAN, 3));
    assertThat(third.birth()).isEqualTo(Birth.LOST);
    third.healed();
    assertThat(third.birth()).isEqualTo(Birth.RECOVERED);
    third.close();
    SliceState fourth = directory.openSlice(tenant(0, PLAN, 3));
    assertThat(fourth.birth()).isEqualTo(Birth.RECOVERED);
    assertThat(fourth.lostAt()).isEmpty();
    fourth.close();
  }

  @Test void aStoreThatCannotForceStopsForGood() {
    var disk = new SimulatedDisk(new SplittableRandom(1));
    SliceState state = on(disk).openSlice(tenant(0, PLAN, 5, Fsync.each()));
    state.putClaim(1, claim(AGENT, 1));
    state.sync();
    disk.refuseForce();
    state.putClaim(2, claim(AGENT, 2));

    assertThatThrownBy(state::sync).isInstanceOf(StorageException.class);
    assertThatThrownBy(state::sync).hasMessageContaining("keeps nothing since an error");
    assertThatThrownBy(() -> state.putClaim(3, claim(AGENT, 3)))
        .isInstanceOf(StorageException.class);
    state.close();
  }
}
