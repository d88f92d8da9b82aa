package io.bloomtree.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Version 1, as committed, is what this code reads and writes. */
class GoldenPacketTest {
  @ParameterizedTest
  @EnumSource
  void committedBytesDecodeToThePacketTheyWereWrittenFrom(GoldenPacket golden) {
    assertThat(Packet.decode(golden.bytes(), Packet.DEFAULT_MAX_BYTES)).isEqualTo(golden.packet());
  }

  @ParameterizedTest
  @EnumSource
  void packetEncodesToTheCommittedBytes(GoldenPacket golden) {
    assertThat(golden.packet().encode()).isEqualTo(golden.bytes());
  }

  @Test
  void everyKindOfFrameHasAGoldenPacket() {
    var kinds =
        Arrays.stream(GoldenPacket.values())
            .flatMap(golden -> golden.packet().frames().stream())
            .map(FrameKind::of)
            .collect(Collectors.toSet());

    assertThat(kinds).containsExactlyInAnyOrder(FrameKind.values());
  }
}
