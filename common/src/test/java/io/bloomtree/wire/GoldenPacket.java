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
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Packets whose bytes are committed, one file each, and never change: what version 1 wrote, every
 * later release must read.
 *
 * <p>To add one: give it a constant here, run {@link #main} with the directory of the committed
 * files, and commit the file it wrote. Files that exist are left alone. If one of them no longer
 * matches, the format has changed: that takes a new {@link Packet#VERSION}, not a new file.
 */
enum GoldenPacket {
  ASK(
      new AskFrame(
          List.of(
              new Ask(0x0123456789abcdefL, origin("athens-1", 3, 1_000), 4_990, 0, 0),
              new Ask(Long.MIN_VALUE, origin("athens-1", 3, 1_001), 4_988, 0, 0),
              new Ask(Long.MAX_VALUE, origin("athens-1", 3, 1_005), 5_000, 0, 0)))),
  ASK_WITH_AGE_AND_IMPORTANCE(
      new AskFrame(
          List.of(
              new Ask(-1, origin("athens-1", 3, 7), 200, 12, 255),
              new Ask(0, origin("athens-1", 3, 8), 200, 9, 128),
              new Ask(1, origin("athens-1", 3, 9), 200, 700_000, 0)))),
  ASK_OF_INTERLEAVED_AGENTS(
      new AskFrame(
          List.of(
              new Ask(10, origin("athens-1", 3, 500), 100, 0, 0),
              new Ask(11, origin("athens-2", 3, 90), 100, 0, 0),
              new Ask(12, origin("athens-1", 3, 501), 100, 0, 0),
              new Ask(13, origin("athens-1", 4, 0), 100, 0, 0),
              new Ask(14, origin("athens-2", 3, 89), 100, 0, 0)))),
  ANSWER_DISTINCT(
      new AnswerFrame(
          new NodeId("root"),
          0,
          List.of(
              new Answer(origin("athens-1", 3, 1_000), Outcome.DISTINCT, Degradation.NONE, 0),
              new Answer(origin("athens-1", 3, 1_001), Outcome.DISTINCT, Degradation.NONE, 0)))),
  ANSWER_OF_EVERY_KIND(
      new AnswerFrame(
          new NodeId("eu-south"),
          2,
          List.of(
              answer(1, Outcome.DISTINCT, Degradation.PARENT_AWAY, 0),
              answer(2, Outcome.DUPLICATE, Degradation.NONE, 86_400_000),
              answer(3, Outcome.HELD, Degradation.SLICE_AWAY, 0),
              answer(4, Outcome.BUSY, Degradation.OWNER_AWAY, 0),
              answer(5, Outcome.FENCED, Degradation.STATE_LOST, 0),
              answer(6, Outcome.UNAVAILABLE, Degradation.NONE, 0)))),
  CONFIRM(
      new ConfirmFrame(
          List.of(
              new Confirm(0x0123456789abcdefL, origin("athens-1", 3, 1_000), 15, 40),
              new Confirm(-2, origin("athens-1", 3, 1_001), 15, 40)))),
  RELEASE(new ReleaseFrame(List.of(new Release(77, origin("athens-1", 3, Long.MAX_VALUE))))),
  ACK(
      new AckFrame(
          List.of(origin("athens-1", 3, 1_001), origin("athens-1", 3, 1_000)),
          List.of(origin("berlin-1", Long.MAX_VALUE, 0)))),
  ACK_EMPTY(new AckFrame(List.of(), List.of())),
  HELLO(new HelloFrame(new NodeId("athens-1"), 4, 7, "clicks", "xxh3-64", 42, 9, -3, false)),
  HELLO_WITH_LONGEST_NAMES(
      new HelloFrame(
          new NodeId("n".repeat(255)), 4, 65_535, "t".repeat(255), "δ".repeat(127), -1,
          Integer.MAX_VALUE, 0, true)),
  WELCOME(new WelcomeFrame(new NodeId("athens-1"), 4, 7)),
  REFUSAL(new RefusalFrame(RefusalCode.OTHER_TREE, "tree must be clicks: κλικ")),
  PROBE(new ProbeFrame(List.of(new Probe(800, 5), new Probe(801, -5), new Probe(-1, 0)))),
  PROBE_REPLY(
      new ProbeReplyFrame(
          List.of(
              new ProbeReply(800, 1, 2, true, 0),
              new ProbeReply(801, 0, 2, false, 0),
              new ProbeReply(802, 255, 255, true, 60_000)))),
  VERIFY(new VerifyFrame(List.of(new Probe(12, 5), new Probe(13, -5)))),
  VERIFY_REPLY(
      new VerifyReplyFrame(
          List.of(
              new VerifyReply(12, Testimony.HAVE),
              new VerifyReply(13, Testimony.DENY),
              new VerifyReply(14, Testimony.UNKNOWN)))),
  SET(new SetFrame(List.of(new SliceSet(7, 5, 0, 0), new SliceSet(9, -5, 1_000, 255)))),
  SET_ACK(new SetAckFrame(List.of(7L, 9L))),
  HANDOVER(new HandoverFrame(
      List.of(new HeldClaim(5, origin("athens-1", 3, 2), Degradation.OWNER_AWAY)))),
  HANDOVER_ACK(new HandoverAckFrame(List.of(origin("athens-1", 3, 2)))),
  PING(new PingFrame(0x1122334455667788L, OptionalLong.of(900))),
  PING_OF_SOMEBODY_UNKNOWN(new PingFrame(1, OptionalLong.empty())),
  PONG(new PongFrame(-1, OptionalLong.of(Long.MAX_VALUE))),
  PONG_OF_ONE_THAT_LOST_ITS_STATE(true, new PongFrame(1, OptionalLong.of(2))),
  IMAGE_REQUEST(new ImageRequestFrame(-3, 300)),
  IMAGE(
      new ImageFrame(
          -3, 2, 70_000, true, OptionalLong.of(0),
          Optional.of(
              new ImageFrame.Image(
                  new Endpoint(new NodeId("eu"), 258), 5, new byte[] {1, 2, -3},
                  List.of(
                      new ImageFrame.Area("registers", 8),
                      new ImageFrame.Area("0/cells", 1L << 40)))))),
  IMAGE_OF_NOTHING(
      new ImageFrame(4, 0, 0, false, OptionalLong.empty(), Optional.empty())),
  CHUNK_REQUEST(
      new ChunkRequestFrame(
          11, new Endpoint(new NodeId("eu"), 258), 5, "0/cells", 1L << 35, 8_192)),
  CHUNK(new ChunkFrame(11, 0x1234, new long[] {0, -1, 5})),
  SKETCH(
      new SketchFrame(
          SketchKind.FREQUENCY, true, 3_600_000, 12, new long[] {-1, 5, 0x0123456789abcdefL},
          List.of(new SketchFrame.Text(0, "click-17"), new SketchFrame.Text(2, "κλικ…")),
          new byte[] {0x42, 0x54, 0x53, 0x52})),
  SKETCH_WITHOUT_CANDIDATES(
      new SketchFrame(
          SketchKind.SIMILARITY, false, 0, 0, new long[0], List.of(), new byte[] {1})),
  SKETCH_ACK(new SketchAckFrame(SketchKind.SIMILARITY, 0x0102030405L, 300)),
  SEVERAL_FRAMES(
      new ConfirmFrame(List.of(new Confirm(4, origin("athens-1", 3, 4), 0, 0))),
      new AskFrame(List.of(new Ask(5, origin("athens-1", 3, 5), 5_000, 0, 0))),
      new PingFrame(0, OptionalLong.empty()));

  private static final int BYTES_PER_LINE = 16;

  private final Packet packet;

  GoldenPacket(Frame... frames) {
    this(false, frames);
  }

  GoldenPacket(boolean lost, Frame... frames) {
    packet =
        new Packet(
            0xcafebabe, 6, new Endpoint(new NodeId("eu"), 258), 0x0102030405L, 9, lost,
            List.of(frames));
  }

  Packet packet() {
    return packet;
  }

  /** The committed bytes. */
  byte[] bytes() {
    try (InputStream in = GoldenPacket.class.getResourceAsStream(fileName())) {
      if (in == null) {
        throw new IllegalStateException("golden packet is not committed: " + fileName());
      }
      String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String fileName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-') + ".v1.hex";
  }

  private String hexLines() {
    byte[] bytes = packet.encode();
    var lines = new StringBuilder();
    for (int i = 0; i < bytes.length; i += BYTES_PER_LINE) {
      int end = Math.min(bytes.length, i + BYTES_PER_LINE);
      lines.append(HexFormat.ofDelimiter(" ").formatHex(bytes, i, end)).append('\n');
    }
    return lines.toString();
  }

  private static Origin origin(String agent, long incarnation, long sequence) {
    return new Origin(new NodeId(agent), incarnation, sequence);
  }

  private static Answer answer(
      long sequence, Outcome outcome, Degradation degradation, long ageMillis) {
    return new Answer(origin("athens-1", 3, sequence), outcome, degradation, ageMillis);
  }

  /** Writes the files that are missing from the directory named by the only argument. */
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    for (GoldenPacket golden : values()) {
      Path file = directory.resolve(golden.fileName());
      if (Files.notExists(file)) {
        Files.writeString(file, golden.hexLines());
        System.out.println("wrote " + file);
      }
    }
  }
}
