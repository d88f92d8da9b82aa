package io.bloomtree.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bloomtree.wire.AnswerFrame.Answer;
import io.bloomtree.wire.AskFrame.Ask;
import io.bloomtree.wire.ConfirmFrame.Confirm;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What one distinct event costs per hop: ask, answer, confirm and acknowledgement, in batches of
 * 512, headers included. Sizes follow from the format alone; docs/wire.md repeats these figures.
 */
class BytesPerEventTest {
  private static final int BATCH = 512;
  private static final int PROMISED = 24;
  /** What the event bus adds to every message. */
  private static final int BUS_BYTES = 110;

  private static final long INCARNATION = 1_760_000_000_000L;
  private static final long FIRST_SEQUENCE = 25_000_000;
  private static final NodeId AGENT = new NodeId("athens-1");
  private static final NodeId REGION = new NodeId("eu-south");
  private static final NodeId ROOT = new NodeId("root");

  /** Where a batch comes from, which decides how well its origins and times compress. */
  enum Batch {
    /** From an agent that was offered the whole batch at once. */
    OFFERED_IN_BULK(20.4, Batch::origin, i -> 5_000),
    /** From an agent, gathered while it lingered: the remaining times differ a little. */
    GATHERED(21.4, Batch::origin, i -> 5_000 - i % 7),
    /** From a region to one of two root slices, which owns every other event, by chance. */
    FOR_ONE_OF_TWO_SLICES(21.4, skipping(2)::get, i -> 5_000 - i % 7),
    /** From a region to one of 64 root slices. */
    FOR_ONE_OF_64_SLICES(22.8, skipping(64)::get, i -> 5_000 - i % 7),
    /** From a region that merges 64 agents: eight events do not pay for an agent's name. */
    MERGED_FROM_64_AGENTS(31.6, i -> origin("athens-" + i / 8, i % 8), i -> 5_000 - i / 8 % 7);

    private final double documented;
    private final IntFunction<Origin> origins;
    private final IntUnaryOperator remaining;

    Batch(double documented, IntFunction<Origin> origins, IntUnaryOperator remaining) {
      this.documented = documented;
      this.origins = origins;
      this.remaining = remaining;
    }

    private static Origin origin(int i) {
      return origin(AGENT.value(), i);
    }

    private static Origin origin(String agent, int i) {
      return new Origin(new NodeId(agent), INCARNATION, FIRST_SEQUENCE + i);
    }

    private static List<Origin> skipping(int slices) {
      var random = new Random(slices);
      return IntStream.iterate(0, i -> i + 1)
          .filter(i -> random.nextInt(slices) == 0)
          .limit(BATCH)
          .mapToObj(Batch::origin)
          .toList();
    }
  }

  @ParameterizedTest
  @EnumSource
  void distinctEventCostsWhatTheDocumentSays(Batch batch) {
    double bytes = (up(batch).encode().length + down(batch).encode().length) / (double) BATCH;

    assertThat(bytes).isCloseTo(batch.documented, within(0.05));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MERGED_FROM_64_AGENTS")
  void distinctEventCostsAtMost24BytesPerHopOnTheBus(Batch batch) {
    int bytes = up(batch).encode().length + down(batch).encode().length + 2 * BUS_BYTES;

    assertThat(bytes).isLessThanOrEqualTo(PROMISED * BATCH);
  }

  private static Packet up(Batch batch) {
    var random = new Random(1);
    var asks = new ArrayList<Ask>();
    var confirms = new ArrayList<Confirm>();
    for (int i = 0; i < BATCH; i++) {
      Origin origin = batch.origins.apply(i);
      asks.add(new Ask(random.nextLong(), origin, batch.remaining.applyAsInt(i), 0, 0));
      confirms.add(new Confirm(random.nextLong(), origin, 0, 0));
    }
    return packet(REGION, new AskFrame(asks), new ConfirmFrame(confirms));
  }

  private static Packet down(Batch batch) {
    var answers = new ArrayList<Answer>();
    var acknowledged = new ArrayList<Origin>();
    for (int i = 0; i < BATCH; i++) {
      Origin origin = batch.origins.apply(i);
      answers.add(new Answer(origin, Outcome.DISTINCT, Degradation.NONE, 0));
      acknowledged.add(origin);
    }
    return packet(
        ROOT, new AnswerFrame(ROOT, 0, answers), new AckFrame(acknowledged, List.of()));
  }

  private static Packet packet(NodeId from, Frame... frames) {
    return new Packet(0xcafebabe, 1, Endpoint.of(from), INCARNATION, INCARNATION, List.of(frames));
  }
}
