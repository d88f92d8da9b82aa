package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.bloomtree.topology.TopologyNode;
import io.bloomtree.wire.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** A generated stream, the same for the same seed. Owned by one thread. */
final class DemoStream implements EventStream {
  /*
   * What makes a tree worth having: some events are popular everywhere, some in one region alone,
   * and every producer repeats itself now and then, as one does that got no answer. The domains
   * grow with the stream, so that the share of duplicates stays about the same.
   */

  /** At every edge. */
  static final int PRODUCERS = 4;
  /** How many events are about something that one region alone sees. */
  static final double REGIONAL = 0.4;
  /** How many events a producer sends again. */
  static final double REPEATED = 0.1;

  private static final int REMEMBERED = 8;

  /** What one producer draws from, and what it sent last. */
  private static final class Producer {
    final int edge;
    final String region;
    final byte[][] sent = new byte[REMEMBERED][];
    int count;

    Producer(int edge, String region) {
      this.edge = edge;
      this.region = region;
    }
  }

  private final List<Producer> producers = new ArrayList<>();
  private final SplittableRandom random;
  private final Zipf everywhere;
  private final Zipf regional;
  private long left;

  /** A stream of so many events for the edges of a tree, in this order. */
  DemoStream(TopologyNode root, List<NodeId> edges, long events, long seed) {
    this.random = new SplittableRandom(seed);
    this.left = events;
    for (int edge = 0; edge < edges.size(); edge++) {
      String region = region(root, edges.get(edge));
      for (int i = 0; i < PRODUCERS; i++) {
        producers.add(new Producer(edge, region));
      }
    }
    long regions = producers.stream().map(producer -> producer.region).distinct().count();
    this.everywhere = new Zipf(Math.max(1, events / 2));
    this.regional = new Zipf(Math.max(1, events / 2 / regions));
  }

  /** One without an end, with the keys of one that has so many events. */
  static DemoStream endless(TopologyNode root, List<NodeId> edges, long events, long seed) {
    var stream = new DemoStream(root, edges, events, seed);
    stream.left = Long.MAX_VALUE;
    return stream;
  }

  /** The child of the root that an edge belongs to. */
  private static String region(TopologyNode root, NodeId edge) {
    return root.children().stream()
        .filter(child -> child.nodes().anyMatch(node -> node.id().equals(edge)))
        .findFirst().orElseThrow()
        .id().value();
  }

  @Override public Optional<Event> next() {
    if (left == 0) {
      return Optional.empty();
    }
    left--;
    Producer producer = producers.get(random.nextInt(producers.size()));
    return Optional.of(new Event(producer.edge, key(producer)));
  }

  private byte[] key(Producer producer) {
    if (producer.count > 0 && random.nextDouble() < REPEATED) {
      return producer.sent[random.nextInt(Math.min(producer.count, REMEMBERED))];
    }
    byte[] key = random.nextDouble() < REGIONAL
        ? key("/" + producer.region, regional.draw(random))
        : key("", everywhere.draw(random));
    producer.sent[producer.count++ % REMEMBERED] = key;
    return key;
  }

  private static byte[] key(String site, long rank) {
    return (site + "/page/" + rank).getBytes(US_ASCII);
  }
}
