package io.bloomtree.tree;

import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import java.util.ArrayList;
import java.util.List;

/**
 * The nodes of a simulated tree, restarted one by one and in any order with the next topology.
 * Their state goes with them.
 */
final class Migration {
  private final World world;
  private final Identity next;

  Migration(World world) {
    this.world = world;
    Identity now = world.identity;
    this.next = new Identity(now.tree(), now.epoch() + 1, now.topologyDigest());
  }

  /** Plans a restart of each node, until some time in milliseconds. */
  void plan(double end) {
    for (Place place : world.scenario.nextShape().places()) {
      if (place.level() == world.scenario.depth) {
        SimAgent agent = (SimAgent) world.nodes.get(place.self().slice(0));
        world.at(world.between(50, end), () -> move(agent, place));
      } else {
        for (int i = 0; i < place.self().plan().count(); i++) {
          int index = i;
          world.at(world.between(50, end), () -> move(place, index));
        }
      }
    }
  }

  /** Most are shut down, some are killed. */
  private void end(SimNode node) {
    if (world.scenario.onDisk && world.random.nextInt(4) > 0) {
      node.shutDown();
    } else {
      node.stop();
    }
  }

  private void move(SimAgent agent, Place place) {
    world.trace("MOVE %s", agent.endpoint);
    end(agent);
    agent.move(place, next);
    agent.restart();
  }

  /** Every old slice is kept by a new one, which is there when all that it keeps have stopped. */
  private void move(Place place, int index) {
    NodeId node = place.self().id();
    int count = place.self().plan().count();
    List<SimSlice> kept = new ArrayList<>();
    for (int old = index; world.nodes.get(new Endpoint(node, old)) instanceof SimSlice slice;
        old += count) {
      kept.add(slice);
      end(slice);
    }
    world.trace("MOVE %s/%d, keeps %d", node, index, kept.size());
    if (kept.isEmpty()) {
      SimSlice added = new SimSlice(world, place, index, next);
      world.add(added);
      added.restart();
      return;
    }
    SimSlice first = kept.get(0);
    List<SimSlice> gone = kept.subList(1, kept.size());
    gone.forEach(world::remove);
    first.move(place, next, gone);
    first.restart();
  }
}
