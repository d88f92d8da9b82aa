package io.bloomtree.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused, with what was expected and where (P6). */
class MalformedPacketTest {
  /** Where the body of a handmade packet's only frame starts. */
  private static final int BODY = 36;

  @Test
  void packetOfAnotherVersionIsRefusedAsSuchWhateverFollows() {
    MalformedPacketException e = refusal(new byte[] {2, 99, 99});

    assertThat(e.code()).isEqualTo(RefusalCode.WIRE_VERSION);
    assertThat(e).hasMessage("wire version must be 1: 2, at byte 0");
  }

  @Test
  void packetAboveTheLimitIsRefusedUnread() {
    byte[] bytes = Handmade.packet(FrameKind.PING, new byte[Long.BYTES + 1]);

    var e =
        catchThrowableOfType(
            MalformedPacketException.class, () -> Packet.decode(bytes, bytes.length - 1));

    assertThat(Packet.decode(bytes, bytes.length).frames()).containsExactly(new PingFrame(0));
    assertThat(e).hasMessage("packet must have at most 44 bytes: length=45, at byte 44");
    assertThat(e.code()).isEqualTo(RefusalCode.MALFORMED);
  }

  @Test
  void emptyPacketIsRefused() {
    assertThat(refusal(new byte[0])).hasMessage("version must fit: size=1, left=0, at byte 0");
  }

  @Test
  void packetWithoutFramesIsRefused() {
    assertThat(refusal(Handmade.header().toByteArray()))
        .hasMessage("packet has no frames: from=eu/0, at byte 31");
  }

