package io.bloomtree.filter;

/** Words in one array: up to 16 GiB. */
final class HeapCells extends Cells {
  private static final long MAX_WORDS = Integer.MAX_VALUE - 8;

  private final long[] words;

  HeapCells(long words) {
    if (words < 1 || words > MAX_WORDS) {
      throw new IllegalArgumentException(
          "heap storage must have 1 to " + MAX_WORDS + " words: words=" + words);
    }
    this.words = new long[(int) words];
  }

  @Override long words() {
    return words.length;
  }

  @Override long get(long word) {
    return words[(int) word];
  }

  @Override void put(long word, long value) {
    words[(int) word] = value;
  }
}
