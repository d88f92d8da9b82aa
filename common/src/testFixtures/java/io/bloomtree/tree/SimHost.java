package io.bloomtree.tree;

import io.bloomtree.state.SimulatedDisk;
import java.util.List;
import java.util.Random;

/** A computer of the simulated tree: some nodes, and the disk that they share. */
final class SimHost {
  private final World world;
  private final String name;
  final SimulatedDisk disk;

  SimHost(World world, String name) {
    this.world = world;
    this.name = name;
    this.disk = new SimulatedDisk(new Random(world.random.nextLong()));
  }

  private List<SimNode> nodes() {
    return world.nodes.values().stream().filter(node -> node.isOn(this)).toList();
  }

  /** The computer ends with all that runs on it, and starts again. */
  void crash() {
    world.trace("OUTAGE %s, %d sectors not safe", name, disk.unsafeSectors());
    world.model.count("computers crashed");
    if (disk.unsafeSectors() > 0) {
      world.model.count("computers crashed with sectors that were not safe");
      nodes().forEach(SimNode::mayHaveForgotten);
    }
    List<SimNode> running = nodes().stream().filter(SimNode::isUp).toList();
    running.forEach(SimNode::stop);
    disk.crash();
    nodes().forEach(SimNode::hostCrashed);
    running.forEach(SimNode::restart);
  }
}
