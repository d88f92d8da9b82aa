package io.bloomtree.tree;

import io.bloomtree.wire.Origin;
import java.util.HashMap;
import java.util.Map;

/** Knows how often agents ask: again after a while, not as often as they get answers (P5). */
final class AskPace {
  private final World world;
  private final Map<Origin, Asked> asked = new HashMap<>();

  AskPace(World world) {
    this.world = world;
  }

  void asked(Origin origin) {
    Asked known = asked.computeIfAbsent(origin, o -> new Asked(world.now()));
    known.times++;
    long elapsed = (world.now() - known.since) / World.MILLI;
    if (known.times == world.scenario.mostAsks(elapsed) + 1) {
      world.model.violation("P5: " + origin + " is asked for again and again");
    }
  }

  private static final class Asked {
    final long since;
    int times;

    Asked(long since) {
      this.since = since;
    }
  }
}
