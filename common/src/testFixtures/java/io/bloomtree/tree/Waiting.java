package io.bloomtree.tree;

import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.PongFrame;

/** Time that passes while a peer is there but says nothing of interest. */
final class Waiting {
  private Waiting() {}

  static void whileHearing(Bench<?> bench, Endpoint peer, long millis) {
    for (long passed = 0; passed < millis; passed += 10) {
      bench.advance(Math.min(10, millis - passed));
      bench.deliver(peer, new PongFrame(0));
    }
  }
}
