package io.bloomtree.cli;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.topology.Network;
import io.bloomtree.tree.Mode;
import io.bloomtree.tree.Place;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.wire.NodeId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares what a tree tells with an exact set of the keys. Owned by one thread. */
final class Judge {
  /*
   * Copies that are offered at several edges at once have no order, so keys are judged, not
   * events: of all copies of a key, one is to be told DISTINCT.
   *
   * A key of which none was is a false positive only if filters explain each DUPLICATE. From the
   * verdicts follows, exactly, what every node has recorded: a DISTINCT on the whole path of its
   * edge, and in a dense tree a DUPLICATE below the node that decided. A node may call an event a
   * duplicate that it recorded, or that a filter made once more of just these events claims as
   * well. The tree's own filters are not asked: one that holds what it should not would seem right.
   * Filters that forget also learn from copies, as if the tree were dense.
   *
   * A copy that is delivered once more is no error if the root's window has passed since, and an
   * expected one if the root's filter forgets.
   */

  private final KeyTable keys;
  private final Network network;
  private final boolean dense;
  private final RootMemory rootMemory;
  private final boolean[] learns;
  private final List<Place> places;
  private final Map<NodeId, Integer> indexes = new HashMap<>();
  /** Of each edge, in the order of the caller: the indexes of its nodes, from it up to the root. */
  private final int[][] paths;
  private final long[][] decidedAt;
  private final long[] hits;
  private final BitSet[] recorded;
  private final BitSet[] calledDuplicate;
  private final Map<Reason, Long> failures = new EnumMap<>(Reason.class);
  /** By key: how often it was told DISTINCT, and how often so without being degraded. */
  private int[] distinct = new int[1 << 10];
  private int[] sound = new int[1 << 10];
  private long distinctAgain;
  private long duplicates;
  private long degraded;
  private long atEdge;
  private long keyBytesAtEdge;
  private long keyBytes;

  Judge(Network network, List<NodeId> edges) {
    this.network = network;
    this.keys = new KeyTable(network.topology().keyHash());
    this.dense = network.topology().mode() == Mode.DENSE;
    this.rootMemory = new RootMemory(network);
    this.places = network.places();
    this.learns = new boolean[places.size()];
    for (int i = 0; i < places.size(); i++) {
      indexes.put(places.get(i).self().id(), i);
      learns[i] = network.node(places.get(i).self().id()).filter().kind().forgets();
    }
    this.paths = edges.stream().map(this::path).toArray(int[][]::new);
    int levels = 1 + places.stream().mapToInt(Place::level).max().orElse(0);
    this.decidedAt = new long[edges.size()][levels];
    this.hits = new long[levels];
    this.recorded = bitSets(places.size());
    this.calledDuplicate = bitSets(places.size());
  }

  private int[] path(NodeId edge) {
    var path = new ArrayList<Integer>();
    Place place = network.place(edge);
    path.add(indexes.get(edge));
    while (place.parent().isPresent()) {
      place = network.place(place.parent().get().id());
      path.add(indexes.get(place.self().id()));
    }
    return path.stream().mapToInt(Integer::intValue).toArray();
  }

  private static BitSet[] bitSets(int count) {
    var sets = new BitSet[count];
    Arrays.setAll(sets, i -> new BitSet());
    return sets;
  }

  /** How the offer of an event ended, and when, in nanoseconds. */
  void judge(Event event, Resolution resolution, long nanos) {
    int key = keys.number(event.key());
    keyBytes += event.key().length;
    if (resolution instanceof Verdict verdict) {
      judge(event, key, verdict, nanos);
    } else if (resolution instanceof Failure failure) {
      failures.merge(failure.reason(), 1L, Long::sum);
      decidedAt[event.edge()][0]++; // it came as far as anybody can tell
    }
  }

