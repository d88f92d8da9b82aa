package io.bloomtree.tree;

import io.bloomtree.wire.AckFrame;
import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Frame;
import io.bloomtree.wire.HandoverAckFrame;
import io.bloomtree.wire.HandoverFrame;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Origins;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.PingFrame;
import io.bloomtree.wire.PongFrame;
import io.bloomtree.wire.ProbeFrame;
import io.bloomtree.wire.ProbeReplyFrame;
import io.bloomtree.wire.RefusalFrame;
import io.bloomtree.wire.SetAckFrame;
import io.bloomtree.wire.SetFrame;
import io.bloomtree.wire.Source;
import io.bloomtree.wire.VerifyFrame;
import io.bloomtree.wire.VerifyReplyFrame;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What a machine wants sent, gathered during one step and sent at its end: one packet for each
 * receiver. Owned by the machine's event loop.
 */
final class Outbox {
  /** Messages of one kind to one receiver, which share frames. */
  interface Channel<T> {
    Frame seal(List<T> messages);
  }

  static final Channel<ProbeFrame.Probe> PROBES = ProbeFrame::new;
  static final Channel<ProbeReplyFrame.ProbeReply> PROBE_REPLIES = ProbeReplyFrame::new;
  static final Channel<ProbeFrame.Probe> VERIFICATIONS = VerifyFrame::new;
  static final Channel<VerifyReplyFrame.VerifyReply> TESTIMONIES = VerifyReplyFrame::new;
  static final Channel<SetFrame.SliceSet> SETS = SetFrame::new;
  static final Channel<Long> SET_ACKS = SetAckFrame::new;
  static final Channel<HandoverFrame.HeldClaim> HANDOVERS = HandoverFrame::new;
  static final Channel<Origin> HANDOVER_ACKS = HandoverAckFrame::new;

  /** What kind of settlement is acknowledged. */
  private enum Settled { CONFIRM, RELEASE }

  private static final int LEAST = 16;

  private final int digest;
  private final int epoch;
  private final Endpoint self;
  private final long incarnation;
  private final Lineage lineage;
  private final int batch;
  private final Transport transport;
  private final Tally tally;
  private final Map<Endpoint, Mail> mails = new LinkedHashMap<>();
  private Endpoint lastReceiver;
  private Mail lastMail;
  private int usual = LEAST;

  Outbox(
      int digest, int epoch, Endpoint self, long incarnation, Lineage lineage, int batch,
      Transport transport, Tally tally) {
    this.digest = digest;
    this.epoch = epoch;
    this.self = self;
    this.incarnation = incarnation;
    this.lineage = lineage;
    this.batch = batch;
    this.transport = transport;
    this.tally = tally;
  }

  /** Adds a frame of its own. */
  void send(Endpoint to, Frame frame) {
    mail(to).frames.add(frame);
  }

  /** Asks whether a neighbour is there, and tells it what it may not know of itself. */
  void ping(Endpoint to, long nonce) {
    send(to, new PingFrame(nonce, lineage.newsFor(to)));
  }

  /** The answer to a ping. */
  void pong(Endpoint to, long nonce) {
    send(to, new PongFrame(nonce, lineage.newsFor(to)));
  }

  /** Sends a refusal, alone in its packet: whoever gets one looks at nothing else in it. */
  void refuse(Endpoint to, RefusalFrame refusal) {
    send(to, List.of(refusal));
  }

  /** Adds a message that shares frames with others of its channel. */
  <T> void add(Endpoint to, Channel<T> channel, T message) {
    mail(to).add(channel, message, batch);
  }

  /** Adds an answer; those of one decider share frames. */
  void answer(
      Endpoint to, NodeId decidedBy, int level, Source source, long sequence, Outcome outcome,
      Degradation degradation, long ageMillis) {
    Mail mail = mail(to);
    Answers answers = mail.answers(decidedBy, level, usual);
    answers.builder.add(source, sequence, outcome, degradation, ageMillis);
    seal(mail, answers, answers.builder.size());
  }

  void acknowledgeConfirm(Endpoint to, Source source, long sequence) {
    acknowledge(to, Settled.CONFIRM, source, sequence);
  }

  void acknowledgeRelease(Endpoint to, Source source, long sequence) {
    acknowledge(to, Settled.RELEASE, source, sequence);
  }

