package io.bloomtree.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.state.StateException;
import io.bloomtree.topology.Topology;
import io.bloomtree.tree.Resolution.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tree in one process that keeps its state: what one has learned, the next one knows (P7). */
class KeptTreeTest {
  @TempDir Path data;

  private Topology topology() {
    return Topology.parse("kept.yaml", """
        tree: kept
        filter: { expected: 10k, fpp: 1e-6 }
        root: { slices: { count: 2, scheme: vertical } }
        regions: [{ id: eu, edges: [athens, berlin] }]
        """).keptIn(data);
  }

  @Test void whatATreeHasLearnedTheNextOneKnows() throws InterruptedException {
    try (EmbeddedTree tree = EmbeddedTree.start(topology())) {
      assertThat(tree.agent("athens").blocking().offer("click").isDistinct()).isTrue();
    }

    try (EmbeddedTree tree = EmbeddedTree.start(topology())) {
      Verdict atTheLeaf = tree.agent("athens").blocking().offer("click");
      Verdict elsewhere = tree.agent("berlin").blocking().offer("click");
      assertThat(atTheLeaf.isDistinct()).isFalse();
      assertThat(atTheLeaf.decidedBy()).hasToString("athens");
      assertThat(elsewhere.isDistinct()).isFalse();
      assertThat(elsewhere.isDegraded()).isFalse();
      assertThat(tree.agent("berlin").blocking().offer("another").isDistinct()).isTrue();
      assertThat(tree.failed()).isEmpty();
    }
  }

  @Test void stateIsOpenedAndClosedWhileGarbageIsCollected() throws InterruptedException {
    var isOver = new AtomicBoolean();
    var collector = new Thread(() -> {
      while (!isOver.get()) {
        System.gc();
        LockSupport.parkNanos(20_000_000); // it has the processor for itself otherwise
      }
    });
    collector.start();
    try {
      for (int i = 0; i < 2; i++) {
        try (EmbeddedTree tree = EmbeddedTree.start(topology())) {
          assertThat(tree.agent("athens").blocking().offer("click").isDistinct()).isEqualTo(i == 0);
        }
      }
    } finally {
      isOver.set(true);
      collector.join();
    }
  }

  @Test void everySliceAndAgentHasADirectoryOfItsOwn() throws IOException {
    EmbeddedTree.start(topology()).close();

    try (Stream<Path> slices = Files.list(data.resolve("kept"))) {
      assertThat(slices.map(it -> it.getFileName().toString())).containsExactlyInAnyOrder(
          "athens.0", "berlin.0", "eu.0", "known", "root.0", "root.1");
    }
  }

  @Test void secondTreeOnTheSameDirectoryIsRefusedAndTheFirstGoesOn() throws InterruptedException {
    try (EmbeddedTree first = EmbeddedTree.start(topology())) {
      assertThatThrownBy(() -> EmbeddedTree.start(topology()))
          .hasRootCauseInstanceOf(StateException.class)
          .hasMessageContaining("is in use by process " + ProcessHandle.current().pid());

      assertThat(first.agent("athens").blocking().offer("click").isDistinct()).isTrue();
    }
  }

  @Test void anotherShapeWithoutAnotherEpochIsRefusedAndChangesNothing()
      throws InterruptedException {
    try (EmbeddedTree tree = EmbeddedTree.start(topology())) {
      tree.agent("athens").blocking().offer("click");
    }
    Topology larger = Topology.parse("kept.yaml", """
        tree: kept
        filter: { expected: 20k, fpp: 1e-6 }
        root: { slices: { count: 2, scheme: vertical } }
        regions: [{ id: eu, edges: [athens, berlin] }]
        """).keptIn(data);

    assertThatThrownBy(() -> EmbeddedTree.start(larger))
        .hasRootCauseInstanceOf(StateException.class).hasMessageContaining("raise epoch");

    try (EmbeddedTree tree = EmbeddedTree.start(topology())) {
      assertThat(tree.agent("berlin").blocking().offer("click").isDistinct()).isFalse();
    }
  }

  @Test void treeThatKeepsNothingLeavesNothing() throws IOException {
    EmbeddedTree.start(topology().keptNowhere()).close();

    try (Stream<Path> files = Files.list(data)) {
      assertThat(files).isEmpty();
    }
  }
}
