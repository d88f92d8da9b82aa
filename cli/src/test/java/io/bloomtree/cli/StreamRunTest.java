package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.topology.Topology;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.wire.NodeId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamRunTest {
  private static final Topology TOPOLOGY =
      Topology.parse("test", "{ tree: test, filter: { expected: 1k }, edges: [a, b] }");

  private static Event event(int edge, String key) {
    return new Event(edge, key.getBytes(UTF_8));
  }

  private static EventStream stream(List<Event> events) {
    Iterator<Event> iterator = events.iterator();
    return () -> iterator.hasNext() ? Optional.of(iterator.next()) : Optional.empty();
  }

  private static List<Event> events(int count) {
    return IntStream.range(0, count).mapToObj(i -> event(i % 2, "k" + i / 3)).toList();
  }

  private static RunResult run(FakeTree tree, int inFlight, EventStream stream) throws Exception {
    return new StreamRun(tree, inFlight, System::nanoTime, done -> { }).run(stream);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 64, 5000})
  void everyEventIsOfferedOnceAtItsEdgeInItsOrder(int inFlight) throws Exception {
    var tree = new FakeTree(TOPOLOGY);
    List<Event> events = events(1000);

    var result = run(tree, inFlight, stream(events));

    for (int edge = 0; edge < 2; edge++) {
      int at = edge;
      assertThat(tree.offered(edge)).containsExactlyElementsOf(events.stream()
          .filter(event -> event.edge() == at)
          .map(event -> new String(event.key(), UTF_8)).toList());
    }
    assertThat(result.events()).isEqualTo(1000);
    assertThat(result.judgement().keys()).isEqualTo(334);
    assertThat(result.judgement().errors()).isEqualTo(new Judgement.Errors(0, 0, 0, 0));
    assertThat(result.problem()).isEmpty();
  }

  @Test
  void anEdgeHasNoMoreUndecidedEventsThanItMay() throws Exception {
    var waiting = new ArrayList<CompletableFuture<List<Resolution>>>();
    var most = new ArrayList<Integer>();
    var tree = new FakeTree(TOPOLOGY) {
      private int undecided;

      @Override public synchronized CompletableFuture<List<Resolution>> offerAll(
          NodeId edge, byte[][] keys) {
        undecided += keys.length;
        most.add(undecided);
        var decided = super.offerAll(edge, keys);
        var later = new CompletableFuture<List<Resolution>>();
        waiting.add(later);
        CompletableFuture.runAsync(() -> {
          synchronized (this) {
            undecided -= keys.length;
          }
          later.complete(decided.join());
        });
        return later;
      }
    };

    run(tree, 10, stream(IntStream.range(0, 500).mapToObj(i -> event(0, "k" + i)).toList()));

    assertThat(waiting).hasSize(500);
    assertThat(most).allMatch(undecided -> undecided <= 10);
  }

  @Test
  void whatCameBeforeBadInputIsJudged() throws Exception {
    var events = stream(events(100));

    var result = run(new FakeTree(TOPOLOGY), 64, () -> {
      var next = events.next();
      if (next.isEmpty()) {
        throw new BadInputException("log:101: no tab");
      }
      return next;
    });

    assertThat(result.events()).isEqualTo(100);
    assertThat(result.problem()).get().extracting(Throwable::getMessage)
        .isEqualTo("log:101: no tab");
    assertThat(result.json()).containsEntry("problem", "log:101: no tab");
  }

  @Test
  void anEmptyStreamIsNoEvents() throws Exception {
    assertThat(run(new FakeTree(TOPOLOGY), 64, stream(List.of())).events()).isZero();
  }

  @Test
  void failuresAreCountedByReason() throws Exception {
    var tree = new FakeTree(TOPOLOGY);
    tree.answer("k0", new Failure(Reason.BUSY, new NodeId("root")));

    var result = run(tree, 64, stream(events(3)));

    assertThat(result.judgement().told().failures()).containsEntry(Reason.BUSY, 3L);
    assertThat(result.judgement().errors().lost()).isEqualTo(1);
  }

  @Test
  void anOfferThatBreaksEndsTheRun() {
    var tree = new FakeTree(TOPOLOGY) {
      @Override public CompletableFuture<List<Resolution>> offerAll(NodeId edge, byte[][] keys) {
        return CompletableFuture.failedFuture(new IllegalStateException("closed"));
      }
    };

    assertThatThrownBy(() -> run(tree, 64, stream(events(3))))
        .isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
  }
}
