package io.bloomtree.topology;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Of the words that are allowed, the one that was probably meant. */
final class Nearest {
  private static final int SHORTEST = 3;
  private static final int LONGEST = 40;

  private Nearest() {}

  /** {@code , did you mean 'x'?}, or nothing if no allowed word is near. */
  static String hint(String found, Collection<String> allowed) {
    if (found.isEmpty() || found.length() > LONGEST) {
      return "";
    }
    String lower = found.toLowerCase(Locale.ROOT);
    return allowed.stream()
        .min(Comparator
            .comparing((String word) -> lower.length() < SHORTEST || !word.startsWith(lower))
            .thenComparingInt(word -> distance(lower, word)))
        .filter(word -> distance(lower, word) <= Math.max(1, word.length() / 3)
            || lower.length() >= SHORTEST && word.startsWith(lower))
        .map(word -> ", did you mean '" + word + "'?")
        .orElse("");
  }

  /** How many characters must be inserted, deleted or replaced to turn one word into the other. */
  static int distance(String left, String right) {
    int[] row = new int[right.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= left.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= right.length(); j++) {
        int replaced = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[right.length()];
  }
}