  @ParameterizedTest(name = "byte {0} = {1}: {2}")
  @CsvSource({
    "1, 2, 'flags must be 0 or 1: 2, at byte 1'",
    "5, -1, 'epoch must be >= 0: -16777210, at byte 45'",
    "25, -128, 'born must be >= 0: -9223372036854775799, at byte 45'",
    "18, 10, 'incarnation must be >= born: incarnation=9, born=10, at byte 45'",
    "28, 0, 'node id must be letters, digits, ''.'', ''_'' or ''-'', and start with a letter or"
        + " digit: , at byte 29'",
    "29, 46, 'node id must be letters, digits, ''.'', ''_'' or ''-'', and start with a letter or"
        + " digit: .u, at byte 31'",
    "31, 0, 'unknown frame kind: 0, at byte 32'",
    "31, 25, 'unknown frame kind: 25, at byte 32'",
    "32, 10, 'frame body must fit: size=10, left=9, at byte 36'",
    "32, 7, 'nonce must fit: size=8, left=7, at byte 36'",
    "35, -1, 'frame body must fit: size=4278190089, left=9, at byte 36'",
  })
  void headerThatBreaksARuleIsRefused(int offset, byte value, String message) {
    byte[] bytes = Handmade.packet(FrameKind.PING, new byte[Long.BYTES + 1]);
    bytes[offset] = value;

    assertThat(refusal(bytes)).hasMessage(message);
  }

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource({
    // One byte more than the frame needs.
    "PING, 00000000000000000000, 9, 'PING frame must end here: left=1'",
    "PING, 000000000000000081808080808080808001, 8, 'born must be below 2^63: 9223372036854775808'",
    "IMAGE, 0000000000000000 00 00 02, 10, 'durable must be 0 or 1: 2'",
    "IMAGE, 0000000000000000 00 00 00 00 01 0000 0161 00 ff01, 18,"
        + " 'length of the plan must be at most 0 in 0 bytes: 255'",
    "SKETCH, 02 00 00 00 00 00 01, 1, 'SKETCH frame: unknown kind of sketch: 2'",
    "SKETCH, 00 02 00 00 00 00 01, 1, 'retold must be 0 or 1: 2'",
    "SKETCH, 00 00 00 00 02 0000000000000000 00 01, 4,"
        + " 'number of candidates must be at most 1 in 10 bytes: 2'",
    "SKETCH, 00 00 00 00 01 0000000000000000 01 01 0161, 14,"
        + " 'text must be of a candidate: index=1'",
    "SKETCH, 00 00 00 00 01 0000000000000000 01 00 00 01, 16,"
        + " 'SKETCH frame: text must not be empty'",
    "SKETCH, 00 00 00 00 00 00, 6, 'SKETCH frame: report must not be empty: length=0'",
    "SKETCH_ACK, 00 0000000000000080 00, 10, 'SKETCH_ACK frame: incarnation must be >= 0:"
        + " -9223372036854775808'",
    "CHUNK, 0000000000000000 0000000000000000 02 0000000000000000, 16,"
        + " 'number of words must be at most 1 in 8 bytes: 2'",
    // Counts that the rest of the frame cannot hold: 2^31, and 2^64 - 1.
    "ASK, 8080808008 0000000000000000, 0, 'number of asks must be at most 0 in 8 bytes:"
        + " 2147483648'",
    "SET_ACK, ffffffffffffffffff01, 0, 'number of rounds must be at most 0 in 0 bytes:"
        + " 18446744073709551615'",
    "ACK, 08 00016101 00 00 00, 0, 'number of confirmed must be at most 7 in 7 bytes: 8'",
    // Varints: overlong, endless, more than 64 bits.
    "ACK, 8000 00, 0, 'number of confirmed must be the shortest varint of at most 64 bits'",
    "ACK, ffffffffffffffffffff01, 0, 'number of confirmed must be the shortest varint of at most"
        + " 64 bits'",
    "ACK, ffffffffffffffffff02, 0, 'number of confirmed must be the shortest varint of at most 64"
        + " bits'",
    // Runs of origins: unknown source, one introduced twice, one split in two, one too long.
    "ACK, 01 01 00 00 00, 1, 'source must be at most 0: 1'",
    "ACK, 03 00016101 00 00 00016201 00 00 00016101 00 00 00, 13, 'source must be introduced once:"
        + " a in incarnation 1'",
    "ACK, 02 00016101 00 00 01 00 00 00, 7, 'a run must be of another source than the one before'",
    "ACK, 01 00016101 01 00 00 00, 5, 'run length must be at most 1 entries: length-1=1'",
    "ACK, 01 00016101 00 01 00, 6, 'sequence must be >= 0: -1'",
    "ACK, 01 000161 ffffffffffffffffff01 00 00 00, 4, 'incarnation must be below 2^63:"
        + " 18446744073709551615'",
    "ACK, 01 00012f01 00 00 00, 4, 'ACK frame: node id must be letters, digits, ''.'', ''_'' or"
        + " ''-'', and start with a letter or digit: /'",
    // Columns: no such mode, and values that a shorter mode would have said.
    "SET, 01 00 0000000000000000 03 00, 10, 'mode of age must be 0, 1 or 2: 3'",
    "SET, 01 00 0000000000000000 0100 00, 10, 'age must be written as ZERO: mode=SAME'",
    "SET, 01 00 0000000000000000 0202 00, 10, 'age must be written as SAME: mode=EACH'",
    "SET, 01 00 0000000000000000 00 0100, 11, 'importance must be written as ZERO: mode=SAME'",
    "SET, 01 00 0000000000000000 00 0207, 11, 'importance must be written as SAME: mode=EACH'",
    "SET, 01 00 0000000000000000 0201 00, 11, 'age must be >= 0: -1'",
    // Codes that nobody gave a meaning.
    "VERIFY_REPLY, 01 00 0103, 4, 'VERIFY_REPLY frame: unknown testimony code: 3'",
    "ANSWER, 0161 00 01 00016101 00 00 0106 00, 13, 'ANSWER frame: unknown outcome code: 6'",
    "ANSWER, 0161 00 01 00016101 00 00 0150 00, 13, 'ANSWER frame: unknown degradation code: 5'",
    "REFUSAL, 07 0000, 1, 'REFUSAL frame: unknown refusal code: 7'",
    "PROBE_REPLY, 01 00 00 00 0102 00, 4, 'unreliable must be 0 or 1: 2'",
    "PROBE_REPLY, 01 00 0102 0101 00 00, 8, 'PROBE_REPLY frame: set must be in 0..1: 2'",
    "ANSWER, 0161 8080808008 00 00 00, 2, 'level must be below 2^31: 2147483648'",
    // Text: not UTF-8, too long, or none where a name must be.
    "REFUSAL, 01 0200 c080, 5, 'REFUSAL frame: text must be UTF-8: length=2'",
    "REFUSAL, 01 0110, 3, 'reason must fit: size=4097, left=0'",
    "HELLO, 0000000000000000 0000 0000000000000000 00000000 0000000000000000 00 0161 00 0161, 36,"
        + " 'HELLO frame: tree must not be empty'",
  })
  void bodyThatBreaksARuleIsRefused(FrameKind kind, String hex, int offset, String problem) {
    byte[] bytes = Handmade.packet(kind, HexFormat.of().parseHex(hex.replace(" ", "")));

    MalformedPacketException e = refusal(bytes);

    assertThat(e).hasMessage(problem + ", at byte " + (BODY + offset));
    assertThat(e.offset()).isEqualTo(BODY + offset);
    assertThat(e.code()).isEqualTo(RefusalCode.MALFORMED);
  }

  private static MalformedPacketException refusal(byte[] bytes) {
    return catchThrowableOfType(
        MalformedPacketException.class, () -> Packet.decode(bytes, Packet.DEFAULT_MAX_BYTES));
  }
}
