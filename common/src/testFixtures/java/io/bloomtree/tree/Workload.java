package io.bloomtree.tree;

import io.bloomtree.state.SimulatedProcess.Trouble;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What producers and fate do to a simulated tree. */
final class Workload {
  private static final int KEYS_OVER_WINDOWS = 2;
  /** Of sketches, until the root has heard all: not all of a sketch fits into one report. */
  private static final int ROUNDS_PER_LEVEL = 3;

  private final World world;
  private final Scenario scenario;

  Workload(World world) {
    this.world = world;
    this.scenario = world.scenario;
  }

  /** Plans offers and faults until shortly before {@code healed}, and waves of offers after. */
  void plan(long healed) {
    double end = healed / (double) World.MILLI - 100;
    for (int i = 0; i < scenario.offers; i++) {
      planOffer(world.between(0, end), 1);
    }
    if (scenario.burst) {
      for (SimAgent agent : world.agents) {
        world.at(world.between(100, 103), () -> offer(agent, world.keys[0], 1));
      }
    }
    planCrashes(world.agents, scenario.agentCrashes, scenario.agentAmnesia, end);
    planCrashes(
        world.regions.stream().flatMap(List::stream).toList(), scenario.regionCrashes,
        scenario.regionAmnesia, end);
    planCrashes(world.rootSlices, scenario.rootCrashes, scenario.rootAmnesia, end);
    for (int i = 0; i < scenario.cuts; i++) {
      planCut(end);
    }
    if (scenario.onDisk) {
      planDiskFaults(end);
    }
    if (scenario.epochs > 0) {
      new Migration(world).plan(end);
    }
    planWaves(healed);
  }

  private void planOffer(long time, int wave) {
    SimAgent agent = world.agents.get(world.random.nextInt(world.agents.size()));
    long key = world.keys[world.random.nextInt(world.keys.length)];
    world.at(time, () -> offer(agent, key, wave));
  }

  private void offer(SimAgent agent, long key, int wave) {
    if (!agent.isUp()) {
      return;
    }
    if (wave < 3 && world.chance(scenario.claimShare)) {
      agent.claim(key, wave);
    } else {
      agent.offer(key, wave);
    }
  }

  private void planCrashes(
      List<? extends SimNode> nodes, int crashes, double amnesia, double end) {
    for (int i = 0; i < crashes && !nodes.isEmpty(); i++) {
      SimNode node = nodes.get(world.random.nextInt(nodes.size()));
      boolean loses = world.chance(amnesia);
      boolean knowsIt = world.chance(scenario.knownAmnesia);
      world.at(world.between(20, end), () -> {
        if (node.isUp()) {
          node.crash(loses, knowsIt);
        }
      });
    }
  }

  private void planDiskFaults(double end) {
    for (int i = 0; i < scenario.kills; i++) {
      planWithState(world.between(20, end), state -> state.doom(changes(), false));
    }
    for (int i = 0; i < scenario.outages; i++) {
      boolean isInTheMiddle = world.random.nextBoolean();
      planWithState(world.between(20, end), state -> {
        if (isInTheMiddle) {
          state.doom(changes(), true);
        } else {
          state.host().crash();
        }
      });
    }
    for (int i = 0; i < scenario.diskFaults; i++) {
      Trouble trouble = Trouble.values()[1 + world.random.nextInt(Trouble.values().length - 1)];
      planWithState(world.between(20, end), state -> state.suffer(trouble));
    }
    for (int i = 0; i < 3; i++) { // the operating system writes when it likes to
      world.at(world.between(20, end),
          () -> world.hosts().forEach(host -> host.disk.writeBack()));
    }
  }

  private void planWithState(long time, Consumer<SimState> action) {
    world.at(time, () -> {
      List<SimNode> nodes = List.copyOf(world.nodes.values());
      nodes.get(world.random.nextInt(nodes.size())).disk.ifPresent(action);
    });
  }

  /** How many more words or files a process may change before it is killed. */
  private long changes() {
    int[] most = {4, 40, 400, 4_000};
    return world.random.nextInt(most[world.random.nextInt(most.length)]);
  }

  /** Cuts two slices off each other, or all slices of two nodes. */
  private void planCut(double end) {
    List<SimNode> nodes = new ArrayList<>(world.nodes.values());
    SimNode one = nodes.get(world.random.nextInt(nodes.size()));
    SimNode other = nodes.get(world.random.nextInt(nodes.size()));
    boolean bothWays = world.random.nextBoolean();
    boolean wholeNodes = world.random.nextBoolean();
    long start = world.between(0, end);
    long length = world.between(20, 300);
    for (SimNode from : wholeNodes ? world.slicesOf(one.endpoint.node()) : List.of(one)) {
      for (SimNode to : wholeNodes ? world.slicesOf(other.endpoint.node()) : List.of(other)) {
        world.at(start, () -> world.cut(from.endpoint, to.endpoint, bothWays));
        world.at(start + length, () -> world.mend(from.endpoint, to.endpoint));
      }
    }
  }

  /*
   * The second wave comes while claims of the first may still be held. The third
   * comes when nobody can hold a claim any more, one offer at a time: each must get a
   * verdict. Where a claim may be nobody's, that is when every lease has run out.
   */
  private void planWaves(long healed) {
    long second = healed + (world.random.nextBoolean() ? 5 : 450) * World.MILLI;
    for (SimAgent agent : world.agents) {
      for (long key : world.keys) {
        world.at(second + world.between(0, 200), () -> offer(agent, key, 2));
      }
    }
    long leases = 2L * scenario.lease * World.MILLI;
    if (!scenario.zombieFree) {
      world.sleepWhenCalm(leases);
    }
    planLastWave(world.keys.length);
    if (scenario.rootKind.isTimed()) {
      planWavesOverWindows();
    }
    world.whenCalm(world.model::checkRemembered);
    world.sleepWhenCalm(leases);
    if (scenario.sketches.areKept()) {
      planReports();
    }
  }

  /** Until all is told; and then once more, when nobody has anything to tell. */
  private void planReports() {
    long round = 2L * scenario.sketchEvery * World.MILLI; // clocks may be slow
    for (int i = 0; i <= ROUNDS_PER_LEVEL * scenario.depth; i++) {
      world.sleepWhenCalm(round);
    }
    world.whenCalm(world.sketches::settled);
    world.sleepWhenCalm(round);
  }

  private void planLastWave(int keys) {
    for (SimAgent agent : world.agents) {
      for (int i = 0; i < Math.min(keys, world.keys.length); i++) {
        long key = world.keys[i];
        world.whenCalm(() -> offer(agent, key, 3));
      }
    }
  }

  /*
   * Now that all packets are quick: events that must still be known although their windows are
   * nearly over, and then ones that must be forgotten, whatever was heard of them meanwhile and
   * however fast or slow anybody's clock is. A few are enough, and more would take so long that
   * the first are forgotten when the last are offered.
   */
  private void planWavesOverWindows() {
    long window = scenario.rootWindow * World.MILLI;
    world.sleepWhenCalm(window * 7 / 10);
    planLastWave(KEYS_OVER_WINDOWS);
    world.sleepWhenCalm(window * 7 / 10 + scenario.slotMillis(0) * World.MILLI);
    planLastWave(KEYS_OVER_WINDOWS);
  }
}
