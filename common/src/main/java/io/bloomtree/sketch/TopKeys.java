package io.bloomtree.sketch;

import io.bloomtree.sketch.CountMeanMin.Noise;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/**
 * The most frequent elements of a stream: so many candidates, chosen by the upper bounds of a
 * {@link CountMin} that sees the same stream. Not thread-safe: one event loop owns it.
 *
 * <p>Whatever was seen more often than {@link #guaranteedAbove} is among them.
 */
public final class TopKeys {
  /*
   * Whoever is turned away or leaves was seen at most as often as its bound says at that time; the
   * largest such bound is what nobody outside has passed.
   *
   * Candidates are in a table by fingerprint, and in a heap with the smallest bound on top. Bounds
   * only grow, and are asked for as late as possible, when somebody wants in: until then a
   * candidate is filed under an older, smaller bound. So an event of a candidate, which most events
   * of a skewed stream are, costs a look into the table.
   */
  private static final int MOST = 1 << 24;
  private static final long FIBONACCI = 0x9E3779B97F4A7C15L;
  private static final int NONE = -1;

  private final long[] fingerprints;
  /** By how often it was seen at most when somebody asked last. */
  private final long[] filed;
  /** Candidates by their numbers. */
  private final int[] heap;
  private final int[] table;
  private final int mask;
  private int size;
  private long outside;

  /**
   * One of the most frequent elements.
   *
   * @param atMost how often it was seen at most (CM)
   * @param estimate about how often it was seen (CMM)
   */
  public record HotKey(long fingerprint, long atMost, double estimate) {}

  /** {@code capacity}: how many candidates there are at most. */
  public TopKeys(int capacity) {
    if (capacity < 1 || capacity > MOST) {
      throw new IllegalArgumentException(
          "capacity must be 1 to " + MOST + ": capacity=" + capacity);
    }
    this.fingerprints = new long[capacity];
    this.filed = new long[capacity];
    this.heap = new int[capacity];
    // more than eight slots each, so that nearly every look ends at the first
    this.table = new int[Integer.highestOneBit(capacity) << 4];
    this.mask = table.length - 1;
    Arrays.fill(table, NONE);
  }

  /**
   * An element was seen; says whether it is a candidate.
   *
   * @param atMost how often an element was seen at most by now: {@link CountMin#atMost}
   */
  public boolean offer(long fingerprint, LongUnaryOperator atMost) {
    return contains(fingerprint) || enter(fingerprint, atMost);
  }

  private boolean enter(long fingerprint, LongUnaryOperator atMost) {
    long bound = atMost.applyAsLong(fingerprint);
    if (size < heap.length) {
      heap[size] = size;
      put(size, fingerprint, bound);
      rise(size++);
      return true;
    }
    if (!isAboveSmallest(bound, atMost)) {
      turnedAway(bound);
      return false;
    }
    int smallest = heap[0];
    turnedAway(filed[smallest]);
    leave(fingerprints[smallest]);
    put(smallest, fingerprint, bound);
    sink(0);
    return true;
  }

  /** Moves those that are no candidates to the front, and says how many they are. */
  int strangers(long[] elements, int size) {
    int found = 0;
    for (int i = 0; i < size; i++) {
      long element = elements[i];
      elements[found] = element;
      found += contains(element) ? 0 : 1;
    }
    return found;
  }

  public boolean contains(long fingerprint) {
    return table[slot(fingerprint)] != NONE;
  }

  public int size() {
    return size;
  }

  public long memoryBytes() {
    return heap.length * (2L * Long.BYTES + Integer.BYTES) + (long) table.length * Integer.BYTES;
  }

  /** Whoever was seen at most so often is turned away. It only grows while nobody refreshes. */
  long threshold() {
    return size < heap.length ? 0 : filed[heap[0]];
  }

  /** Elements that were seen at most so often, and the threshold has reached, were not offered. */
  void turnedAway(long bound) {
    outside = Math.max(outside, bound);
  }

  /** What was seen more often than this is a candidate. */
  public long guaranteedAbove() {
    return outside;
  }

  /** All candidates, in no order that means anything. */
  public long[] candidates() {
    return Arrays.copyOf(fingerprints, size);
  }

  /**
   * Asks again how often the candidates were seen at most. For sums of sketches: there a bound may
   * shrink, when a part is replaced.
   */
  public void refresh(LongUnaryOperator atMost) {
    for (int i = 0; i < size; i++) {
      filed[i] = atMost.applyAsLong(fingerprints[i]);
    }
    for (int i = size / 2 - 1; i >= 0; i--) {
      sink(i);
    }
  }

  /** The most frequent ones by estimate, the first one first. */
  public List<HotKey> top(int count, CountMin sketch) {
    CountMeanMin estimator = sketch.estimator(Noise.MEDIAN);
    return IntStream.range(0, size)
        .mapToObj(i -> new HotKey(fingerprints[i], sketch.atMost(fingerprints[i]),
            estimator.estimate(fingerprints[i])))
        .sorted(Comparator.comparingDouble(HotKey::estimate)
            .thenComparingLong(HotKey::atMost).reversed()
            .thenComparingLong(HotKey::fingerprint))
        .limit(count)
        .toList();
  }

  /** Files who is on top anew until that one is not below the bound, or was filed rightly. */
  private boolean isAboveSmallest(long bound, LongUnaryOperator atMost) {
    while (filed[heap[0]] < bound) {
      long current = atMost.applyAsLong(fingerprints[heap[0]]);
      if (filed[heap[0]] == current) {
        return true;
      }
      filed[heap[0]] = current;
      sink(0);
    }
    return false;
  }

  private void put(int candidate, long fingerprint, long bound) {
    fingerprints[candidate] = fingerprint;
    filed[candidate] = bound;
    table[slot(fingerprint)] = candidate;
  }

  private void leave(long fingerprint) {
    int gap = slot(fingerprint);
    for (int next = gap + 1 & mask; table[next] != NONE; next = next + 1 & mask) {
      // stays where the gap is not on its way from home
      int fromHome = next - home(fingerprints[table[next]]) & mask;
      if (fromHome >= (next - gap & mask)) {
        table[gap] = table[next];
        gap = next;
      }
    }
    table[gap] = NONE;
  }

  /** Where an element is in the table, or would be. */
  private int slot(long fingerprint) {
    int slot = home(fingerprint);
    while (table[slot] != NONE && fingerprints[table[slot]] != fingerprint) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private int home(long fingerprint) {
    return (int) (fingerprint * FIBONACCI >>> Integer.SIZE) & mask;
  }

  private void rise(int from) {
    int at = from;
    while (at > 0 && filed[heap[(at - 1) / 2]] > filed[heap[at]]) {
      swap(at, (at - 1) / 2);
      at = (at - 1) / 2;
    }
  }

  private void sink(int from) {
    int at = from;
    for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && filed[heap[child + 1]] < filed[heap[child]]) {
        child++;
      }
      if (filed[heap[at]] <= filed[heap[child]]) {
        return;
      }
      swap(at, child);
      at = child;
    }
  }

  private void swap(int one, int other) {
    int candidate = heap[one];
    heap[one] = heap[other];
    heap[other] = candidate;
  }
}
