package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.BufferShape;
import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.FpBufferShape;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.GrowingShape.Trigger;
import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.filter.ImportanceShape.Variant;
import io.bloomtree.filter.ReservoirShape;
import io.bloomtree.filter.ReservoirShape.Reset;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.StableShape;
import io.bloomtree.filter.TimedBufferShape;
import io.bloomtree.filter.Window;
import io.bloomtree.state.Fsync;
import io.bloomtree.state.MachineState;
import io.bloomtree.state.StateDirectory;
import io.bloomtree.state.Tenant;
import io.bloomtree.tree.AgentStore;
import io.bloomtree.tree.AgentStore.Unacknowledged;
import io.bloomtree.tree.MachineStore;
import io.bloomtree.tree.SliceStore;
import io.bloomtree.tree.SliceStore.HeldClaim;
import io.bloomtree.tree.SliceStore.Unspread;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.TreeIdentity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32;

/**
 * Things that outlive a process, one of every kind, and what can be done to them. They are small,
 * so that a few thousand steps fill them, make them grow and make them forget.
 */
enum KeptThing {
  BLOOM(SlicePlan.whole(BloomShape.sizedFor(Layout.CACHE_LINE, 20_000, 0.001)), Care.LOOSE),
  PLAIN_BLOOM(SlicePlan.whole(BloomShape.sizedFor(Layout.PLAIN, 20_000, 0.001)), Care.LOOSE),
  VERTICAL_BLOOM(
      SlicePlan.vertical(BloomShape.sizedFor(Layout.PLAIN, 20_000, 0.001), 2), Care.LOOSE),
  HORIZONTAL_BLOOM(SlicePlan.horizontal(BloomShape.sizedFor(20_000, 0.001), 2), Care.LOOSE),
  SLIDING(SlicePlan.whole(SlidingShape.sizedFor(2_000, 0.001, seconds(20))), Care.UNSEEN),
  VERTICAL_SLIDING(
      SlicePlan.vertical(SlidingShape.sizedFor(2_000, 0.001, seconds(20)), 2), Care.UNSEEN),
  SLIDING_EVENTS(
      SlicePlan.whole(SlidingShape.sizedFor(2_000, 0.001, Window.ofEvents(1_500))), Care.UNSEEN),
  GROWING(
      SlicePlan.whole(new GrowingShape(
          BloomShape.sizedFor(Layout.PLAIN, 1_000, 0.001), Trigger.CARDINALITY, 8, 1 << 20)),
      Care.LOOSE_UNSEEN),
  GROWING_DENSITY(
      SlicePlan.whole(new GrowingShape(
          BloomShape.sizedFor(Layout.PLAIN, 1_000, 0.001), Trigger.DENSITY, 8, 1 << 20)),
      Care.LOOSE_UNSEEN),
  GROWING_SLIDING(
      SlicePlan.whole(new GrowingShape(
          SlidingShape.sizedFor(500, 0.001, seconds(10)), Trigger.CARDINALITY, 6, 1 << 20)),
      Care.UNSEEN),
  STABLE(SlicePlan.whole(StableShape.forRate(8_192, 2, 3, 0.02)), Care.EXACT),
  RESERVOIR(
      SlicePlan.whole(new ReservoirShape(
          3, 4_096, ReservoirShape.DEFAULT_THRESHOLD, Reset.RANDOM)), Care.EXACT),
  RESERVOIR_ONES(
      SlicePlan.whole(new ReservoirShape(
          3, 4_096, ReservoirShape.DEFAULT_THRESHOLD, Reset.SET_ONES)), Care.EXACT),
  IMPORTANCE(SlicePlan.whole(new ImportanceShape(8_192, 3, 3, 6, Variant.MULTI_CLASS)), Care.EXACT),
  IMPORTANCE_TWO(
      SlicePlan.whole(new ImportanceShape(8_192, 3, 3, 6, Variant.TWO_CLASSES)), Care.EXACT),
  IMPORTANCE_HYBRID(
      SlicePlan.whole(new ImportanceShape(8_192, 3, 3, 6, Variant.HYBRID)), Care.EXACT),
  BUFFER(SlicePlan.whole(new BufferShape(500)), Care.EXACT),
  FP_BUFFER(SlicePlan.whole(new FpBufferShape(new BufferShape(500), 0.01)), Care.EXACT),
  TIMED_BUFFER(
      SlicePlan.whole(new TimedBufferShape(new BufferShape(500), seconds(10))), Care.EXACT),
  CLAIMS(SlicePlan.whole(new BufferShape(10)), Care.EXACT),
  UNSPREAD(SlicePlan.whole(new BufferShape(10)), Care.EXACT),
  LINEAGE(SlicePlan.whole(new BufferShape(10)), Care.EXACT),
  CONFIRMS(SlicePlan.whole(BloomShape.sizedFor(5_000, 0.001)), Care.LOOSE);

  /** What a process that is killed in the middle of an operation may leave. */
  private enum Care {
    /** All of the operation or nothing. */
    EXACT,
    /** Some of it, which does no harm: once it is repeated nobody can tell. */
    LOOSE,
    /** All or nothing that can be seen: sweeping, and what time it is, cannot. */
    UNSEEN,
    /** Some of what can be seen, which does no harm. */
    LOOSE_UNSEEN
  }

  /** Of random numbers; the same for the thing and its twin. */
  static final long SEED = 7;

