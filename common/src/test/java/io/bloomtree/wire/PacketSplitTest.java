package io.bloomtree.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.bloomtree.wire.AskFrame.Ask;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A batch of any size travels, in packets within the limit. */
class PacketSplitTest {
  private static final String LONGEST = "n".repeat(NodeId.MAX_BYTES - 4);
  private static final int LIMIT = Packet.LOWEST_MAX_BYTES;

  @Test
  void smallPacketStaysWhole() {
    Packet packet = packet(new PingFrame(1), new PongFrame(2));

    assertThat(packet.encodeWithin(LIMIT)).containsExactly(packet.encode());
  }

  @Test
  void bigBatchTravelsInPartsInOrder() {
    var asks = new ArrayList<Ask>();
    var confirmed = new ArrayList<Origin>();
    var released = new ArrayList<Origin>();
    for (int i = 0; i < 3_000; i++) {
      // An agent each: every entry spells out a name, as dear as an entry gets.
      var origin = new Origin(new NodeId(LONGEST + i), Long.MAX_VALUE, Long.MAX_VALUE);
      asks.add(new Ask(i, origin, Long.MAX_VALUE - i, i, i & 0xff));
      (i % 3 == 0 ? released : confirmed).add(origin);
    }
    Packet packet = packet(new AskFrame(asks), new PingFrame(7), new AckFrame(confirmed, released));

    var arrived = new Arrived();
    for (byte[] bytes : packet.encodeWithin(LIMIT)) {
      assertThat(bytes).hasSizeLessThanOrEqualTo(LIMIT);
      arrived.add(Packet.decode(bytes, LIMIT));
    }

    assertThat(arrived.asks).isEqualTo(asks);
    assertThat(arrived.confirmed).isEqualTo(confirmed);
    assertThat(arrived.released).isEqualTo(released);
    assertThat(arrived.others).containsExactly(new PingFrame(7));
  }

  @ParameterizedTest
  @EnumSource
  void partsOfEveryBatchMakeTheWhole(FrameKind kind) {
    Frame frame = new RandomPackets(21).frame(kind);
    if (frame instanceof BatchFrame batch) {
      int middle = batch.size() / 3;

      assertThat(batch.part(0, batch.size())).isEqualTo(batch);
      assertThat(batch.part(0, middle).size()).isEqualTo(middle);
      assertThat(batch.part(middle, batch.size()).size()).isEqualTo(batch.size() - middle);
    }
  }

  @Test
  void longestFrameThatCannotBeCutFitsTheLowestLimit() {
    var refusal = new RefusalFrame(RefusalCode.EPOCH, "x".repeat(RefusalFrame.MAX_REASON_BYTES));
    Packet packet = packet(refusal);

    assertThat(packet.encodeWithin(LIMIT)).hasSize(1);
  }

  @Test
  void limitTooLowForSomeFrameIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> packet(new PingFrame(1)).encodeWithin(LIMIT - 1))
        .withMessage("maxBytes must be at least 8192: 8191");
  }

  private static Packet packet(Frame... frames) {
    return new Packet(1, 2, Endpoint.of(new NodeId(LONGEST)), 3, 3, List.of(frames));
  }

  private static final class Arrived {
    final List<Ask> asks = new ArrayList<>();
    final List<Origin> confirmed = new ArrayList<>();
    final List<Origin> released = new ArrayList<>();
    final List<Frame> others = new ArrayList<>();

    void add(Packet packet) {
      for (Frame frame : packet.frames()) {
        if (frame instanceof AskFrame ask) {
          asks.addAll(ask.asks());
        } else if (frame instanceof AckFrame ack) {
          confirmed.addAll(ack.confirmed());
          released.addAll(ack.released());
        } else {
          others.add(frame);
        }
      }
    }
  }
}
