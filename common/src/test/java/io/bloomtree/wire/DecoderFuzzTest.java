package io.bloomtree.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever arrives, the decoder says what it is or refuses it: no other exception, and what it
 * accepts has no second spelling.
 */
class DecoderFuzzTest {
  private static final int RANDOM_PACKETS = 5_000;
  private static final int MUTATIONS = 2_000;
  private static final int LONGEST = 300;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8})
  void randomBytes(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < RANDOM_PACKETS; i++) {
      byte[] bytes = randomBytes(random);
      if (bytes.length > 0 && random.nextBoolean()) {
        bytes[0] = Packet.VERSION;
      }

      decodeOrRefuse(bytes);
    }
  }

  @ParameterizedTest(name = "{0}, seed 34")
  @EnumSource(FrameKind.class)
  void randomBodiesOfEveryKindOfFrame(FrameKind kind) {
    var random = new Random(34);
    for (int i = 0; i < RANDOM_PACKETS; i++) {
      byte[] body = randomBytes(random);
      // Small numbers get further: as counts and modes they are mostly legal.
      for (int j = 0; j < body.length; j++) {
        body[j] &= (byte) (random.nextBoolean() ? 0x03 : 0xff);
      }

      decodeOrRefuse(Handmade.packet(kind, body));
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyBitOfAGoldenPacketFlipped(GoldenPacket golden) {
    byte[] bytes = golden.bytes();
    for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);

      decodeOrRefuse(flipped);
    }
  }

  @ParameterizedTest
  @EnumSource
  void goldenPacketCutShortAnywhereOrWithMoreBehindIt(GoldenPacket golden) {
    byte[] bytes = golden.bytes();
    for (int length = 0; length < bytes.length; length++) {
      decodeOrRefuse(Arrays.copyOf(bytes, length));
    }
    decodeOrRefuse(Arrays.copyOf(bytes, bytes.length + 1));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8})
  void packetsWithAFewBytesChangedRemovedOrRepeated(long seed) {
    var random = new Random(seed);
    var packets = new RandomPackets(seed);
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] bytes = packets.packet().encode();
      int changes = 1 + random.nextInt(3);
      for (int change = 0; change < changes; change++) {
        bytes = mutated(bytes, random);
      }

      decodeOrRefuse(bytes);
    }
  }

  private static byte[] mutated(byte[] bytes, Random random) {
    int at = random.nextInt(bytes.length);
    int to = at + random.nextInt(Math.min(bytes.length - at, 12));
    switch (random.nextInt(3)) {
      case 0 -> {
        byte[] changed = bytes.clone();
        changed[at] = (byte) random.nextInt(256);
        return changed;
      }
      case 1 -> {
        byte[] shorter = Arrays.copyOf(bytes, bytes.length - (to - at));
        System.arraycopy(bytes, to, shorter, at, bytes.length - to);
        return shorter;
      }
      default -> {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + (to - at));
        System.arraycopy(bytes, at, longer, to, bytes.length - at);
        return longer;
      }
    }
  }

  private static void decodeOrRefuse(byte[] bytes) {
    try {
      Packet packet = Packet.decode(bytes, Packet.DEFAULT_MAX_BYTES);
      assertThat(packet.encode()).isEqualTo(bytes);
    } catch (MalformedPacketException e) {
      assertThat(e.offset()).isBetween(0, bytes.length);
    } catch (RuntimeException e) {
      fail("decoding " + HexFormat.of().formatHex(bytes), e);
    }
  }

  private static byte[] randomBytes(Random random) {
    byte[] bytes = new byte[random.nextInt(LONGEST)];
    random.nextBytes(bytes);
    return bytes;
  }
}
