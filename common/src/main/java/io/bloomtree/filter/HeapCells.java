package io.bloomtree.filter;

/** Words in one array: up to 16 GiB. */
final class HeapCells extends Cells {
  /*
   * A large array starts at a boundary of many kilobytes, and its first element 16 bytes behind
   * it. Six elements more, and word 0 is at the beginning of a cache line; otherwise a quarter of
   * the words that a filter takes for one line would be on the next. Where an array starts
   * elsewhere, nothing is lost but 48 bytes.
   */
  private static final int FIRST = 6;

  private static final long MAX_WORDS = Integer.MAX_VALUE - 8 - FIRST;

  private final long[] words;

  HeapCells(long words) {
    if (words < 1 || words > MAX_WORDS) {
      throw new IllegalArgumentException(
          "heap storage must have 1 to " + MAX_WORDS + " words: words=" + words);
    }
    this.words = new long[(int) words + FIRST];
  }

  @Override public long words() {
    return words.length - FIRST;
  }

  @Override public long get(long word) {
    return words[(int) word + FIRST];
  }

  @Override public void put(long word, long value) {
    words[(int) word + FIRST] = value;
  }
}
