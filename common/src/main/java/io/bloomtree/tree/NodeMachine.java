package io.bloomtree.tree;

import io.bloomtree.wire.AckFrame;
import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.AskFrame;
import io.bloomtree.wire.ConfirmFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Frame;
import io.bloomtree.wire.HandoverAckFrame;
import io.bloomtree.wire.HandoverFrame;
import io.bloomtree.wire.HelloFrame;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.PingFrame;
import io.bloomtree.wire.PongFrame;
import io.bloomtree.wire.ProbeFrame;
import io.bloomtree.wire.ProbeReplyFrame;
import io.bloomtree.wire.RefusalCode;
import io.bloomtree.wire.RefusalFrame;
import io.bloomtree.wire.ReleaseFrame;
import io.bloomtree.wire.SetAckFrame;
import io.bloomtree.wire.SetFrame;
import io.bloomtree.wire.VerifyFrame;
import io.bloomtree.wire.VerifyReplyFrame;
import io.bloomtree.wire.WelcomeFrame;

/**
 * What all machines share: a step takes a packet or a tick, then sends what came of it. Frames that
 * a kind of node does not expect are counted and dropped. Owned by one event loop.
 */
abstract class NodeMachine implements Machine {
  final Place place;
  final Settings settings;
  final Identity identity;
  final long incarnation;
  private final int digest;
  final Tally tally = new Tally();
  final Timers timers = new Timers();
  final Outbox outbox;

  NodeMachine(
      Place place, int slice, Settings settings, Identity identity, long incarnation, long born,
      Transport transport) {
    this.place = place;
    this.settings = settings;
    this.identity = identity;
    this.incarnation = incarnation;
    this.digest = identity.tree().digest();
    this.outbox =
        new Outbox(digest, identity.epoch(), place.self().slice(slice), incarnation, born,
            settings.batching().events(), transport, tally);
  }

  @Override
  public final void receive(Packet packet, long now) {
    if (accepts(packet)) {
      heard(packet.from());
      for (Frame frame : packet.frames()) {
        dispatch(packet, frame, now);
      }
    }
    endStep(now);
  }

  @Override
  public final void tick(long now) {
    timers.fireDue(now);
    endStep(now);
  }

  @Override
  public final long nextTick() {
    return timers.next();
  }

  @Override
  public final Tally tally() {
    return tally;
  }

  /** Sends what the step left to be sent. */
  void endStep(long now) {
    outbox.flush();
  }

  private boolean accepts(Packet packet) {
    if (packet.identity() != digest) {
      refuse(packet, RefusalCode.OTHER_TREE,
          "packet of another tree, hash or seed: theirs=%08x, ours=%08x of %s"
              .formatted(packet.identity(), digest, identity.tree()));
      return false;
    }
    if (!identity.mayTalkTo(packet.epoch())) {
      refuse(packet, RefusalCode.EPOCH,
          "epochs are not adjacent: theirs=" + packet.epoch() + ", ours=" + identity.epoch());
      return false;
    }
    return true;
  }

  private void refuse(Packet packet, RefusalCode code, String reason) {
    tally.add(Tally.Count.REFUSED_PACKETS);
    // a refusal is never answered with a refusal: two nodes would go on for ever
    if (packet.frames().stream().noneMatch(RefusalFrame.class::isInstance)) {
      outbox.send(packet.from(), new RefusalFrame(code, reason));
    }
  }

  private void dispatch(Packet packet, Frame frame, long now) {
    Endpoint from = packet.from();
    if (frame instanceof AskFrame asks) {
      asks.asks().forEach(ask -> onAsk(from, ask, now));
    } else if (frame instanceof AnswerFrame answers) {
      answers.answers().forEach(answer -> onAnswer(answers, answer, now));
    } else if (frame instanceof ConfirmFrame confirms) {
      noteLineage(from, packet.born());
      confirms.confirms().forEach(confirm -> onConfirm(from, confirm, now));
    } else if (frame instanceof ReleaseFrame releases) {
      releases.releases().forEach(release -> onRelease(from, release, now));
    } else if (frame instanceof AckFrame acks) {
      onAcks(acks, now);
    } else if (frame instanceof HelloFrame hello) {
      onHello(from, hello, now);
    } else if (frame instanceof WelcomeFrame welcome) {
      onWelcome(welcome, now);
    } else if (frame instanceof ProbeFrame probes) {
      onProbes(from, probes, now);
    } else if (frame instanceof ProbeReplyFrame replies) {
      onProbeReplies(from, packet.born(), replies, now);
    } else if (frame instanceof VerifyFrame probes) {
      probes.probes().forEach(probe -> onVerify(from, probe, now));
    } else if (frame instanceof VerifyReplyFrame replies) {
      onVerifyReplies(from, packet.born(), replies, now);
    } else if (frame instanceof SetFrame sets) {
      onSets(from, sets, now);
    } else if (frame instanceof SetAckFrame acks) {
      onSetAcks(from, packet.born(), acks, now);
    } else if (frame instanceof HandoverFrame handover) {
      onHandover(from, handover, now);
    } else if (frame instanceof HandoverAckFrame acks) {
      onHandoverAcks(acks, now);
    } else if (frame instanceof PingFrame ping) {
      outbox.send(from, new PongFrame(ping.nonce()));
    } else if (frame instanceof RefusalFrame) {
      tally.add(Tally.Count.REFUSALS_RECEIVED);
    }
    // a pong needs no handling: hearing from the peer was its message
  }

  /** Anything came from a peer. */
  abstract void heard(Endpoint from);

  /** A child passed on a confirm, and its state was created in that incarnation. */
  void noteLineage(Endpoint child, long born) {}

  void onAsk(Endpoint from, AskFrame.Ask ask, long now) {
    misdirected();
  }

  void onAnswer(AnswerFrame frame, AnswerFrame.Answer answer, long now) {
    misdirected();
  }

  void onConfirm(Endpoint from, ConfirmFrame.Confirm confirm, long now) {
    misdirected();
  }

  void onRelease(Endpoint from, ReleaseFrame.Release release, long now) {
    misdirected();
  }

  void onAcks(AckFrame acks, long now) {
    misdirected();
  }

  void onHello(Endpoint from, HelloFrame hello, long now) {
    misdirected();
  }

  void onWelcome(WelcomeFrame welcome, long now) {
    misdirected();
  }

  void onProbes(Endpoint from, ProbeFrame probes, long now) {
    misdirected();
  }

  void onProbeReplies(Endpoint from, long born, ProbeReplyFrame replies, long now) {
    misdirected();
  }

  void onVerify(Endpoint from, ProbeFrame.Probe probe, long now) {
    misdirected();
  }

  void onVerifyReplies(Endpoint from, long born, VerifyReplyFrame replies, long now) {
    misdirected();
  }

  void onSets(Endpoint from, SetFrame sets, long now) {
    misdirected();
  }

  void onSetAcks(Endpoint from, long born, SetAckFrame acks, long now) {
    misdirected();
  }

  void onHandover(Endpoint from, HandoverFrame handover, long now) {
    misdirected();
  }

  void onHandoverAcks(HandoverAckFrame acks, long now) {
    misdirected();
  }

  /** Counts a frame that makes no sense here; it is dropped. */
  final void misdirected() {
    tally.add(Tally.Count.MISDIRECTED_FRAMES);
  }
}
