package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.PingFrame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutboxTest {
  private static final Endpoint SELF = at("a0", 0);
  private static final Lineage LINEAGE =
      new Lineage(SELF, new HeapAgentStore(1, Birth.FIRST, Trees.WHOLE.newSlice(0)));
  private static final Endpoint BROKEN = at("b", 0);

  private final List<Endpoint> sent = new ArrayList<>();
  private final Outbox outbox =
      new Outbox(0, 0, SELF, 1, LINEAGE, 512, (to, packet) -> {
        sent.add(to);
        if (to.equals(BROKEN)) {
          throw new IllegalStateException("no way there");
        }
      }, new Tally());

  @Test
  void whatWasNotSentWhenTheTransportThrewGoesWithTheNextStepAndNothingGoesTwice() {
    outbox.send(at("a", 0), new PingFrame(1));
    outbox.send(BROKEN, new PingFrame(1));
    outbox.send(at("c", 0), new PingFrame(1));
    assertThatIllegalStateException().isThrownBy(outbox::flush);
    assertThat(sent).containsExactly(at("a", 0), BROKEN);

    outbox.flush();
    outbox.flush();

    assertThat(sent).containsExactly(at("a", 0), BROKEN, at("c", 0));
  }

  @Test
  void whatIsSentToWhomTheTransportThrewForIsANewPacket() {
    outbox.send(BROKEN, new PingFrame(1));
    assertThatIllegalStateException().isThrownBy(outbox::flush);

    outbox.send(BROKEN, new PingFrame(2));

    assertThatIllegalStateException().isThrownBy(outbox::flush);
    assertThat(sent).hasSize(2);
  }
}
