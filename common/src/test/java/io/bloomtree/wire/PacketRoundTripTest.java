package io.bloomtree.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What was encoded is what is decoded. */
class PacketRoundTripTest {
  private static final int PACKETS_PER_SEED = 2_000;
  private static final int FRAMES_PER_KIND = 500;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8})
  void anyPacketComesBackEqual(long seed) {
    var packets = new RandomPackets(seed);
    for (int i = 0; i < PACKETS_PER_SEED; i++) {
      Packet packet = packets.packet();

      assertThat(Packet.decode(packet.encode(), Packet.DEFAULT_MAX_BYTES)).isEqualTo(packet);
    }
  }

  @ParameterizedTest(name = "{0}, seed 13")
  @EnumSource(FrameKind.class)
  void everyKindOfFrameComesBackEqual(FrameKind kind) {
    var packets = new RandomPackets(13);
    for (int i = 0; i < FRAMES_PER_KIND; i++) {
      Frame frame = packets.frame(kind);
      Packet packet = packets.packet(List.of(frame));

      Packet decoded = Packet.decode(packet.encode(), Packet.DEFAULT_MAX_BYTES);

      assertThat(frame).isInstanceOf(kind.type());
      assertThat(decoded.frames()).containsExactly(frame);
    }
  }
}
