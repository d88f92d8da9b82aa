package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * What one slice sends another at one time: some frames, and who sends them. Immutable.
 *
 * @param identity digest of tree name, hash name and seed: another tree's packets are refused
 * @param epoch number of the topology the sender runs; adjacent ones may talk
 * @param from the sending slice
 * @param incarnation the sender's incarnation
 * @param born the incarnation in which the sender's state was created; later than it once was
 *     means that the sender has lost its state
 */
public record Packet(
    int identity, int epoch, Endpoint from, long incarnation, long born, List<Frame> frames) {
  public Packet {
    requireNonNull(from, "from");
    frames = List.copyOf(frames);
    if (frames.isEmpty()) {
      throw new IllegalArgumentException("packet has no frames: from=" + from);
    }
  }
}
