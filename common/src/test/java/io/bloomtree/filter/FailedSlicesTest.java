package io.bloomtree.filter;

import io.bloomtree.filter.BloomShape.Layout;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Eq. 1 to 6 of "One is Enough" and its fault tolerance heuristic against what real slices do: 10
 * slices of which the first f fail, events that were set and events that were not.
 */
class FailedSlicesTest {
  private static final int SLICES = 10;
  private static final int EVENTS = 40_000;
  private static final int QUERIES = 300_000;
  private static final BloomShape SHAPE = BloomShape.of(Layout.PLAIN, 462_000, 8, EVENTS);
  private static final double FILL =
      ErrorRates.fillOfLarge(SHAPE.bits(), SHAPE.probes(), EVENTS);

  @Test void equationsOneToFourSeed1() {
    double expected = ErrorRates.falsePositives(SHAPE.bits(), SHAPE.probes(), EVENTS);

    Confidence.assertAbout(expected, claims(SlicePlan.whole(SHAPE), 0, 1).claimed, QUERIES);
    Confidence.assertAbout(
        ErrorRates.verticalFalsePositives(SHAPE.bits(), SHAPE.probes(), SLICES, EVENTS),
        claims(SlicePlan.vertical(SHAPE, SLICES), 0, 1).claimed, QUERIES);
    Confidence.assertAbout(
        ErrorRates.horizontalFalsePositives(SHAPE.bits(), SHAPE.probes(), SLICES, EVENTS),
        claims(SlicePlan.horizontal(SHAPE, SLICES), 0, 1).claimed, QUERIES);
  }

  @ParameterizedTest(name = "{0} of 10 failed, seed 2")
  @ValueSource(ints = {1, 2, 5})
  void equationFiveAndItsDistinctTwin(int failed) {
    var seen = claims(SlicePlan.horizontal(SHAPE, SLICES), failed, 2);
    double basic = ErrorRates.falsePositivesOfLarge(SHAPE.bits(), SHAPE.probes(), EVENTS);

    Confidence.assertAbout(
        ErrorRates.horizontalFailedAsDuplicate(basic, failed, SLICES),
        seen.claimed + seen.undecided, QUERIES);
    Confidence.assertAbout(
        ErrorRates.horizontalFailedAsDistinct(basic, failed, SLICES), seen.claimed, QUERIES);
    Confidence.assertAbout(
        ErrorRates.horizontalFalseNegatives(failed, SLICES), seen.lost, EVENTS);
  }

  @ParameterizedTest(name = "{0} of 10 failed, seed 3")
  @ValueSource(ints = {1, 2, 5})
  void equationSixAndItsDistinctTwin(int failed) {
    var seen = claims(SlicePlan.vertical(SHAPE, SLICES), failed, 3);

    Confidence.assertAbout(
        ErrorRates.verticalFailedAsDuplicate(FILL, SHAPE.probes(), failed, SLICES),
        seen.claimed + seen.undecided, QUERIES);
    Confidence.assertAbout(
        ErrorRates.verticalFailedAsDistinct(FILL, SHAPE.probes(), failed, SLICES),
        seen.claimed, QUERIES);
    Confidence.assertAbout(
        ErrorRates.verticalFalseNegatives(SHAPE.probes(), failed, SLICES), seen.lost, EVENTS);
  }

  /** With the fill these slices have: that it is the expected one is checked above. */
  @ParameterizedTest(name = "quorum of {0}, 2 of 10 failed, seed 4")
  @ValueSource(ints = {1, 3, 5, 6, 8})
  void theHeuristicByBothRules(int quorum) {
    var plan = SlicePlan.vertical(SHAPE, SLICES);
    List<BloomSlice> slices = SlicePlanTest.slices(plan);
    var random = new SplittableRandom(4);
    for (int i = 0; i < EVENTS; i++) {
      set(plan, slices, random.nextLong());
    }
    double fill = slices.stream().skip(2).mapToDouble(BloomSlice::fill).average().orElseThrow();
    var rates = new QuorumRates(SHAPE.probes(), quorum, fill, 0.2);
    long paper = 0;
    long ours = 0;
    for (int i = 0; i < QUERIES; i++) {
      int[] liveAndSet = liveAndSet(plan, slices, 2, random.nextLong());
      paper += liveAndSet[1] >= quorum ? 1 : 0;
      ours += liveAndSet[0] >= quorum && liveAndSet[0] == liveAndSet[1] ? 1 : 0;
    }
    long lostByPaper = 0;
    long lostByUs = 0;
    var again = new SplittableRandom(4);
    for (int i = 0; i < EVENTS; i++) {
      int[] liveAndSet = liveAndSet(plan, slices, 2, again.nextLong());
      lostByPaper += liveAndSet[1] >= quorum ? 0 : 1;
      lostByUs += liveAndSet[0] >= quorum && liveAndSet[0] == liveAndSet[1] ? 0 : 1;
    }

    Confidence.assertAbout(rates.falsePositivesOfPaper(), paper, QUERIES);
    Confidence.assertAbout(rates.falsePositives(), ours, QUERIES);
    Confidence.assertAbout(rates.falseNegatives(), lostByPaper, EVENTS);
    Confidence.assertAbout(rates.falseNegatives(), lostByUs, EVENTS);
  }

  /**
   * Claimed with all positions live; undecided: not refuted by the live ones; lost: set, not live.
   */
  private record Seen(long claimed, long undecided, long lost) {}

  private static Seen claims(BloomSlicePlan plan, int failed, long seed) {
    List<BloomSlice> slices = SlicePlanTest.slices(plan);
    var random = new SplittableRandom(seed);
    for (int i = 0; i < EVENTS; i++) {
      set(plan, slices, random.nextLong());
    }
    long claimed = 0;
    long undecided = 0;
    for (int i = 0; i < QUERIES; i++) {
      int[] liveAndSet = liveAndSet(plan, slices, failed, random.nextLong());
      if (liveAndSet[0] == liveAndSet[1]) {
        claimed += liveAndSet[0] == plan.probes() ? 1 : 0;
        undecided += liveAndSet[0] < plan.probes() ? 1 : 0;
      }
    }
    long lost = 0;
    var again = new SplittableRandom(seed);
    for (int i = 0; i < EVENTS; i++) {
      lost += liveAndSet(plan, slices, failed, again.nextLong())[0] < plan.probes() ? 1 : 0;
    }
    return new Seen(claimed, undecided, lost);
  }

  private static void set(BloomSlicePlan plan, List<BloomSlice> slices, long fingerprint) {
    for (int slice : plan.slicesOf(fingerprint)) {
      slices.get(slice).set(fingerprint);
    }
  }

  private static int[] liveAndSet(
      BloomSlicePlan plan, List<BloomSlice> slices, int failed, long fingerprint) {
    int live = 0;
    int set = 0;
    for (int slice : plan.slicesOf(fingerprint)) {
      if (slice >= failed) {
        live += slices.get(slice).probes(fingerprint);
        set += slices.get(slice).setProbes(fingerprint);
      }
    }
    return new int[] {live, set};
  }
}
