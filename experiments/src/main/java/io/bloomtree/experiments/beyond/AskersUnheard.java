package io.bloomtree.experiments.beyond;

import io.bloomtree.experiments.beyond.SimulatedTree.Interference;
import io.bloomtree.wire.AskFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Frame;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.ProbeFrame.Probe;
import io.bloomtree.wire.Testimony;
import io.bloomtree.wire.VerifyFrame;
import io.bloomtree.wire.VerifyReplyFrame;
import io.bloomtree.wire.VerifyReplyFrame.VerifyReply;
import java.util.HashMap;
import java.util.Map;

/**
 * Denies whatever the child says that a question came from: verification as the paper has it, which
 * leaves that child out. For trees whose root alone verifies. Owned by one thread.
 */
final class AskersUnheard implements Interference {
  private final Map<Long, Endpoint> askers = new HashMap<>();
  private final Map<Long, Endpoint> unheard = new HashMap<>();

  @Override public void arrived(Endpoint from, Endpoint to, Packet packet) {
    for (Frame frame : packet.frames()) {
      if (frame instanceof AskFrame asks) {
        for (int i = 0; i < asks.size(); i++) {
          askers.put(asks.fingerprint(i), from);
        }
      }
    }
  }

  @Override public Packet sent(Endpoint from, Endpoint to, Packet packet) {
    for (Frame frame : packet.frames()) {
      if (frame instanceof VerifyFrame verify) {
        for (Probe probe : verify.probes()) {
          unheard.put(probe.round(), askers.get(probe.fingerprint()));
        }
      }
    }
    return Rewriting.of(packet, VerifyReplyFrame.class, replies ->
        new VerifyReplyFrame(replies.replies().stream()
            .map(reply -> from.equals(unheard.get(reply.round()))
                ? new VerifyReply(reply.round(), Testimony.DENY) : reply)
            .toList()));
  }
}
