package io.bloomtree.state;

import static io.bloomtree.state.Disks.PLAN;
import static io.bloomtree.state.Disks.on;
import static io.bloomtree.state.Disks.tenant;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.tree.SliceStore.Unspread;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is left of events on their way to other slices, wherever the process is killed. */
class UnspreadRecordsTest {
  private static final long EVENT = 17;
  private static final int EVENTS = 60; // several sectors of records, without room

  private static Unspread to(int... slices) {
    return new Unspread(slices, slices.length, 200 + slices.length);
  }

  private static int[] upTo(int last) {
    return IntStream.rangeClosed(1, last).toArray();
  }

  private static void fill(SliceState state, Unspread event) {
    for (long other = 0; other < EVENTS; other++) {
      state.putUnspread(other, other == EVENT ? event : to(1, 2, 3));
    }
  }

  private static Map<Long, String> told(SliceState state) {
    Map<Long, String> told = new TreeMap<>();
    state.unspread().forEach((event, it) -> told.put(event,
        Arrays.toString(it.slices()) + it.confirmedAt() + "/" + it.importance()));
    return told;
  }

  /** What is found after a process was killed at each of its changes in turn. */
  private static void killEverywhere(
      Unspread first, Consumer<SliceState> change, Consumer<SliceState> check) {
    boolean isKilled = true;
    for (int changes = 0; isKilled; changes++) {
      var disk = new SimulatedDisk(new SplittableRandom(1));
      var process = new SimulatedProcess(disk);
      SliceState state = on(process).openSlice(tenant(0, PLAN, 1));
      fill(state, first);
      process.killAfter(changes);
      try {
        change.accept(state);
        isKilled = false;
      } catch (ProcessKilled e) {
        isKilled = true;
      }
      process.end();
      try (SliceState found = on(disk).openSlice(tenant(0, PLAN, 1))) {
        check.accept(found);
      }
    }
  }

  private static Map<Long, String> after(Unspread first, Consumer<SliceState> change) {
    try (SliceState state =
        on(new SimulatedDisk(new SplittableRandom(1))).openSlice(tenant(0, PLAN, 1))) {
      fill(state, first);
      change.accept(state);
      return told(state);
    }
  }

  @Test
  void eventWithFewSlicesIsChangedAtOnceOrNotAtAll() {
    for (Unspread next : List.of(to(1), to(2, 4), to(7, 8), to(), to(upTo(12)))) {
      Consumer<SliceState> change = state -> state.putUnspread(EVENT, next);
      var before = after(to(1, 2, 3), state -> {});
      var after = after(to(1, 2, 3), change);
      assertThat(after).isNotEqualTo(before);

      killEverywhere(to(1, 2, 3), change, found -> assertThat(told(found)).isIn(before, after));
    }
  }

  @Test
  void removedEventDoesNotComeBack() {
    Consumer<SliceState> changes = state -> {
      state.putUnspread(EVENT, to(2, 4));
      state.putUnspread(EVENT, to(4));
      state.removeUnspread(EVENT);
    };
    List<Map<Long, String>> possible = List.of(
        after(to(1, 2, 3), state -> {}), after(to(2, 4), state -> {}), after(to(4), state -> {}),
        after(to(1, 2, 3), changes));

    killEverywhere(to(1, 2, 3), changes, found -> assertThat(told(found)).isIn(possible));
  }

  @Test
  void ofAnEventWithManySlicesWhoeverHadToBeToldStillHasTo() {
    for (Unspread next : List.of(to(1, 14, 40), to(40), to(), to(upTo(40)))) {
      int[] first = upTo(30);
      var always = Arrays.stream(next.slices()).filter(slice -> slice <= 30).boxed().toList();

      killEverywhere(to(first), state -> state.putUnspread(EVENT, next), found -> {
        assertThat(found.unspread()).hasSize(EVENTS);
        assertThat(Arrays.stream(found.unspread().get(EVENT).slices()).boxed())
            .containsAll(always);
      });
    }
  }
}
