package io.bloomtree.wire;

import java.util.List;

/** How many of each probed event\'s positions on this slice are set. Immutable. */
public record ProbeReplyFrame(List<ProbeReply> replies) implements Frame {
  /** {@code reliable} is false if this slice lost its state: what it lacks may have been there. */
  public record ProbeReply(long round, int set, int probes, boolean reliable) {}
}
