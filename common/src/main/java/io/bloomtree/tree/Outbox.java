package io.bloomtree.tree;

import io.bloomtree.wire.AckFrame;
import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Frame;
import io.bloomtree.wire.HandoverAckFrame;
import io.bloomtree.wire.HandoverFrame;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.ProbeFrame;
import io.bloomtree.wire.ProbeReplyFrame;
import io.bloomtree.wire.RefusalFrame;
import io.bloomtree.wire.SetAckFrame;
import io.bloomtree.wire.SetFrame;
import io.bloomtree.wire.VerifyFrame;
import io.bloomtree.wire.VerifyReplyFrame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a machine wants sent, gathered during one step and sent at its end: one packet for each
 * receiver. Owned by the machine's event loop.
 */
final class Outbox {
  /** Messages of one kind to one receiver, which share frames. */
  interface Channel<T> {
    Frame seal(List<T> messages);
  }

  static final Channel<Origin> CONFIRM_ACKS = origins -> new AckFrame(origins, List.of());
  static final Channel<Origin> RELEASE_ACKS = origins -> new AckFrame(List.of(), origins);
  static final Channel<ProbeFrame.Probe> PROBES = ProbeFrame::new;
  static final Channel<ProbeReplyFrame.ProbeReply> PROBE_REPLIES = ProbeReplyFrame::new;
  static final Channel<ProbeFrame.Probe> VERIFICATIONS = VerifyFrame::new;
  static final Channel<VerifyReplyFrame.VerifyReply> TESTIMONIES = VerifyReplyFrame::new;
  static final Channel<SetFrame.SliceSet> SETS = SetFrame::new;
  static final Channel<Long> SET_ACKS = SetAckFrame::new;
  static final Channel<HandoverFrame.HeldClaim> HANDOVERS = HandoverFrame::new;
  static final Channel<Origin> HANDOVER_ACKS = HandoverAckFrame::new;

  /** Answers of one decider: equal ones share frames. */
  record Answers(NodeId decidedBy, int level) implements Channel<AnswerFrame.Answer> {
    @Override public Frame seal(List<AnswerFrame.Answer> answers) {
      return new AnswerFrame(decidedBy, level, answers);
    }
  }

  private final int digest;
  private final int epoch;
  private final Endpoint self;
  private final long incarnation;
  private final long born;
  private final int batch;
  private final Transport transport;
  private final Tally tally;
  private final Map<Endpoint, Mail> mails = new LinkedHashMap<>();
  private Endpoint lastReceiver;
  private Mail lastMail;

  Outbox(
      int digest, int epoch, Endpoint self, long incarnation, long born, int batch,
      Transport transport, Tally tally) {
    this.digest = digest;
    this.epoch = epoch;
    this.self = self;
    this.incarnation = incarnation;
    this.born = born;
    this.batch = batch;
    this.transport = transport;
    this.tally = tally;
  }

  /** Adds a frame of its own. */
  void send(Endpoint to, Frame frame) {
    mail(to).frames.add(frame);
  }

  /** Sends a refusal, alone in its packet: whoever gets one looks at nothing else in it. */
  void refuse(Endpoint to, RefusalFrame refusal) {
    send(to, List.of(refusal));
  }

  /** Adds a message that shares frames with others of its channel. */
  <T> void add(Endpoint to, Channel<T> channel, T message) {
    mail(to).add(channel, message, batch);
  }

  void flush() {
    if (mails.isEmpty()) {
      return;
    }
    mails.forEach((to, mail) -> send(to, mail.seal()));
    mails.clear();
    lastReceiver = null;
  }

  private void send(Endpoint to, List<Frame> frames) {
    tally.add(Tally.Count.PACKETS_SENT);
    transport.send(to, new Packet(digest, epoch, self, incarnation, born, frames));
  }

  private Mail mail(Endpoint to) {
    // neighbouring messages mostly go to the same place
    if (to != lastReceiver) {
      lastReceiver = to;
      lastMail = mails.computeIfAbsent(to, e -> new Mail());
    }
    return lastMail;
  }

  private static final class Mail {
    final List<Frame> frames = new ArrayList<>();
    private final Map<Channel<?>, Batch<?>> open = new LinkedHashMap<>();
    private Batch<?> last;

    <T> void add(Channel<T> channel, T message, int limit) {
      if (last == null || last.channel != channel) {
        last = open.computeIfAbsent(channel, c -> new Batch<>(channel));
      }
      @SuppressWarnings("unchecked") // a channel's batch is made above, with the channel's type
      Batch<T> batch = (Batch<T>) last;
      batch.messages.add(message);
      if (batch.messages.size() == limit) {
        frames.add(batch.seal());
        open.remove(channel);
        last = null;
      }
    }

    List<Frame> seal() {
      open.values().forEach(batch -> frames.add(batch.seal()));
      return frames;
    }
  }

  private record Batch<T>(Channel<T> channel, List<T> messages) {
    Batch(Channel<T> channel) {
      this(channel, new ArrayList<>());
    }

    Frame seal() {
      return channel.seal(messages);
    }
  }
}
