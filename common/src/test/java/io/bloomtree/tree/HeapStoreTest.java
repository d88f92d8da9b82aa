package io.bloomtree.tree;

import static io.bloomtree.tree.Messages.origin;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.tree.AgentStore.Unacknowledged;
import io.bloomtree.tree.SliceStore.HeldClaim;
import io.bloomtree.wire.Degradation;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the stores in memory keep for the next incarnation of their machines (P7). */
class HeapStoreTest {
  private final HeapAgentStore agent =
      new HeapAgentStore(1, Birth.FIRST, Trees.WHOLE.newSlice(0));
  private final HeapSliceStore slice =
      new HeapSliceStore(1, Birth.FIRST, Trees.WHOLE.newSlice(0));

  @Test
  void theJournalHasWhatIsNotAcknowledgedInTheOrderOfOrigins() {
    var third = new Unacknowledged(30, origin("a0", 2, 1), 0, 0);
    var first = new Unacknowledged(10, origin("a0", 1, 7), 0, 0);
    var second = new Unacknowledged(20, origin("a0", 1, 9), 0, 3);
    agent.journal(third);
    agent.journal(second);
    agent.journal(new Unacknowledged(40, origin("a0", 1, 8), 0, 0));
    agent.journal(first);

    agent.acknowledged(origin("a0", 1, 8));
    agent.acknowledged(origin("a0", 3, 1));

    assertThat(agent.journal()).containsExactly(first, second, third);
  }

  @Test
  void claimsAreKeptByTheirEvents() {
    var held = new HeldClaim(origin("a0", 1), Degradation.NONE);
    var degraded = new HeldClaim(origin("a1", 1), Degradation.OWNER_AWAY);
    slice.putClaim(5, held);
    slice.putClaim(6, held);
    slice.putClaim(5, degraded);
    slice.removeClaim(6);
    Map<Long, HeldClaim> copy = slice.claims();
    slice.removeClaim(5);

    assertThat(copy).isEqualTo(Map.of(5L, degraded));
    assertThat(slice.claims()).isEmpty();
  }

  @Test
  void onlyAStateThatNeverHadAMachineIsRecoveredFirst() {
    var lost = new HeapSliceStore(4, Birth.LOST, Trees.WHOLE.newSlice(0));

    lost.recovered();
    slice.recovered();
    agent.recovered();

    assertThat(lost.birth()).isEqualTo(Birth.LOST);
    assertThat(lost.born()).isEqualTo(4);
    assertThat(slice.birth()).isEqualTo(Birth.RECOVERED);
    assertThat(agent.birth()).isEqualTo(Birth.RECOVERED);
  }
}
