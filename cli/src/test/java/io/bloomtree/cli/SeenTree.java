package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bloomtree.bus.TreeInquiry;
import io.bloomtree.bus.TreeView;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.embedded.EmbeddedTree;
import io.bloomtree.topology.Topology;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * What a real tree in this process told before and after some events: a root with two slices,
 * regions eu and us, edges athens, berlin and boston, of which athens had the events. Immutable.
 */
record SeenTree(TreeView before, TreeView after) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TOPOLOGY = """
      tree: seen
      filter: { expected: 1k, fpp: 0.01 }
      root: { slices: { count: 2 } }
      regions:
        - { id: eu, edges: [athens, berlin] }
        - { id: us, edges: [boston] }
      """;

  /** Each event is offered twice. */
  static SeenTree withEvents(int events) {
    var topology = Topology.read("tree.yaml", new ByteArrayInputStream(TOPOLOGY.getBytes(UTF_8)));
    try (var tree = EmbeddedTree.start(topology)) {
      TreeView before = view(tree);
      EdgeAgent athens = tree.agent("athens");
      for (int i = 0; i < 2 * events; i++) {
        athens.offer("event " + i % events).toCompletionStage().toCompletableFuture().join();
      }
      return new SeenTree(before, view(tree));
    }
  }

  private static TreeView view(EmbeddedTree tree) {
    return new TreeInquiry(tree.vertx(), tree.network(), Duration.ofMinutes(1)).view()
        .toCompletionStage().toCompletableFuture().join();
  }

  /** The tree after the events, with one node as it would tell if something were wrong. */
  TreeView afterBut(String node, Consumer<ObjectNode> change) {
    return changed(after, tree -> change.accept(node(tree, node)));
  }

  /** The tree before the events, so many milliseconds earlier than after them. */
  TreeView beforeBy(long millis) {
    return changed(before, tree -> tree.put("at", after.at() - millis));
  }

  static TreeView changed(TreeView view, Consumer<ObjectNode> change) {
    try {
      JsonNode tree = JSON.readTree(AnswerJson.of(view));
      change.accept((ObjectNode) tree);
      return TreeViewJson.read(tree.toString());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ObjectNode node(JsonNode tree, String id) {
    for (JsonNode node : tree.path("nodes")) {
      if (node.path("id").asText().equals(id)) {
        return (ObjectNode) node;
      }
    }
    throw new IllegalArgumentException("no such node: " + id);
  }

  /** As who does not answer is told of. */
  static void away(ObjectNode node) {
    node.put("state", "away").putNull("filter").putNull("agent");
    node.putObject("counts");
    node.path("slices").forEach(slice -> awaySlice((ObjectNode) slice));
  }

  static void awaySlice(ObjectNode slice) {
    slice.put("state", "away").put("startedAt", 0).put("incarnation", 0).putNull("process")
        .putNull("filter").putNull("traffic").putNull("health").putObject("counts");
  }
}
