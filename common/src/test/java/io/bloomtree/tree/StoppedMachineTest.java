package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.StorageException;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Frame;
import io.bloomtree.wire.NodeId;
import org.junit.jupiter.api.Test;

/** A machine whose store fails sends nothing of that step, and nothing ever after (P7). */
class StoppedMachineTest {
  private static final TreeShape SHAPE = Trees.flat(Trees.WHOLE);
  private static final Endpoint ROOT = at("root", 0);

  /** Fails once, and so for good. */
  private static final class FailingStore extends ForwardingAgentStore {
    private boolean isFull;

    FailingStore() {
      super(new HeapAgentStore(1, Birth.FIRST, Trees.WHOLE.newSlice(0)));
    }

    @Override public void sync() {
      if (isFull) {
        throw new StorageException("no space left");
      }
    }
  }

  private final FailingStore store = new FailingStore();
  private final EdgeBench edge =
      new EdgeBench(SHAPE, Tuning.plain(), 1, store).greeted().welcomed(ROOT, 1);

  @Test
  void nothingOfAStepIsSentThatIsNotSafe() {
    store.isFull = true;
    edge.watch.take();

    EdgeBench.Told told = edge.offer(5);
    edge.advance(60_000);

    assertThat(edge.take(ROOT, Frame.class)).isEmpty();
    assertThat(edge.watch.take().get(0)).isEqualTo("stopped: no space left");
    assertThat(told.resolutions()).containsExactly(new Failure(Reason.STATE_FAILED, new NodeId("a0")));
  }

  @Test
  void aStoreThatSeemsToWorkAgainIsNotTrusted() {
    store.isFull = true;
    edge.offer(5);
    store.isFull = false;

    EdgeBench.Told told = edge.offer(6);
    edge.advance(60_000);

    assertThat(edge.take(ROOT, Frame.class)).isEmpty();
    assertThat(told.resolutions()).containsExactly(new Failure(Reason.STATE_FAILED, new NodeId("a0")));
  }
}
