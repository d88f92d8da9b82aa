package io.bloomtree.filter;

import io.bloomtree.stream.Truth;

/**
 * How a filter that was fed every event of a stream judged them. Immutable.
 *
 * @param falsePositives events that were no copies and were taken for some
 * @param distinct events that were no copies
 * @param falseNegatives copies that were not recognised
 * @param copies events that were copies
 */
public record Errors(long falsePositives, long distinct, long falseNegatives, long copies) {

  /** Feeds all events and counts. */
  public static Errors of(Filter filter, long[] events, Truth truth) {
    long falsePositives = 0;
    long falseNegatives = 0;
    for (int i = 0; i < events.length; i++) {
      boolean isNew = filter.addIfNew(events[i]);
      if (isNew && truth.isCopy(i)) {
        falseNegatives++;
      } else if (!isNew && !truth.isCopy(i)) {
        falsePositives++;
      }
    }
    return new Errors(falsePositives, truth.distinct(), falseNegatives, truth.copies());
  }

  public double falsePositiveRate() {
    return (double) falsePositives / distinct;
  }

  public double falseNegativeRate() {
    return (double) falseNegatives / copies;
  }
}
