package io.bloomtree.tree;

import io.bloomtree.filter.StorageException;
import io.bloomtree.state.Arrival;
import io.bloomtree.state.Forcer;
import io.bloomtree.state.Fsync;
import io.bloomtree.state.MachineState;
import io.bloomtree.state.ProcessKilled;
import io.bloomtree.state.SimulatedProcess;
import io.bloomtree.state.SimulatedProcess.Trouble;
import io.bloomtree.state.StateDirectory;
import io.bloomtree.state.StateException;
import io.bloomtree.state.Tenant;
import io.bloomtree.tree.AgentStore.Unacknowledged;
import io.bloomtree.tree.SliceStore.HeldClaim;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Origin;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * What a simulated node has on the disk of its computer, through the stores that are used in
 * production; and what it must find there when it comes back (P7).
 */
final class SimState {
  private final SimNode node;
  private final SimHost host;
  private final World world;
  private final Fsync fsync;
  final Ledger<Long, HeldClaim> claims = new Ledger<>();
  final Ledger<Long, List<Integer>> unspread = new Ledger<>();
  final Ledger<Origin, Unacknowledged> confirms = new Ledger<>();
  final Ledger<Endpoint, Long> lineage = new Ledger<>();
  private final RecordedEvents events;
  private SimulatedProcess process;
  private MachineState state;
  private boolean hasCrashed;
  /** When all was last safe, and for how long it was not when the computer ended. */
  private long safeAt;
  private long unsafeFor;
  private Doom doom;
  private boolean hasFailed;
  private OptionalLong born = OptionalLong.empty();
  private long newestIncarnation;

  /** An end in the middle of something. */
  private record Doom(long changes, boolean isOutage) {}

  SimState(SimNode node, SimHost host) {
    this.node = node;
    this.host = host;
    this.world = node.world;
    this.events = node.events;
    this.fsync = world.scenario.fsync();
    this.safeAt = node.clock();
  }

  SimHost host() {
    return host;
  }

  boolean isOpen() {
    return state != null;
  }

  /** What the node itself knows of its state. */
  MachineState state() {
    return state;
  }

  /** Opens what is there; what is not there is made. */
  <S extends MachineState> S open(BiFunction<StateDirectory, Tenant, S> how) {
    process = new SimulatedProcess(host.disk);
    if (doom != null) {
      process.killAfter(doom.changes);
    }
    var directory = new StateDirectory(process, this::every, node::clock);
    // a computer whose clock was set back proposes an incarnation of long ago
    long proposed = world.scenario.clocksSetBack && born.isPresent() ? 1 : node.incarnation;
    S opened = how.apply(directory, new Tenant(
        node.identity.tree(), node.endpoint, node.identity.epoch(), node.place.self().plan(),
        world.scenario.seed, fsync, proposed));
    state = opened;
    node.incarnation = opened.incarnation();
    check(opened.incarnation() > newestIncarnation, "its incarnation is no newer than "
        + newestIncarnation + ": " + opened.incarnation());
    newestIncarnation = opened.incarnation();
    return opened;
  }

  /** Compares what was found with what must be there; all of the node is ready for that. */
  void checkFound(MachineStore store, ShadowedSlice filter) {
    Arrival arrival = state.arrival();
    world.trace("OPENED %s %s", node.endpoint, arrival);
    world.model.count("opened " + arrival.how());
    if (arrival.undone() > 0) {
      world.model.count("unfinished operations rolled back");
    }
    boolean isCrashed = hasCrashed;
    if (born.isPresent()) {
      check(store.born() == born.getAsLong(), "was born in " + store.born());
      check(arrival.how() != Arrival.How.FRESH, "is gone");
    }
    born = OptionalLong.of(store.born());
    tell(isCrashed);
    if (store instanceof SliceStore slice) {
      Map<Long, List<Integer>> left = new HashMap<>();
      slice.unspread().forEach((event, all) -> left.put(event, sorted(all.slices())));
      flaws("claims", claims.open(slice.claims(), isCrashed));
      flaws("unspread events", unspread.open(left, isCrashed));
    } else if (store instanceof AgentStore agent) {
      Map<Origin, Unacknowledged> journal = new HashMap<>();
      agent.journal().forEach(confirm -> journal.put(confirm.origin(), confirm));
      Set<Long> missing = new LinkedHashSet<>();
      confirms.now().forEach((origin, confirm) -> {
        if (!journal.containsKey(origin)) {
          missing.add(confirm.fingerprint());
        }
      });
      ((SimAgent) node).found(agent.journal(), missing, fsync.when() != Fsync.When.EACH);
      flaws("confirms", confirms.open(journal, isCrashed));
    }
    Map<Endpoint, Long> known = new HashMap<>();
    for (Endpoint neighbour : lineage.keys()) {
      store.lineage(neighbour).ifPresent(itsBorn -> known.put(neighbour, itsBorn));
    }
    flaws("lineage", lineage.open(known, isCrashed));
    events.opened(isCrashed);
    int level = node.place.level();
    // timers can tell slots apart for a sixteenth of the window longer than they live
    if (isCrashed && unsafeFor > world.scenario.windowMillis(level) / 16) {
      filter.mayHaveRevived(node.clock());
    }
    for (long event : events.kept()) {
      check(world.scenario.forgetsByDesign(level)
              || filter.mayForget(event, node.clock(), world.scenario.windowMillis(level))
              || filter.remembers(event),
          "forgot " + world.nameOf(event));
    }
    hasCrashed = false;
    if (fsync.when() == Fsync.When.EACH) {
      becomeSafe(); // what was not forced before was forced when it was opened
    }
  }

