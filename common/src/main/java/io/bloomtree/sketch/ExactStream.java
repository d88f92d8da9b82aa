package io.bloomtree.sketch;

import java.util.Arrays;

/** All values of a stream, and exact statistics of them: grows with it. Used by one thread. */
final class ExactStream {
  private static final int FIRST = 1024;

  private long[] values = new long[FIRST];
  private int size;
  private boolean isSorted = true;

  void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
    isSorted = false;
  }

  /** How often a value is in it. */
  long count(long value) {
    sort();
    int at = Arrays.binarySearch(values, 0, size, value);
    if (at < 0) {
      return 0;
    }
    int first = at;
    while (first > 0 && values[first - 1] == value) {
      first--;
    }
    return end(first) - first;
  }

  double joinSize(ExactStream other) {
    sort();
    other.sort();
    double sum = 0;
    for (int i = 0, j = 0; i < size && j < other.size; ) {
      if (values[i] < other.values[j]) {
        i++;
      } else if (values[i] > other.values[j]) {
        j++;
      } else {
        int endHere = end(i);
        int endThere = other.end(j);
        sum += (double) (endHere - i) * (endThere - j);
        i = endHere;
        j = endThere;
      }
    }
    return sum;
  }

  private int end(int first) {
    int end = first + 1;
    while (end < size && values[end] == values[first]) {
      end++;
    }
    return end;
  }

  private void sort() {
    if (!isSorted) {
      Arrays.sort(values, 0, size);
      isSorted = true;
    }
  }
}
