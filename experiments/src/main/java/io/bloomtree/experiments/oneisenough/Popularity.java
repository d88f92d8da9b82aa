package io.bloomtree.experiments.oneisenough;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** How often each event of a stream comes, the most frequent first. Immutable. */
final class Popularity {
  /** Of rarer events the count says more about chance than about them. */
  private static final int LEAST_COUNT = 10;

  private final int[] counts;
  private final int events;

  /**
   * A line through the logarithms of counts over those of ranks.
   *
   * @param straightness the square of their correlation
   */
  record Line(double slope, double straightness) {}

  private Popularity(int[] counts, int events) {
    this.counts = counts;
    this.events = events;
  }

  static Popularity of(long[] events) {
    Map<Long, Integer> counts = new HashMap<>();
    for (long event : events) {
      counts.merge(event, 1, Integer::sum);
    }
    return new Popularity(
        counts.values().stream().mapToInt(count -> -count).sorted().map(Math::abs).toArray(),
        events.length);
  }

  int events() {
    return events;
  }

  int distinct() {
    return counts.length;
  }

  /** Of the event of a rank, from 1. */
  double share(int rank) {
    return (double) counts[rank - 1] / events;
  }

  /** Of the most frequent ones, so many of all different ones, at least one. */
  double shareOfTop(double part) {
    int top = Math.max(1, (int) (part * counts.length));
    return (double) IntStream.of(counts).limit(top).asLongStream().sum() / events;
  }

  /** The sum of squared shares: how likely two events are the same one. */
  double squaredShares() {
    return IntStream.of(counts).mapToDouble(count -> (double) count / events)
        .map(share -> share * share).sum();
  }

  /** 1, 2, 5, 10 and so on, and the last. */
  int[] someRanks() {
    return IntStream.concat(
        IntStream.iterate(1, decade -> decade < counts.length, decade -> decade * 10)
            .flatMap(decade -> IntStream.of(decade, 2 * decade, 5 * decade))
            .filter(rank -> rank < counts.length),
        IntStream.of(counts.length)).toArray();
  }

  /** Ranks are as far apart as they look: each doubling weighs the same. */
  Line line() {
    double x = 0;
    double y = 0;
    double xx = 0;
    double yy = 0;
    double xy = 0;
    int points = 0;
    for (double rank = 1; rank <= counts.length; rank *= 1.25) {
      int count = counts[(int) rank - 1];
      if (count < LEAST_COUNT) {
        break;
      }
      double logRank = Math.log((int) rank);
      double logCount = Math.log(count);
      x += logRank;
      y += logCount;
      xx += logRank * logRank;
      yy += logCount * logCount;
      xy += logRank * logCount;
      points++;
    }
    double covariance = points * xy - x * y;
    double variance = points * xx - x * x;
    double correlation = covariance / Math.sqrt(variance * (points * yy - y * y));
    return new Line(covariance / variance, correlation * correlation);
  }
}
