package io.bloomtree.tree;

import io.bloomtree.state.Fsync;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Packet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A node of the simulated tree: a machine that can crash, and a clock that may drift. */
abstract class SimNode {
  final World world;
  Place place;
  final Endpoint endpoint;
  Identity identity;
  final ClaimLog claims;
  final RecordedEvents events = new RecordedEvents();
  /** What it has on the disk of its computer; empty if its state is simulated, too. */
  final Optional<SimState> disk;
  long incarnation = 1;
  /** When it last lost its state, in virtual time; -1 if never. */
  long lastLoss = -1;
  private final double clockRate;
  private final long clockStart;
  private Machine machine;
  private SimWatch watch;
  private long plannedTick = Long.MAX_VALUE;
  private long tickPlan;
  private long restartPlan;

  SimNode(World world, Place place, int slice, Identity identity) {
    this.world = world;
    this.place = place;
    this.endpoint = new Endpoint(place.self().id(), slice);
    this.identity = identity;
    this.claims = new ClaimLog(world, endpoint);
    double drift = world.scenario.drift;
    this.clockRate = 1 + drift * (2 * world.random.nextDouble() - 1);
    this.clockStart = drift == 0 ? 0 : world.random.nextInt(1_000_000);
    this.disk = world.hostOf(endpoint).map(host -> new SimState(this, host));
  }

  /** Has its state ready, which may be on a disk. */
  abstract void open();

  abstract Machine boot();

  /** A shadow for the filter of a new store. */
  final ShadowedSlice newShadow() {
    Scenario scenario = world.scenario;
    int level = place.level();
    var shadow = new ShadowedSlice(
        place.self().plan(), endpoint.slice(), scenario.seed,
        scenario.windowMillis(level) + scenario.slotMillis(level), claims, events);
    world.shadows.put(self(), shadow);
    return shadow;
  }

  /** Its filter, as others know it. */
  final Former self() {
    return new Former(endpoint, identity.epoch(), place.self().plan());
  }

  /** What the node itself knows of its state. */
  abstract MachineStore store();

  /** Forgets everything that was to be kept, from now on. */
  abstract void loseState(boolean knowsIt);

  /** Called when the node has gone down, before it may lose its state. */
  void crashed() {}

  abstract void recovered();

  int incarnationStep() {
    return 1;
  }

  final boolean isUp() {
    return machine != null;
  }

  final Machine machine() {
    return machine;
  }

  /** Whom the machine takes to be away. */
  final Set<Endpoint> away() {
    return watch.away();
  }

  /** The node's own clock, in milliseconds. */
  final long clock() {
    return clockStart + (long) (world.now() * clockRate / World.MILLI);
  }

  final void start() {
    step(() -> {
      open();
      machine = boot();
      watch = new SimWatch(world.model, this);
      machine.watch(watch);
      machine.start(clock());
    });
  }

  final void receive(Packet packet) {
    step(() -> machine.receive(List.of(packet), clock()));
  }

  /** Lets the machine do something, and plans its next tick. */
  final void step(Runnable action) {
    world.countStep();
    if (disk.isPresent() && !disk.get().survives(action)) {
      return;
    }
    if (disk.isEmpty()) {
      action.run();
    }
    if (machine != null) {
      stepped();
      world.model.checkLimits(this);
      planTick();
    }
  }

  /** Called after each step of the machine. */
  void stepped() {}

  private void planTick() {
    long next = machine.nextTick();
    if (next == plannedTick) {
      return;
    }
    plannedTick = next;
    long plan = ++tickPlan;
    if (next != Long.MAX_VALUE) {
      long time = (long) Math.ceil((next - clockStart) * World.MILLI / clockRate);
      world.tickAt(time, () -> {
        if (plan == tickPlan && machine != null) {
          plannedTick = Long.MAX_VALUE;
          step(this::tick);
        }
      });
    }
  }

  void tick() {
    machine.tick(clock());
  }

  /** Its state is whole again, as far as it knows. */
  final void healed() {
    boolean isTrue =
        world.childrenOf(place).noneMatch(child -> child.lastLoss >= 0 || child.hasForgotten)
            && place.guests().isEmpty();
    world.trace("HEALED %s%s", endpoint, isTrue ? "" : ", as it thinks");
    world.model.count("healed");
    if (isTrue && isRebuilt) {
      long lostAt = lastLoss;
      lastLoss = -1;
      restored(lostAt);
    }
  }

  /** It really has again what it lost. */
  void restored(long lostAt) {}

  /**
   * Its computer ended with sectors that were not safe: unless each step was forced, it may lack
   * what others, who lost it too, would have from it.
   */
  final void mayHaveForgotten() {
    hasForgotten |= world.scenario.forcing != Fsync.When.EACH;
  }

  private boolean hasForgotten;

  /** Whether what it lost was copied from its children since. */
  boolean isRebuilt;

  /** Ends the process, for good or until it is started again. */
  final void stop() {
    machine = null;
    tickPlan++;
    restartPlan++;
    plannedTick = Long.MAX_VALUE;
    crashed();
    disk.ifPresent(SimState::ended);
    incarnation += incarnationStep();
  }

  /** Ends the process as it should end, if that is up to the one who ends it. */
  final void shutDown() {
    disk.ifPresent(SimState::shutDown);
    stop();
  }

  final void crash(boolean loses, boolean knowsIt) {
    world.trace("CRASH %s%s", endpoint, loses ? " LOSES STATE" : "");
    world.model.count(loses ? "crashes with loss" : "crashes");
    stop();
    if (loses) {
      lose(knowsIt);
    } else {
      recovered();
    }
    restart();
  }

  /** All that it kept is gone. */
  final void lose(boolean knowsIt) {
    lastLoss = world.now();
    loseState(knowsIt);
    disk.ifPresent(state -> state.remove(knowsIt));
  }

  final boolean isOn(SimHost host) {
    return disk.filter(state -> state.host() == host).isPresent();
  }

  final void hostCrashed() {
    disk.ifPresent(SimState::hostCrashed);
  }

  /** Its computer ended before some of its changes were safe. */
  final void lostUnsafe(Set<Long> fingerprints) {
    if (place.level() == 0 || world.scenario.verifyAbove > 0) {
      world.model.lostWithComputer(fingerprints);
    }
  }

  /** Sends a packet, which may say nothing that is not safe. */
  final void send(Endpoint to, Packet packet) {
    disk.ifPresent(SimState::checkMaySend);
    world.send(endpoint, to, packet);
  }

  /** Starts the node after a while, unless somebody stops it before. */
  final void restart() {
    long[] pauses = {5, 30, 150, 400};
    long plan = restartPlan;
    world.after(pauses[world.random.nextInt(pauses.length)] * World.MILLI, () -> {
      if (plan == restartPlan) {
        world.trace("START %s incarnation %d epoch %d", endpoint, incarnation, identity.epoch());
        start();
      }
    });
  }

  /** Has the node run another topology when it is started again. */
  final void relocate(Place newPlace, Identity newIdentity) {
    place = newPlace;
    identity = newIdentity;
  }
}