  private void acknowledge(Endpoint to, Settled settled, Source source, long sequence) {
    Mail mail = mail(to);
    Acks acks = mail.acks(settled, usual);
    acks.builder.add(source, sequence);
    seal(mail, acks, acks.builder.size());
  }

  private void seal(Mail mail, Batch filled, int size) {
    usual = Math.max(usual, size); // batches are mostly as large as those before
    mail.sealIfFull(filled, size, batch);
  }

  /** Forgets what was to be sent. */
  void discard() {
    lastReceiver = null;
    mails.clear();
  }

  void flush() {
    if (mails.isEmpty()) {
      return;
    }
    lastReceiver = null;
    usual = Math.max(LEAST, usual - usual / 8);
    Iterator<Map.Entry<Endpoint, Mail>> all = mails.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Endpoint, Mail> next = all.next();
      all.remove(); // if the transport throws, the rest goes with the next step, and nothing twice
      send(next.getKey(), next.getValue().seal());
    }
  }

  private void send(Endpoint to, List<Frame> frames) {
    tally.add(Tally.Count.PACKETS_SENT);
    transport.send(
        to,
        new Packet(
            digest, epoch, self, incarnation, lineage.born(), lineage.isLost(), frames));
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
    private final List<Batch> open = new ArrayList<>();
    private Batch last;

    <T> void add(Channel<T> channel, T message, int limit) {
      Messages<T> batch = messages(channel);
      batch.messages.add(message);
      sealIfFull(batch, batch.messages.size(), limit);
    }

    private <T> Messages<T> messages(Channel<T> channel) {
      if (find(batch -> batch instanceof Messages<?> messages && messages.channel == channel)) {
        @SuppressWarnings("unchecked") // a channel's batch is made below, with the channel's type
        Messages<T> found = (Messages<T>) last;
        return found;
      }
      return begin(new Messages<>(channel));
    }

    Answers answers(NodeId decidedBy, int level, int capacity) {
      if (last instanceof Answers answers && answers.areOf(decidedBy, level)) {
        return answers;
      }
      return find(batch -> batch instanceof Answers answers && answers.areOf(decidedBy, level))
          ? (Answers) last : begin(new Answers(decidedBy, level, capacity));
    }

    Acks acks(Settled settled, int capacity) {
      if (last instanceof Acks acks && acks.settled == settled) {
        return acks;
      }
      return find(batch -> batch instanceof Acks acks && acks.settled == settled)
          ? (Acks) last : begin(new Acks(settled, capacity));
    }

    /** Whether there is such a batch; it is the last one then. */
    private boolean find(Predicate<Batch> wanted) {
      for (Batch batch : open) {
        if (wanted.test(batch)) {
          last = batch;
          return true;
        }
      }
      return false;
    }

    private <B extends Batch> B begin(B batch) {
      open.add(batch);
      last = batch;
      return batch;
    }

    void sealIfFull(Batch batch, int size, int limit) {
      if (size == limit) {
        frames.add(batch.seal());
        open.remove(batch);
        last = null;
      }
    }

    List<Frame> seal() {
      open.forEach(batch -> frames.add(batch.seal()));
      return frames;
    }
  }

  /** The messages of one frame. */
  private abstract static class Batch {
    abstract Frame seal();
  }

  private static final class Messages<T> extends Batch {
    final Channel<T> channel;
    final List<T> messages = new ArrayList<>();

    Messages(Channel<T> channel) {
      this.channel = channel;
    }

    @Override Frame seal() {
      return channel.seal(messages);
    }
  }

  private static final class Answers extends Batch {
    private final NodeId decidedBy;
    private final int level;
    final AnswerFrame.Builder builder;

    Answers(NodeId decidedBy, int level, int capacity) {
      this.decidedBy = decidedBy;
      this.level = level;
      this.builder = new AnswerFrame.Builder(decidedBy, level, capacity);
    }

    boolean areOf(NodeId decider, int itsLevel) {
      return level == itsLevel && (decidedBy == decider || decidedBy.equals(decider));
    }

    @Override Frame seal() {
      return builder.build();
    }
  }

  private static final class Acks extends Batch {
    final Settled settled;
    final Origins.Builder builder;

    Acks(Settled settled, int capacity) {
      this.settled = settled;
      this.builder = new Origins.Builder(capacity);
    }

    @Override Frame seal() {
      Origins origins = builder.build();
      return settled == Settled.CONFIRM
          ? new AckFrame(origins, Origins.none()) : new AckFrame(Origins.none(), origins);
    }
  }
}