  private void judge(Event event, int key, Verdict verdict, long nanos) {
    int[] path = paths[event.edge()];
    int decider = indexes.get(verdict.decidedBy());
    decidedAt[event.edge()][verdict.level()]++;
    if (verdict.isDegraded()) {
      degraded++;
    }
    if (decider == path[0]) {
      atEdge++;
      keyBytesAtEdge += event.key().length;
    }
    if (verdict.level() == 0 && !verdict.isDegraded()) {
      rootMemory.reachedRoot(key, isDelivered(key), nanos);
    }
    if (verdict.isDistinct()) {
      toldDistinct(key, verdict, nanos);
      for (int node : path) {
        recorded[node].set(key);
      }
      return;
    }
    duplicates++;
    hits[verdict.level()]++;
    if (!verdict.isDegraded()) {
      calledDuplicate[decider].set(key);
      for (int i = 0; i < path.length && path[i] != decider; i++) {
        if (dense || learns[path[i]]) {
          recorded[path[i]].set(key);
        }
      }
    }
  }

  private boolean isDelivered(int key) {
    return key < distinct.length && distinct[key] > 0;
  }

  private void toldDistinct(int key, Verdict verdict, long nanos) {
    if (isDelivered(key) && rootMemory.hasWindowPassed(key, nanos)) {
      distinctAgain++;
      rootMemory.delivered(key, nanos);
      return;
    }
    rootMemory.delivered(key, nanos);
    if (key >= distinct.length) {
      distinct = Arrays.copyOf(distinct, Math.max(key + 1, 2 * distinct.length));
      sound = Arrays.copyOf(sound, distinct.length);
    }
    distinct[key]++;
    if (!verdict.isDegraded()) {
      sound[key]++;
    }
  }

  /** What there is to say about all that was judged so far. */
  Judgement judgement() {
    long toldDistinct = Arrays.stream(distinct).asLongStream().sum() + distinctAgain;
    var told = new Judgement.Told(toldDistinct, duplicates, degraded, failures);
    return new Judgement(
        told, errors(), new Judgement.AtEdge(atEdge, keyBytesAtEdge, keyBytes), keys.size(),
        levels(), loads());
  }

  private Judgement.Errors errors() {
    var untold = new BitSet();
    long falseNegatives = 0;
    long unexcused = 0;
    for (int key = 0; key < keys.size(); key++) {
      int told = key < distinct.length ? distinct[key] : 0;
      if (told == 0) {
        untold.set(key);
      } else {
        falseNegatives += told - 1;
        unexcused += Math.max(0, sound[key] - 1);
      }
    }
    long lost = lost(untold);
    return new Judgement.Errors(
        untold.cardinality() - lost, falseNegatives, unexcused, lost, distinctAgain,
        rootMemory.expectedLeaks());
  }

  /** How many of the keys that nobody was told to deliver the filters cannot explain. */
  private long lost(BitSet untold) {
    var explained = new BitSet();
    var unexplained = new BitSet();
    for (int node = 0; node < places.size(); node++) {
      BitSet suspects = (BitSet) untold.clone();
      suspects.and(calledDuplicate[node]);
      explained.or(suspects);
      suspects.andNot(recorded[node]);
      if (!suspects.isEmpty()) {
        RebuiltFilter filter = rebuilt(node);
        suspects.stream()
            .filter(key -> !filter.mightContain(keys.fingerprint(key)))
            .forEach(unexplained::set);
      }
    }
    // of the others all offers failed, or were decided by a policy
    explained.andNot(unexplained);
    return untold.cardinality() - explained.cardinality();
  }

  private RebuiltFilter rebuilt(int node) {
    var filter = new RebuiltFilter(places.get(node).self().plan());
    recorded[node].stream().forEach(key -> filter.add(keys.fingerprint(key)));
    return filter;
  }

  private List<Judgement.LevelCount> levels() {
    var levels = new ArrayList<Judgement.LevelCount>();
    for (int level = 0; level < hits.length; level++) {
      long events = 0;
      for (int edge = 0; edge < paths.length; edge++) {
        boolean passes = level < paths[edge].length;
        events += passes ? Arrays.stream(decidedAt[edge], 0, level + 1).sum() : 0;
      }
      levels.add(new Judgement.LevelCount(level, events, hits[level]));
    }
    return levels;
  }

  private List<Judgement.NodeLoad> loads() {
    var loads = new ArrayList<Judgement.NodeLoad>();
    for (int node = 0; node < places.size(); node++) {
      NodeId id = places.get(node).self().id();
      loads.add(new Judgement.NodeLoad(
          id, recorded[node].cardinality(), network.node(id).filter().expected(),
          network.plan(id).shape() instanceof BloomShape));
    }
    return loads;
  }
}
