package io.bloomtree.wire;

import io.bloomtree.wire.AnswerFrame.Answer;
import io.bloomtree.wire.AskFrame.Ask;
import io.bloomtree.wire.ConfirmFrame.Confirm;
import io.bloomtree.wire.HandoverFrame.HeldClaim;
import io.bloomtree.wire.ProbeFrame.Probe;
import io.bloomtree.wire.ProbeReplyFrame.ProbeReply;
import io.bloomtree.wire.ReleaseFrame.Release;
import io.bloomtree.wire.SetFrame.SliceSet;
import io.bloomtree.wire.VerifyReplyFrame.VerifyReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Supplier;

/** Valid packets from a seed, edge values far more often than chance would have them. */
final class RandomPackets {
  private static final String ID_CHARACTERS = "abcXYZ019._-";
  private static final int MOST_ENTRIES = 40;

  private final Random random;

  RandomPackets(long seed) {
    random = new Random(seed);
  }

  Packet packet() {
    var frames = new ArrayList<Frame>();
    int count = 1 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      frames.add(frame(oneOf(FrameKind.values())));
    }
    return packet(frames);
  }

  Packet packet(List<Frame> frames) {
    long incarnation = notNegative();
    long born = random.nextBoolean() ? incarnation : notNegativeUpTo(incarnation);
    var from = new Endpoint(nodeId(), slice());
    return new Packet(random.nextInt(), (int) notNegativeUpTo(Integer.MAX_VALUE), from,
        incarnation, born, random.nextBoolean(), frames);
  }

  Frame frame(FrameKind kind) {
    List<Origin> sources = list(1, 5, () -> new Origin(nodeId(), notNegative(), notNegative()));
    Supplier<Origin> origins = () -> origin(sources);
    // Half of the columns hold one value only: zero, mostly.
    Supplier<Long> ages = column(this::notNegative, 0L);
    Supplier<Integer> importances = column(() -> random.nextInt(256), 0);
    return switch (kind) {
      case ASK -> {
        Supplier<Long> remaining = column(this::notNegative, 5_000L);
        yield new AskFrame(
            entries(
                () ->
                    new Ask(any(), origins.get(), remaining.get(), ages.get(), importances.get())));
      }
      case ANSWER -> {
        Supplier<Outcome> outcomes = column(() -> oneOf(Outcome.values()), Outcome.DISTINCT);
        Supplier<Degradation> degradations =
            column(() -> oneOf(Degradation.values()), Degradation.NONE);
        yield new AnswerFrame(
            nodeId(),
            (int) notNegativeUpTo(Integer.MAX_VALUE),
            entries(
                () -> new Answer(origins.get(), outcomes.get(), degradations.get(), ages.get())));
      }
      case CONFIRM -> new ConfirmFrame(
          entries(() -> new Confirm(any(), origins.get(), ages.get(), importances.get())));
      case RELEASE -> new ReleaseFrame(entries(() -> new Release(any(), origins.get())));
      case ACK -> new AckFrame(entries(origins), entries(origins));
      case HELLO -> new HelloFrame(
          nodeId(), notNegative(), slice(), name(), name(), any(),
          random.nextInt(Integer.MAX_VALUE), any(), random.nextBoolean());
      case WELCOME -> new WelcomeFrame(nodeId(), notNegative(), slice());
      case REFUSAL -> new RefusalFrame(
          oneOf(RefusalCode.values()), random.nextBoolean() ? "" : name());
      case PROBE -> new ProbeFrame(entries(() -> new Probe(any(), any())));
      case PROBE_REPLY -> {
        Supplier<Boolean> reliable = column(random::nextBoolean, true);
        yield new ProbeReplyFrame(entries(() -> probeReply(reliable.get(), ages.get())));
      }
      case VERIFY -> new VerifyFrame(entries(() -> new Probe(any(), any())));
      case VERIFY_REPLY -> new VerifyReplyFrame(
          entries(() -> new VerifyReply(any(), oneOf(Testimony.values()))));
      case SET -> new SetFrame(
          entries(() -> new SliceSet(any(), any(), ages.get(), importances.get())));
      case SET_ACK -> new SetAckFrame(entries(this::any));
      case HANDOVER -> new HandoverFrame(
          entries(() -> new HeldClaim(any(), origins.get(), oneOf(Degradation.values()))));
      case HANDOVER_ACK -> new HandoverAckFrame(entries(origins));
      case PING -> new PingFrame(any(), optional());
      case PONG -> new PongFrame(any(), optional());
      case IMAGE_REQUEST -> new ImageRequestFrame(any(), notNegativeInt());
      case IMAGE -> new ImageFrame(
          any(), notNegativeInt(), notNegativeInt(), random.nextBoolean(), optional(),
          random.nextBoolean() ? Optional.empty() : Optional.of(image()));
      case CHUNK_REQUEST -> new ChunkRequestFrame(
          any(), new Endpoint(nodeId(), slice()), notNegativeInt(), name(), notNegative(),
          notNegativeInt());
      case CHUNK -> new ChunkFrame(
          any(), any(), entries(this::any).stream().mapToLong(Long::longValue).toArray());
      case SKETCH -> sketch();
      case SKETCH_ACK -> new SketchAckFrame(
          oneOf(SketchKind.values()), notNegative(), notNegative());
    };
  }

  private SketchFrame sketch() {
    long[] candidates = entries(this::any).stream().mapToLong(Long::longValue).toArray();
    var texts = new ArrayList<SketchFrame.Text>();
    for (int i = random.nextInt(3); i < candidates.length; i += 2 + random.nextInt(3)) {
      texts.add(new SketchFrame.Text(i, name()));
    }
    byte[] report = new byte[1 + random.nextInt(500)];
    random.nextBytes(report);
    return new SketchFrame(oneOf(SketchKind.values()), random.nextBoolean(), notNegative(),
        notNegative(), candidates, texts, report);
  }

  private ImageFrame.Image image() {
    byte[] plan = new byte[random.nextInt(100)];
    random.nextBytes(plan);
    List<ImageFrame.Area> areas = list(0, 20, () -> new ImageFrame.Area(name(), notNegative()));
    return new ImageFrame.Image(new Endpoint(nodeId(), slice()), notNegativeInt(), plan, areas);
  }

  private OptionalLong optional() {
    return random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(notNegative());
  }

  private int notNegativeInt() {
    return (int) notNegativeUpTo(Integer.MAX_VALUE);
  }

  private ProbeReply probeReply(boolean reliable, long age) {
    int probes = random.nextInt(256);
    return new ProbeReply(any(), random.nextInt(probes + 1), probes, reliable, age);
  }

  private <T> Supplier<T> column(Supplier<T> varying, T usual) {
    return switch (random.nextInt(4)) {
      case 0, 1 -> () -> usual;
      case 2 -> {
        T same = varying.get();
        yield () -> same;
      }
      default -> varying;
    };
  }

  private Origin origin(List<Origin> sources) {
    Origin source = sources.get(random.nextInt(sources.size()));
    return new Origin(source.agent(), source.incarnation(), notNegative());
  }

  private <T> List<T> entries(Supplier<T> entry) {
    return list(0, MOST_ENTRIES, entry);
  }

  private <T> List<T> list(int least, int most, Supplier<T> entry) {
    var list = new ArrayList<T>();
    int size = least + random.nextInt(most - least + 1);
    for (int i = 0; i < size; i++) {
      list.add(entry.get());
    }
    return list;
  }

  private <T> T oneOf(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private long any() {
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> -1;
      case 2 -> Long.MIN_VALUE;
      case 3 -> Long.MAX_VALUE;
      case 4 -> random.nextInt(1_000);
      default -> random.nextLong();
    };
  }

  private long notNegative() {
    return any() & Long.MAX_VALUE;
  }

  private long notNegativeUpTo(long most) {
    return most == Long.MAX_VALUE ? notNegative() : notNegative() % (most + 1);
  }

  private int slice() {
    return (int) notNegativeUpTo(Endpoint.MAX_SLICES - 1);
  }

  private NodeId nodeId() {
    int length = random.nextInt(10) == 0 ? NodeId.MAX_BYTES : 1 + random.nextInt(12);
    var id = new StringBuilder("n");
    while (id.length() < length) {
      id.append(ID_CHARACTERS.charAt(random.nextInt(ID_CHARACTERS.length())));
    }
    return new NodeId(id.toString());
  }

  private String name() {
    return oneOf(new String[] {"clicks", "Ελλάδα", "\uD83C\uDF33", "x".repeat(255), "a b\n"});
  }
}
