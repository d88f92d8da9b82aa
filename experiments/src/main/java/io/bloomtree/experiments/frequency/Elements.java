package io.bloomtree.experiments.frequency;

import io.bloomtree.stream.UniformStream;
import io.bloomtree.stream.ZipfStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * A stream, and how often each of its elements is in it. Its arrays are not copied, and nobody
 * changes them.
 *
 * @param events in their order
 * @param fingerprints of the elements, the most frequent first
 * @param counts how often each is in the stream
 */
record Elements(long[] events, long[] fingerprints, long[] counts) {
  private static final long SEED = 1;
  /** The thesis's URLs are not to be had; of their skew it says that it is between 0.8 and 0.9. */
  static final double URL_EXPONENT = 0.85;

  static Elements of(long[] events) {
    long[] sorted = events.clone();
    Arrays.sort(sorted);
    int distinct = 0;
    long[] counts = new long[sorted.length];
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[distinct++] = sorted[i];
      }
      counts[distinct - 1]++;
    }
    int[] byCount = IntStream.range(0, distinct).boxed()
        .sorted(Comparator.comparingLong(i -> -counts[i]))
        .mapToInt(i -> i).toArray();
    return new Elements(events, Arrays.stream(byCount).mapToLong(i -> sorted[i]).toArray(),
        Arrays.stream(byCount).mapToLong(i -> counts[i]).toArray());
  }

  /** So many, drawn from as many; 0: all of them as likely. */
  static Elements zipf(int length, double exponent) {
    return of(exponent == 0
        ? new UniformStream(length, length, SEED).toArray()
        : new ZipfStream(length, length, exponent, SEED).toArray());
  }

  /** As skewed as the thesis's URLs. */
  static Elements urls(int length) {
    return zipf(length, URL_EXPONENT);
  }

  int distinct() {
    return counts.length;
  }

  double selfJoinSize() {
    return Arrays.stream(counts).mapToDouble(count -> (double) count * count).sum();
  }
}
