package io.bloomtree.experiments.beyond;

import io.bloomtree.experiments.beyond.SimulatedTree.Interference;
import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.AnswerFrame.Answer;
import io.bloomtree.wire.ConfirmFrame;
import io.bloomtree.wire.ConfirmFrame.Confirm;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Packet;

/** Answers and confirms say that whatever they are about has just happened. */
final class NoAges implements Interference {

  @Override public Packet sent(Endpoint from, Endpoint to, Packet packet) {
    Packet answered = Rewriting.of(packet, AnswerFrame.class, NoAges::withoutAges);
    return Rewriting.of(answered, ConfirmFrame.class, NoAges::withoutAges);
  }

  private static AnswerFrame withoutAges(AnswerFrame frame) {
    return new AnswerFrame(frame.decidedBy(), frame.level(), frame.answers().stream()
        .map(it -> new Answer(it.origin(), it.outcome(), it.degradation(), 0)).toList());
  }

  private static ConfirmFrame withoutAges(ConfirmFrame frame) {
    return new ConfirmFrame(frame.confirms().stream()
        .map(it -> new Confirm(it.fingerprint(), it.origin(), 0, it.importance())).toList());
  }
}
