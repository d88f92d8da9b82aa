package io.bloomtree.tree;

import io.bloomtree.sketch.CountMin;
import io.bloomtree.sketch.TopKeys;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

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
   */
  private final CountMin counts;
  private final TopKeys top;
  private final KeptTexts texts;
  /** Of the events of a block. */
  private final long[] bounds = new long[CountMin.BLOCK];
  private long guaranteedBelow;

  HotSketch(Sketching.Frequency frequency) {
    this.counts = new CountMin(frequency.shape());
    this.top = new TopKeys(frequency.hot());
    this.texts = new KeptTexts(top, frequency.hot());
  }

  public CountMin counts() {
    return counts;
  }

  /** Whatever was offered more often than this is a candidate. */
  public long guaranteedAbove() {
    return top.guaranteedAbove() + guaranteedBelow;
  }

  /** How many candidates there are. */
  public int candidates() {
    return top.size();
  }

  /** The most frequent ones, the first one first. */
  public List<TopKeys.HotKey> top(int limit) {
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
    return top.candidates();
  }

  /** One more of an event; says whether it is a candidate. */
  boolean add(long fingerprint) {
    return top.offer(fingerprint, counts.addAndBound(fingerprint, 1));
  }

  /**
   * One more of each of many events.
   *
   * @param candidates told where in the array an event is that is a candidate
   */
  void addAll(long[] fingerprints, int from, int to, IntConsumer candidates) {
    for (int start = from; start < to; start += CountMin.BLOCK) {
      int end = Math.min(to, start + CountMin.BLOCK);
      counts.addAndBound(fingerprints, start, end, bounds);
      for (int i = start; i < end; i++) {
        if (top.offer(fingerprints[i], bounds[i - start])) {
          candidates.accept(i);
        }
      }
    }
  }

  /** The sum has changed; these are candidates of a child. */
  void nominate(long[] fingerprints, long moreGuaranteedBelow) {
    guaranteedBelow += moreGuaranteedBelow;
    top.refresh(counts::atMost);
    for (long fingerprint : fingerprints) {
      top.offer(fingerprint, counts.atMost(fingerprint));
    }
  }

  boolean isCandidate(long fingerprint) {
    return top.contains(fingerprint);
  }
}