  private static final TreeIdentity TREE = new TreeIdentity("kept", "xxh3-64", 1);
  private static final NodeId AGENT = new NodeId("agent");
  private static final int NEIGHBOURS = 20;
  private static final int EVENTS = 6_000;
  private static final long STEP_MILLIS = 10;

  private final SlicePlan plan;
  private final Care care;

  KeptThing(SlicePlan plan, Care care) {
    this.plan = plan;
    this.care = care;
  }

  private static Window seconds(int span) {
    return Window.of(Duration.ofSeconds(span));
  }

  SlicePlan plan() {
    return plan;
  }

  Endpoint endpoint() {
    return Endpoint.of(new NodeId(name().toLowerCase(Locale.ROOT).replace('_', '-')));
  }

  /** What an earlier process kept of it in a directory, or a new one. */
  MachineState open(Path data) {
    return open(data, 0, plan);
  }

  /** The same with another plan, which takes another epoch. */
  MachineState open(Path data, int epoch, SlicePlan wanted) {
    var tenant = new Tenant(
        TREE, endpoint(), epoch, wanted, SEED, Fsync.every(Duration.ofMillis(50)), 1);
    StateDirectory directory = StateDirectory.at(data);
    return isAgent() ? directory.openAgent(tenant) : directory.openSlice(tenant);
  }

  /** Whether it is an agent's. */
  boolean isAgent() {
    return this == CONFIRMS;
  }

  /** Whether half an operation may have happened, which does no harm once it is repeated. */
  boolean isLoose() {
    return care == Care.LOOSE || care == Care.LOOSE_UNSEEN;
  }

  /** Whether an operation may have done, or not done, what cannot be seen. */
  boolean isUnseen() {
    return care == Care.UNSEEN || care == Care.LOOSE_UNSEEN;
  }

  /** Says what time it is, as machines do before anything else. */
  void tell(MachineStore store, long time) {
    filter(store).advance(time * STEP_MILLIS);
  }

  /**
   * Does something to it that follows from the random numbers and the time, which is the number of
   * things that were done to it before.
   */
  void step(MachineStore store, RandomGenerator random, long time) {
    long event = event(random.nextInt(EVENTS));
    int importance = random.nextInt(ImportanceShape.MAX_IMPORTANCE + 1);
    int choice = random.nextInt(10);
    int number = random.nextInt(3_000);
    switch (this) {
      case CLAIMS -> stepClaims((SliceStore) store, event, choice, time);
      case UNSPREAD -> stepUnspread((SliceStore) store, event, choice, time, importance);
      case LINEAGE -> store.putLineage(neighbour(number % NEIGHBOURS), choice);
      case CONFIRMS -> stepConfirms((AgentStore) store, event, choice, time, importance);
      default -> stepFilter(filter(store), event, choice, number, importance);
    }
  }

  private static void stepClaims(SliceStore store, long event, int choice, long time) {
    if (choice < 3) {
      store.removeClaim(event);
    } else {
      store.putClaim(event, new HeldClaim(
          new Origin(AGENT, choice, time), Degradation.values()[choice % 5]));
    }
  }

  private static void stepUnspread(
      SliceStore store, long event, int choice, long time, int importance) {
    if (choice < 3) {
      store.removeUnspread(event);
    } else {
      store.putUnspread(event, new Unspread(new int[] {choice, 1_000}, time, importance));
    }
  }

  private static void stepConfirms(
      AgentStore store, long event, int choice, long time, int importance) {
    if (choice < 5) {
      store.acknowledged(new Origin(AGENT, 1, Math.max(0, time - 2 * choice)));
    } else {
      store.leaf().record(event, 0, importance);
      store.journal(new Unacknowledged(event, new Origin(AGENT, 1, time), time, importance));
    }
  }

  private static void stepFilter(
      FilterSlice filter, long event, int choice, int age, int importance) {
    if (choice < 2) {
      filter.repeated(event, age, importance);
    } else {
      filter.record(event, age, importance);
    }
  }

  /** Events are numbered; what comes of a number looks like a fingerprint. */
  private static long event(int number) {
    return new SplittableRandom(number).nextLong();
  }

  private static Endpoint neighbour(int number) {
    return new Endpoint(AGENT, number);
  }

  private FilterSlice filter(MachineStore store) {
    return isAgent() ? ((AgentStore) store).leaf() : ((SliceStore) store).filter();
  }

  /** A checksum of all that it holds, or of its answers if that is all that counts. */
  long state(MachineStore store) {
    var told = new StringBuilder();
    if (isUnseen()) {
      for (int i = 0; i < EVENTS; i++) {
        told.append(filter(store).setProbes(event(i))).append(' ');
      }
    }
    if (isAgent()) {
      told.append(((AgentStore) store).journal());
    } else {
      told.append(new TreeMap<>(((SliceStore) store).claims()));
      new TreeMap<>(((SliceStore) store).unspread()).forEach((event, it) -> told.append(
          " " + event + Arrays.toString(it.slices()) + it.confirmedAt() + "/" + it.importance()));
    }
    for (int i = 0; i < NEIGHBOURS; i++) {
      told.append(store.lineage(neighbour(i)));
    }
    var checksum = new CRC32(); // not the one that snapshots end with: it would cancel itself
    if (!isUnseen()) {
      checksum.update(filter(store).toSnapshot());
    }
    checksum.update(told.toString().getBytes(UTF_8));
    return checksum.getValue();
  }
}
