package io.bloomtree.experiments.beyond;

import io.bloomtree.wire.Frame;
import io.bloomtree.wire.Packet;
import java.util.function.UnaryOperator;

/** Makes a packet that says something else. */
final class Rewriting {

  private Rewriting() {}

  /** The packet with other frames in place of those of one kind. */
  static <F extends Frame> Packet of(Packet packet, Class<F> kind, UnaryOperator<F> change) {
    if (packet.frames().stream().noneMatch(kind::isInstance)) {
      return packet;
    }
    return new Packet(
        packet.identity(), packet.epoch(), packet.from(), packet.incarnation(), packet.born(),
        packet.frames().stream()
            .map(frame -> kind.isInstance(frame) ? change.apply(kind.cast(frame)) : frame)
            .toList());
  }
}
