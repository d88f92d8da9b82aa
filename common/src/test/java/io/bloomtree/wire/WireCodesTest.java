package io.bloomtree.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A code that changes makes old and new nodes misunderstand each other without noticing. */
class WireCodesTest {
  @Test
  void outcomesKeepTheirCodes() {
    assertThat(codes(Outcome.values(), Outcome::code))
        .isEqualTo("DISTINCT=0 DUPLICATE=1 HELD=2 BUSY=3 FENCED=4 UNAVAILABLE=5");
    assertThat(Outcome.values()).allSatisfy(o -> assertThat(Outcome.ofCode(o.code())).isSameAs(o));
    assertThatIllegalArgumentException().isThrownBy(() -> Outcome.ofCode(6));
  }

  @Test
  void degradationsKeepTheirCodes() {
    assertThat(codes(Degradation.values(), Degradation::code))
        .isEqualTo("NONE=0 SLICE_AWAY=1 OWNER_AWAY=2 PARENT_AWAY=3 STATE_LOST=4");
    assertThat(Degradation.values())
        .allSatisfy(d -> assertThat(Degradation.ofCode(d.code())).isSameAs(d));
    assertThatIllegalArgumentException().isThrownBy(() -> Degradation.ofCode(5));
  }

  @Test
  void testimoniesKeepTheirCodes() {
    assertThat(codes(Testimony.values(), Testimony::code)).isEqualTo("HAVE=0 DENY=1 UNKNOWN=2");
    assertThat(Testimony.values())
        .allSatisfy(t -> assertThat(Testimony.ofCode(t.code())).isSameAs(t));
    assertThatIllegalArgumentException().isThrownBy(() -> Testimony.ofCode(3));
  }

  @Test
  void refusalsKeepTheirCodes() {
    assertThat(codes(RefusalCode.values(), RefusalCode::code))
        .isEqualTo("MALFORMED=1 WIRE_VERSION=2 OTHER_TREE=3 EPOCH=4 STRANGER=5 FENCED=6");
    assertThat(RefusalCode.values())
        .allSatisfy(r -> assertThat(RefusalCode.ofCode(r.code())).isSameAs(r));
    assertThatIllegalArgumentException().isThrownBy(() -> RefusalCode.ofCode(0));
  }

  @Test
  void kindsOfFrameKeepTheirCodes() {
    assertThat(codes(FrameKind.values(), FrameKind::code))
        .isEqualTo(
            "ASK=1 ANSWER=2 CONFIRM=3 RELEASE=4 ACK=5 HELLO=6 WELCOME=7 REFUSAL=8 PROBE=9"
                + " PROBE_REPLY=10 VERIFY=11 VERIFY_REPLY=12 SET=13 SET_ACK=14 HANDOVER=15"
                + " HANDOVER_ACK=16 PING=17 PONG=18 IMAGE_REQUEST=19 IMAGE=20 CHUNK_REQUEST=21"
                + " CHUNK=22 SKETCH=23 SKETCH_ACK=24");
    assertThatIllegalArgumentException().isThrownBy(() -> FrameKind.ofCode(25));
  }

  @Test
  void kindsOfSketchKeepTheirCodes() {
    assertThat(codes(SketchKind.values(), SketchKind::code)).isEqualTo("FREQUENCY=0 SIMILARITY=1");
    assertThat(SketchKind.values())
        .allSatisfy(k -> assertThat(SketchKind.ofCode(k.code())).isSameAs(k));
    assertThatIllegalArgumentException().isThrownBy(() -> SketchKind.ofCode(2));
  }

  @Test
  void columnModesKeepTheirCodes() {
    assertThat(codes(ColumnMode.values(), ColumnMode::code)).isEqualTo("ZERO=0 SAME=1 EACH=2");
  }

  private static <E extends Enum<E>> String codes(E[] values, ToIntFunction<E> code) {
    return Arrays.stream(values)
        .map(value -> value.name() + "=" + code.applyAsInt(value))
        .collect(Collectors.joining(" "));
  }
}
