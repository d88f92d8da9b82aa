package io.bloomtree.tree;

import io.bloomtree.tree.Resolution.Decision;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.wire.AckFrame;
import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.AskFrame;
import io.bloomtree.wire.ConfirmFrame;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.HandoverAckFrame;
import io.bloomtree.wire.HandoverFrame;
import io.bloomtree.wire.HelloFrame;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.ProbeFrame;
import io.bloomtree.wire.ProbeReplyFrame;
import io.bloomtree.wire.ReleaseFrame;
import io.bloomtree.wire.SetAckFrame;
import io.bloomtree.wire.SetFrame;
import io.bloomtree.wire.Testimony;
import io.bloomtree.wire.TreeIdentity;
import io.bloomtree.wire.VerifyFrame;
import io.bloomtree.wire.VerifyReplyFrame;
import io.bloomtree.wire.WelcomeFrame;
import java.util.List;
import java.util.stream.LongStream;

/** Frames with one message each, and what producers are told, in few words. */
final class Messages {
  /** The round of what a slice in its first incarnation has others set first. */
  static final long FIRST_SET = (1L << 24) + 1;

  /** How long the asker of {@link #ask(long, Origin)} still waits, in milliseconds. */
  static final long REMAINING = 900;

  private Messages() {}

  static Origin origin(String agent, long sequence) {
    return origin(agent, 1, sequence);
  }

  static Origin origin(String agent, long incarnation, long sequence) {
    return new Origin(new NodeId(agent), incarnation, sequence);
  }

  static AskFrame ask(long fingerprint, Origin origin) {
    return ask(fingerprint, origin, REMAINING);
  }

  static AskFrame ask(long fingerprint, Origin origin, long remaining) {
    return new AskFrame(List.of(new AskFrame.Ask(fingerprint, origin, remaining, 0, 0)));
  }

  /** Asks of one agent for the events {@code from} to {@code to}, in order. */
  static AskFrame asks(String agent, long from, long to) {
    return new AskFrame(
        LongStream.rangeClosed(from, to)
            .mapToObj(i -> new AskFrame.Ask(i, origin(agent, i), REMAINING, 0, 0)).toList());
  }

  static AnswerFrame answer(Endpoint decidedBy, int level, Origin origin, Outcome outcome) {
    return answer(decidedBy, level, origin, outcome, Degradation.NONE);
  }

  static AnswerFrame answer(
      Endpoint decidedBy, int level, Origin origin, Outcome outcome, Degradation degradation) {
    return new AnswerFrame(
        decidedBy.node(), level,
        List.of(new AnswerFrame.Answer(origin, outcome, degradation, 0)));
  }

  /** The answer that the event was confirmed so long ago. */
  static AnswerFrame duplicate(Endpoint decidedBy, int level, Origin origin, long age) {
    return new AnswerFrame(
        decidedBy.node(), level,
        List.of(new AnswerFrame.Answer(origin, Outcome.DUPLICATE, Degradation.NONE, age)));
  }

  static ConfirmFrame confirm(long fingerprint, Origin origin) {
    return confirm(fingerprint, origin, 0);
  }

  static ConfirmFrame confirm(long fingerprint, Origin origin, long age) {
    return new ConfirmFrame(List.of(new ConfirmFrame.Confirm(fingerprint, origin, age, 0)));
  }

  static ReleaseFrame release(long fingerprint, Origin origin) {
    return new ReleaseFrame(List.of(new ReleaseFrame.Release(fingerprint, origin)));
  }

  static AckFrame confirmed(Origin... origins) {
    return new AckFrame(List.of(origins), List.of());
  }

  static AckFrame released(Origin... origins) {
    return new AckFrame(List.of(), List.of(origins));
  }

  static HelloFrame hello(String agent, long incarnation, int slice) {
    TreeIdentity tree = Bench.IDENTITY.tree();
    return new HelloFrame(
        new NodeId(agent), incarnation, slice, tree.tree(), tree.hashName(), tree.hashSeed(),
        Bench.IDENTITY.epoch(), Bench.IDENTITY.topologyDigest(), false);
  }

  static WelcomeFrame welcome(NodeId agent, long incarnation, int slice) {
    return new WelcomeFrame(agent, incarnation, slice);
  }

  static ProbeFrame probe(long round, long fingerprint) {
    return new ProbeFrame(List.of(new ProbeFrame.Probe(round, fingerprint)));
  }

  static ProbeReplyFrame probeReply(long round, int set, int probes) {
    return probeReply(round, set, probes, true);
  }

  static ProbeReplyFrame probeReply(long round, int set, int probes, boolean reliable) {
    return new ProbeReplyFrame(
        List.of(new ProbeReplyFrame.ProbeReply(round, set, probes, reliable, 0)));
  }

  static VerifyFrame verify(long round, long fingerprint) {
    return new VerifyFrame(List.of(new ProbeFrame.Probe(round, fingerprint)));
  }

  static VerifyReplyFrame testimony(long round, Testimony testimony) {
    return new VerifyReplyFrame(List.of(new VerifyReplyFrame.VerifyReply(round, testimony)));
  }

  static SetFrame set(long fingerprint) {
    return new SetFrame(List.of(new SetFrame.SliceSet(FIRST_SET, fingerprint, 0, 0)));
  }

  static SetAckFrame setAck(long round) {
    return new SetAckFrame(List.of(round));
  }

  static HandoverFrame handover(long fingerprint, Origin origin) {
    return new HandoverFrame(
        List.of(new HandoverFrame.HeldClaim(fingerprint, origin, Degradation.OWNER_AWAY)));
  }

  static HandoverAckFrame handoverAck(Origin origin) {
    return new HandoverAckFrame(List.of(origin));
  }

  static Verdict distinct(Endpoint decidedBy, int level, Degradation degradation) {
    return new Verdict(Decision.DISTINCT, decidedBy.node(), level, degradation);
  }

  static Verdict duplicate(Endpoint decidedBy, int level, Degradation degradation) {
    return new Verdict(Decision.DUPLICATE, decidedBy.node(), level, degradation);
  }

  static Failure failure(Reason reason, Endpoint reportedBy) {
    return new Failure(reason, reportedBy.node());
  }
}
