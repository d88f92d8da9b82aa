package io.bloomtree.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A packet's memory is paid for by its bytes, whatever numbers it claims (P5). */
class DecoderMemoryTest {
  /** An acknowledged handover of one byte: its object, its place in columns and lists. */
  private static final int MEMORY_PER_BYTE = 128;
  /** An exception with its stack trace. */
  private static final int MEMORY_PER_PACKET = 64 << 10;

  private static final long[] CLAIMS = {1 << 20, Integer.MAX_VALUE, 1L << 31, 1L << 40, -1};

  @ParameterizedTest
  @EnumSource
  void countsThatTheFrameCannotHoldReserveNothing(FrameKind kind) {
    for (long claim : CLAIMS) {
      byte[] bytes = Handmade.packet(kind, body(kind, claim));

      assertThat(allocatedDecoding(bytes))
          .as("claim %s", claim)
          .isLessThanOrEqualTo(mostFor(bytes));
    }
  }

  @Test
  void densestPacketTakesNoMoreThanItsBytesAllow() {
    var agent = new NodeId("a");
    var answers = new ArrayList<AnswerFrame.Answer>();
    for (int i = 0; i < 1_000_000; i++) {
      answers.add(
          new AnswerFrame.Answer(
              new Origin(agent, 0, i), Outcome.DISTINCT, Degradation.NONE, 0));
    }
    byte[] bytes =
        new Packet(1, 1, Endpoint.of(agent), 0, 0, List.of(new AnswerFrame(agent, 0, answers)))
            .encode();

    assertThat(bytes).hasSizeLessThan(Packet.DEFAULT_MAX_BYTES);
    assertThat(allocatedDecoding(bytes)).isLessThanOrEqualTo(mostFor(bytes));
  }

  @Test
  void densestPacketOfObjectsTakesNoMoreThanItsBytesAllow() {
    var agent = new NodeId("a");
    var source = new Source(agent, 0);
    var origins = new Origins.Builder(1_000_000);
    for (int i = 0; i < 1_000_000; i++) {
      origins.add(source, i);
    }
    byte[] bytes =
        new Packet(
            1, 1, Endpoint.of(agent), 0, 0, List.of(new HandoverAckFrame(origins.build())))
            .encode();

    assertThat(bytes).hasSizeLessThan(Packet.DEFAULT_MAX_BYTES);
    assertThat(allocatedDecoding(bytes)).isLessThanOrEqualTo(mostFor(bytes));
  }

  private static byte[] body(FrameKind kind, long claim) {
    var body = new WireWriter(64);
    if (kind == FrameKind.ANSWER) {
      body.writeNodeId(new NodeId("a"));
      body.writeVarint(0);
    }
    body.writeVarint(claim);
    body.writeLong(0);
    return body.toByteArray();
  }

  private static long mostFor(byte[] bytes) {
    return (long) bytes.length * MEMORY_PER_BYTE + MEMORY_PER_PACKET;
  }

  private static long allocatedDecoding(byte[] bytes) {
    Runnable decode = () -> Packet.decode(bytes, Packet.DEFAULT_MAX_BYTES);
    catchThrowable(decode::run); // loads the classes that the measured call would load
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    catchThrowable(decode::run);
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
