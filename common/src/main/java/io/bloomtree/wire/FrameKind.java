package io.bloomtree.wire;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Which class a frame's bytes belong to. The codes are on the wire and never change. */
enum FrameKind {
  ASK(1, AskFrame.class, AskFrame::write, AskFrame::read),
  ANSWER(2, AnswerFrame.class, AnswerFrame::write, AnswerFrame::read),
  CONFIRM(3, ConfirmFrame.class, ConfirmFrame::write, ConfirmFrame::read),
  RELEASE(4, ReleaseFrame.class, ReleaseFrame::write, ReleaseFrame::read),
  ACK(5, AckFrame.class, AckFrame::write, AckFrame::read),
  HELLO(6, HelloFrame.class, HelloFrame::write, HelloFrame::read),
  WELCOME(7, WelcomeFrame.class, WelcomeFrame::write, WelcomeFrame::read),
  REFUSAL(8, RefusalFrame.class, RefusalFrame::write, RefusalFrame::read),
  PROBE(9, ProbeFrame.class, ProbeFrame::write, ProbeFrame::read),
  PROBE_REPLY(10, ProbeReplyFrame.class, ProbeReplyFrame::write, ProbeReplyFrame::read),
  VERIFY(11, VerifyFrame.class, VerifyFrame::write, VerifyFrame::read),
  VERIFY_REPLY(12, VerifyReplyFrame.class, VerifyReplyFrame::write, VerifyReplyFrame::read),
  SET(13, SetFrame.class, SetFrame::write, SetFrame::read),
  SET_ACK(14, SetAckFrame.class, SetAckFrame::write, SetAckFrame::read),
  HANDOVER(15, HandoverFrame.class, HandoverFrame::write, HandoverFrame::read),
  HANDOVER_ACK(16, HandoverAckFrame.class, HandoverAckFrame::write, HandoverAckFrame::read),
  PING(17, PingFrame.class, PingFrame::write, PingFrame::read),
  PONG(18, PongFrame.class, PongFrame::write, PongFrame::read),
  IMAGE_REQUEST(19, ImageRequestFrame.class, ImageRequestFrame::write, ImageRequestFrame::read),
  IMAGE(20, ImageFrame.class, ImageFrame::write, ImageFrame::read),
  CHUNK_REQUEST(21, ChunkRequestFrame.class, ChunkRequestFrame::write, ChunkRequestFrame::read),
  CHUNK(22, ChunkFrame.class, ChunkFrame::write, ChunkFrame::read),
  SKETCH(23, SketchFrame.class, SketchFrame::write, SketchFrame::read),
  SKETCH_ACK(24, SketchAckFrame.class, SketchAckFrame::write, SketchAckFrame::read);

  private static final Map<Class<?>, FrameKind> BY_TYPE = new HashMap<>();

  static {
    for (FrameKind kind : values()) {
      BY_TYPE.put(kind.type, kind);
    }
  }

  private final int code;
  private final Class<? extends Frame> type;
  private final BiConsumer<Frame, WireWriter> body;
  private final Function<WireReader, ? extends Frame> read;

  <F extends Frame> FrameKind(
      int code, Class<F> type, BiConsumer<F, WireWriter> write, Function<WireReader, F> read) {
    this.code = code;
    this.type = type;
    this.body = (frame, out) -> write.accept(type.cast(frame), out);
    this.read = read;
  }

  static FrameKind of(Frame frame) {
    return BY_TYPE.get(frame.getClass());
  }

  static FrameKind ofCode(int code) {
    for (FrameKind kind : values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    throw new IllegalArgumentException("unknown frame kind: " + code);
  }

  int code() {
    return code;
  }

  Class<? extends Frame> type() {
    return type;
  }

  void writeBody(Frame frame, WireWriter out) {
    body.accept(frame, out);
  }

  Frame readBody(WireReader in) {
    return read.apply(in);
  }
}
