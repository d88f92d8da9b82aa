package io.bloomtree.state;

import static io.bloomtree.state.Disks.PLAN;
import static io.bloomtree.state.Disks.on;
import static io.bloomtree.state.Disks.tenant;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.tree.SliceStore.HeldClaim;
import io.bloomtree.tree.SliceStore.Unspread;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Origin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever is done to a store and wherever its process or its computer ends, it opens again with
 * all that it must have (P7).
 */
class CrashTest {
  private static final int KEYS = 40;

  /** What may be found under a key: what was safe, and all that was tried since. */
  private final Map<Long, List<Optional<HeldClaim>>> claims = new HashMap<>();
  private final Map<Endpoint, List<Optional<Long>>> lineage = new HashMap<>();
  private final Map<Long, List<Set<Integer>>> unspread = new HashMap<>();
  private final Set<Long> safeEvents = new HashSet<>();
  private final Set<Long> events = new HashSet<>();

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
  void whatWasSyncedIsThereWhateverEnds(long seed) {
    var random = new SplittableRandom(seed);
    var disk = new SimulatedDisk(random.split());
    StateDirectory directory = on(disk);
    SliceState state = directory.openSlice(tenant(0, PLAN, 1, Fsync.each()));
    for (int round = 0; round < 120; round++) {
      for (int steps = random.nextInt(4); steps > 0; steps--) {
        step(state, random);
        state.sync();
        becomeSafe(state);
      }
      step(state, random);
      if (random.nextInt(8) == 0) {
        disk.writeBack();
        step(state, random);
      }
      boolean isKilled = random.nextInt(3) == 0;
      if (isKilled) {
        becomeSafe(state); // what was put is there, synced or not
      }
      state.abandon();
      if (!isKilled) {
        disk.crash();
      }
      state = directory.openSlice(tenant(0, PLAN, 1, Fsync.each()));
      assertThat(state.arrival().how())
          .isEqualTo(isKilled ? Arrival.How.KILLED : Arrival.How.MACHINE_CRASH);
      check(state);
      becomeSafe(state);
    }
  }

  private void step(SliceState state, SplittableRandom random) {
    for (int i = random.nextInt(6); i >= 0; i--) {
      long key = random.nextInt(KEYS);
      switch (random.nextInt(6)) {
        case 0 -> {
          state.removeClaim(key);
          tried(key).add(Optional.empty());
        }
        case 1, 2 -> {
          var agent = new NodeId("agent-with-a-name-of-some-length-" + random.nextInt(60));
          var claim = new HeldClaim(new Origin(agent, 1, random.nextInt(9)), Degradation.NONE);
          state.putClaim(key, claim);
          tried(key).add(Optional.of(claim));
        }
        case 3 -> {
          Set<Integer> slices = new TreeSet<>();
          for (int j = random.nextInt(30); j >= 0; j--) {
            slices.add(random.nextInt(40));
          }
          state.putUnspread(key, new Unspread(toArray(slices), 17, 3));
          triedSlices(key).add(slices);
        }
        case 4 -> {
          state.removeUnspread(key);
          triedSlices(key).add(Set.of());
        }
        default -> {
          long event = random.nextLong();
          state.filter().set(event);
          events.add(event);
          var neighbour = new Endpoint(new NodeId("n" + random.nextInt(9)), 0);
          state.putLineage(neighbour, event);
          lineage.computeIfAbsent(
              neighbour, none -> new ArrayList<>(List.of(Optional.empty())))
              .add(Optional.of(event));
        }
      }
    }
  }

  private List<Optional<HeldClaim>> tried(long key) {
    return claims.computeIfAbsent(key, none -> new ArrayList<>(List.of(Optional.empty())));
  }

  private List<Set<Integer>> triedSlices(long key) {
    return unspread.computeIfAbsent(key, none -> new ArrayList<>(List.of(Set.of())));
  }

  private static int[] toArray(Set<Integer> slices) {
    return slices.stream().mapToInt(Integer::intValue).toArray();
  }

  private static Set<Integer> slices(SliceState state, long key) {
    Unspread found = state.unspread().get(key);
    return found == null ? Set.of()
        : Arrays.stream(found.slices()).boxed().collect(Collectors.toSet());
  }

  private void becomeSafe(SliceState state) {
    unspread.replaceAll((key, tried) -> new ArrayList<>(List.of(slices(state, key))));
    Map<Long, HeldClaim> now = state.claims();
    claims.replaceAll((key, tried) ->
        new ArrayList<>(List.of(Optional.ofNullable(now.get(key)))));
    lineage.replaceAll((neighbour, tried) ->
        new ArrayList<>(List.of(born(state, neighbour))));
    safeEvents.addAll(events);
  }

  private void check(SliceState state) {
    Map<Long, HeldClaim> found = state.claims();
    claims.forEach((key, tried) ->
        assertThat(tried).as("claim %s", key).contains(Optional.ofNullable(found.get(key))));
    assertThat(claims.keySet()).containsAll(found.keySet());
    lineage.forEach((neighbour, tried) ->
        assertThat(tried).as("lineage of %s", neighbour).contains(born(state, neighbour)));
    unspread.forEach((key, tried) -> { // whoever had to be told all the time still has to
      Set<Integer> least = new HashSet<>(tried.get(0));
      Set<Integer> most = new HashSet<>();
      tried.forEach(least::retainAll);
      tried.forEach(most::addAll);
      assertThat(slices(state, key)).as("unspread %s", key).containsAll(least).isSubsetOf(most);
    });
    assertThat(safeEvents).allMatch(state.filter()::holds);
    events.retainAll(safeEvents);
  }

  private static Optional<Long> born(SliceState state, Endpoint neighbour) {
    var born = state.lineage(neighbour);
    return born.isPresent() ? Optional.of(born.getAsLong()) : Optional.empty();
  }
}