  /** What the policy gives away, the model excuses; with {@code each} that is nothing. */
  private void tell(boolean isCrashed) {
    if (isCrashed && fsync.when() != Fsync.When.EACH) {
      Set<Long> given = new LinkedHashSet<>(claims.unsafe());
      given.addAll(unspread.unsafe());
      given.addAll(events.unsafe());
      node.lostUnsafe(given);
      unspread.unsafe().forEach(this::tellWhoMisses);
    }
  }

  /** Slices for which this one stood in may hear of the event from nobody else. */
  private void tellWhoMisses(long event) {
    for (List<Integer> slices : unspread.possible(event)) {
      for (int slice : slices) {
        SimNode other = world.nodes.get(new Endpoint(node.endpoint.node(), slice));
        if (other != null) {
          other.events.miss(event);
        }
      }
    }
  }

  static List<Integer> sorted(int[] slices) {
    return Arrays.stream(slices).sorted().boxed().toList();
  }

  private void flaws(String what, List<String> flaws) {
    flaws.forEach(flaw -> check(false, "found among its " + what + ": " + flaw));
  }

  private void check(boolean isKept, String otherwise) {
    if (!isKept) {
      world.model.violation("P7: " + node.endpoint + " came back, and " + otherwise);
    }
  }

  private Forcer.Ticket every(Duration interval, Runnable force) {
    planForce(process, interval, force);
    return () -> {};
  }

  private void planForce(SimulatedProcess mine, Duration interval, Runnable force) {
    world.tickAt(world.now() + interval.toMillis() * World.MILLI, () -> {
      if (mine == process) {
        force.run();
        if (mine.isWell()) {
          becomeSafe();
        }
        planForce(mine, interval, force);
      }
    });
  }

  /** The store was asked to make all safe, and says it did. */
  void synced() {
    if (fsync.when() == Fsync.When.EACH) {
      becomeSafe();
    }
  }

  /** All that was changed is on the disk. */
  void becomeSafe() {
    safeAt = node.clock();
    claims.becomeSafe();
    unspread.becomeSafe();
    confirms.becomeSafe();
    lineage.becomeSafe();
    events.becomeSafe();
  }

  /** With {@code each} nothing is said before it is safe. */
  void checkMaySend() {
    if (fsync.when() == Fsync.When.EACH
        && !(claims.unsafe().isEmpty() && unspread.unsafe().isEmpty()
            && confirms.unsafe().isEmpty() && events.unsafe().isEmpty())) {
      world.model.violation("P7: " + node.endpoint + " sends before what it did is safe");
    }
  }

  /** The process will end when it has changed so much more, in the middle of something. */
  void doom(long changes, boolean isOutage) {
    doom = new Doom(changes, isOutage);
    if (isOpen()) {
      process.killAfter(changes);
    }
  }

  /** The disk begins to fail. */
  void suffer(Trouble trouble) {
    if (isOpen()) {
      world.trace("DISK %s %s", node.endpoint, trouble);
      process.suffer(trouble);
    }
  }

  /** Nothing goes wrong any more. */
  void heal() {
    doom = null;
    if (isOpen()) {
      process.killAfter(Long.MAX_VALUE);
      process.suffer(Trouble.NONE);
    }
  }

  /** The machine says that its store has failed. */
  void failed() {
    hasFailed = true;
  }

  /** Lets the node do something; false if it ended meanwhile. */
  boolean survives(Runnable action) {
    try {
      action.run();
      if (isOpen()) {
        state.keepTime(node.clock());
      }
    } catch (ProcessKilled e) {
      world.trace("KILLED %s", node.endpoint);
      world.model.count("killed in the middle of a step");
      boolean isOutage = doom != null && doom.isOutage;
      doom = null;
      node.stop();
      if (isOutage) {
        host.crash();
      }
      node.restart();
      return false;
    } catch (StateException | StorageException | InternalError e) {
      world.trace("FAILED %s %s", node.endpoint, e.getMessage());
      return fail(e);
    }
    return !hasFailed || fail(null);
  }

  private boolean fail(Throwable cause) {
    if (process.isWell()) {
      world.model.violation("P7: " + node.endpoint + " cannot use its state: " + cause);
    }
    world.model.count("disks failed");
    boolean isReplaced = world.chance(world.scenario.diskLoss) || process.isWell();
    node.stop();
    if (isReplaced) {
      node.lose(world.chance(world.scenario.knownAmnesia));
    }
    node.restart();
    return false;
  }

  /** The process has ended, and with it what it had to say of its store. */
  void ended() {
    if (process != null) {
      process.end();
    }
    process = null;
    state = null;
    hasFailed = false; // the next process has a store of its own
  }

  /** The process ends as it should. */
  void shutDown() {
    try {
      if (isOpen()) {
        state.close();
        becomeSafe();
      }
    } catch (ProcessKilled | StateException | StorageException | InternalError e) {
      world.model.count("ended while it was shut down");
    }
  }

  void hostCrashed() {
    hasCrashed = true;
    unsafeFor = fsync.when() == Fsync.When.EACH ? 0 : node.clock() - safeAt;
  }

  /** What another slice had that is no more, this one has. */
  void absorb(SimState gone) {
    claims.absorb(gone.claims);
    unspread.absorb(gone.unspread);
    hasCrashed |= gone.hasCrashed;
    unsafeFor = Math.max(unsafeFor, gone.unsafeFor);
  }

  /** All that the node had is gone. */
  void remove(boolean isNoticed) {
    host.disk.remove(node.identity.tree(), node.endpoint, isNoticed);
    born = OptionalLong.empty();
    claims.clear();
    unspread.clear();
    confirms.clear();
    lineage.clear();
    events.clear();
    hasCrashed = false;
  }
}
