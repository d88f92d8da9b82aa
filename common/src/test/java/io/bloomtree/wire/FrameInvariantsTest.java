package io.bloomtree.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.bloomtree.wire.AnswerFrame.Answer;
import io.bloomtree.wire.AskFrame.Ask;
import io.bloomtree.wire.ConfirmFrame.Confirm;
import io.bloomtree.wire.ProbeReplyFrame.ProbeReply;
import io.bloomtree.wire.SetFrame.SliceSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A frame that exists can be sent. */
class FrameInvariantsTest {
  private static final NodeId AGENT = new NodeId("athens-1");
  private static final Origin ORIGIN = new Origin(AGENT, 0, 0);

  @Test
  void timesAreNeverNegative() {
    assertRefused("remainingMillis must be >= 0: -1", () -> new Ask(0, ORIGIN, -1, 0, 0));
    assertRefused("ageMillis must be >= 0: -1", () -> new Ask(0, ORIGIN, 0, -1, 0));
    assertRefused("ageMillis must be >= 0: -1", () -> new Confirm(0, ORIGIN, -1, 0));
    assertRefused("ageMillis must be >= 0: -1", () -> new SliceSet(0, 0, -1, 0));
    assertRefused(
        "ageMillis must be >= 0: -1",
        () -> new Answer(ORIGIN, Outcome.DUPLICATE, Degradation.NONE, -1));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 256})
  void importanceIsOneByte(int importance) {
    String message = "importance must be in 0..255: " + importance;
    assertRefused(message, () -> new Ask(0, ORIGIN, 0, 0, importance));
    assertRefused(message, () -> new Confirm(0, ORIGIN, 0, importance));
    assertRefused(message, () -> new SliceSet(0, 0, 0, importance));
  }

  @Test
  void noMorePositionsAreSetThanWereProbed() {
    assertRefused("set must be in 0..2: 3", () -> new ProbeReply(0, 3, 2, true, 0));
    assertRefused("set must be in 0..2: -1", () -> new ProbeReply(0, -1, 2, true, 0));
    assertRefused("probes must be in 0..255: 256", () -> new ProbeReply(0, 0, 256, true, 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-a", ".a", "_a", "a b", "a/b", "ä", "a\n"})
  void nodeIdIsPlain(String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new NodeId(value))
        .withMessageStartingWith("node id must be letters, digits");
  }

  @Test
  void nodeIdHasAtMost255Characters() {
    assertThat(new NodeId("a.B_9-" + "x".repeat(249)).value()).hasSize(255);
    assertRefused(
        "node id must have at most 255 characters: length=256",
        () -> new NodeId("x".repeat(256)));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 65_536})
  void sliceIsTwoBytes(int slice) {
    String message = "slice must be in 0..65535: " + slice;
    assertRefused(message, () -> new Endpoint(AGENT, slice));
    assertRefused(message, () -> new WelcomeFrame(AGENT, 0, slice));
    assertRefused(message, () -> new HelloFrame(AGENT, 0, slice, "t", "h", 0, 0, 0, false));
  }

  @Test
  void nothingIsNull() {
    assertThatNullPointerException().isThrownBy(() -> new Ask(0, null, 0, 0, 0));
    assertThatNullPointerException().isThrownBy(() -> new RefusalFrame(null, ""));
    assertThatNullPointerException()
        .isThrownBy(() -> new Answer(ORIGIN, null, Degradation.NONE, 0));
    assertThatNullPointerException()
        .isThrownBy(() -> new AckFrame(Arrays.asList(ORIGIN, null), List.of()));
  }

  @Test
  void reasonForARefusalHasALimit() {
    assertRefused(
        "reason must have at most 4096 bytes: length=4097",
        () -> new RefusalFrame(RefusalCode.EPOCH, "x".repeat(4_097)));
  }

  @Test
  void listsCannotBeChangedFromOutside() {
    var asks = new ArrayList<>(List.of(new Ask(1, ORIGIN, 0, 0, 0)));
    var frame = new AskFrame(asks);
    asks.clear();

    assertThat(frame.asks()).hasSize(1);
  }

  @Test
  void originsThatAreAColumnAlreadyAreNotCopied() {
    Origins origins = Origins.copyOf(List.of(ORIGIN, ORIGIN));

    assertThat(new AckFrame(origins, List.of()).confirmed()).isSameAs(origins);
  }

  @Test
  void eventsOfOneAgentShareItsIdOnceDecoded() {
    var frame = new AckFrame(List.of(new Origin(AGENT, 0, 1), new Origin(AGENT, 0, 2)), List.of());
    byte[] bytes = new Packet(0, 0, Endpoint.of(AGENT), 0, 0, List.of(frame)).encode();

    var decoded = (AckFrame) Packet.decode(bytes, Packet.DEFAULT_MAX_BYTES).frames().get(0);

    assertThat(decoded.confirmed().get(0).agent()).isSameAs(decoded.confirmed().get(1).agent());
  }

  private static void assertRefused(String message, Runnable construction) {
    assertThatIllegalArgumentException().isThrownBy(construction::run).withMessage(message);
  }
}
