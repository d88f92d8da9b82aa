package io.bloomtree.tree;

import io.bloomtree.sketch.CountMin;
import io.bloomtree.sketch.HotCounter;
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
   */
  private final CountMin counts;
  private final TopKeys top;
  private final KeptTexts texts;
  private long guaranteedBelow;
  /** Null until something is offered to this node itself. */
  private HotCounter counter;

  HotSketch(Sketching.Frequency frequency) {
    this.counts = new CountMin(frequency.shape());
    this.top = new TopKeys(frequency.hot());
    this.texts = new KeptTexts(top, frequency.hot());
  }

  public CountMin counts() {
    settle();
    return counts;
  }

  /** Whatever was offered more often than this is a candidate. */
  public long guaranteedAbove() {
    settle();
    return top.guaranteedAbove() + guaranteedBelow;
  }

  /** How many candidates there are. */
  public int candidates() {
    settle();
    return top.size();
  }

  /** The most frequent ones, the first one first. */
  public List<TopKeys.HotKey> top(int limit) {
    settle();
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
    settle();
    return top.candidates();
  }

  /** One more of an event. */
  void add(long fingerprint) {
    counter().add(fingerprint);
  }

  /** One more of each of many events. */
  void addAll(long[] fingerprints, int from, int to) {
    counter().add(fingerprints, from, to);
  }

  private HotCounter counter() {
    if (counter == null) {
      counter = new HotCounter(counts, top);
    }
    return counter;
  }

  private void settle() {
    if (counter != null) {
      counter.settle();
    }
  }

  /** The sum has changed; these are candidates of a child. */
  void nominate(long[] fingerprints, long moreGuaranteedBelow) {
    guaranteedBelow += moreGuaranteedBelow;
    top.refresh(counts::atMost);
    for (long fingerprint : fingerprints) {
      top.offer(fingerprint, counts::atMost);
    }
  }

  boolean isCandidate(long fingerprint) {
    return top.contains(fingerprint);
  }
}
