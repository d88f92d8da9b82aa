package io.bloomtree.tree;

import io.bloomtree.sketch.CountMin;
import io.bloomtree.sketch.TopKeys;
import java.util.List;
import java.util.Optional;

/**
 * How often events were offered to a node or below, and which of them most often. Owned by the
 * machine's event loop; others look at it there, and change nothing.
 */
public final class HotSketch {
  /*
   * At a parent: what is no candidate now was seen, when it was last offered or left, at most as
   * often as the candidates' own bound says. What came since came from children that did not take
   * it for a candidate, and from each of them no more than it guarantees. So the bound here is the
   * sum of all of these; it holds although only the candidates of who reports are looked at.
   *
   * At an agent: events wait until there are many, or until somebody looks. One by one each would
   * wait for its counters to come from memory, where the events between have pushed them out; of
   * many, most find them in the cache.
   */
  static final int MOST_WAITING = 4096;

  private final CountMin counts;
  private final TopKeys top;
  private final KeptTexts texts;
  private long guaranteedBelow;
  /** Null until something is offered to this node itself. */
  private Waiting waiting;

  /** Events that are not counted yet. */
  private static final class Waiting {
    final long[] fingerprints = new long[MOST_WAITING];
    final CountMin.Block block = new CountMin.Block(MOST_WAITING);
    int size;
  }

  HotSketch(Sketching.Frequency frequency) {
    this.counts = new CountMin(frequency.shape());
    this.top = new TopKeys(frequency.hot());
    this.texts = new KeptTexts(top, frequency.hot());
  }

  public CountMin counts() {
    countWaiting();
    return counts;
  }

  /** Whatever was offered more often than this is a candidate. */
  public long guaranteedAbove() {
    countWaiting();
    return top.guaranteedAbove() + guaranteedBelow;
  }

  /** How many candidates there are. */
  public int candidates() {
    countWaiting();
    return top.size();
  }

  /** The most frequent ones, the first one first. */
  public List<TopKeys.HotKey> top(int limit) {
    countWaiting();
    return top.top(limit, counts);
  }

  /** The text of a hot event, if it is kept. */
  public Optional<String> text(long fingerprint) {
    return texts.get(fingerprint);
  }

  KeptTexts texts() {
    return texts;
  }

  long[] candidateFingerprints() {
    countWaiting();
    return top.candidates();
  }

  /** One more of an event. */
  void add(long fingerprint) {
    Waiting waiting = waiting();
    waiting.fingerprints[waiting.size++] = fingerprint;
    if (waiting.size == MOST_WAITING) {
      countWaiting();
    }
  }

  /** One more of each of many events. */
  void addAll(long[] fingerprints, int from, int to) {
    Waiting waiting = waiting();
    for (int start = from; start < to; ) {
      int some = Math.min(to - start, MOST_WAITING - waiting.size);
      System.arraycopy(fingerprints, start, waiting.fingerprints, waiting.size, some);
      waiting.size += some;
      start += some;
      if (waiting.size == MOST_WAITING) {
        countWaiting();
      }
    }
  }

  private Waiting waiting() {
    if (waiting == null) {
      waiting = new Waiting();
    }
    return waiting;
  }

  private void countWaiting() {
    if (waiting == null || waiting.size == 0) {
      return;
    }
    counts.addAndBound(waiting.fingerprints, 0, waiting.size, waiting.block);
    for (int i = 0; i < waiting.size; i++) {
      top.offer(waiting.fingerprints[i], waiting.block.bound(i));
    }
    waiting.size = 0;
  }

  /** The sum has changed; these are candidates of a child. */
  void nominate(long[] fingerprints, long moreGuaranteedBelow) {
    guaranteedBelow += moreGuaranteedBelow;
    top.refresh(counts::atMost);
    for (long fingerprint : fingerprints) {
      // the smallest candidate would be turned away by its own bound, which nobody outside has
      if (!top.contains(fingerprint)) {
        top.offer(fingerprint, counts.atMost(fingerprint));
      }
    }
  }

  boolean isCandidate(long fingerprint) {
    countWaiting();
    return top.contains(fingerprint);
  }
}
