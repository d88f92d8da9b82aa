package io.bloomtree.filter;

/** The timers of one word, all looked at at once. Immutable. */
final class TimerLanes {
  /*
   * A sweep looks at a word's timers all at once, those with even and those with odd numbers: with
   * the neighbour's bits out of the way each has a bit to spare, which says after an addition
   * whether it is at least, or at most, some value.
   */
  private final int bits;
  private final int slots;
  private final int values;
  /** The lowest bit of each timer with an even number. */
  private final long evens;

  TimerLanes(int bits, int perWord, int slots, int values) {
    this.bits = bits;
    this.slots = slots;
    this.values = values;
    this.evens = evens(bits, perWord);
  }

  private static long evens(int bits, int perWord) {
    long evens = 0;
    for (int lane = 0; lane < perWord; lane += 2) {
      evens |= 1L << lane * bits;
    }
    return evens;
  }

  /** Zeroes the dead timers of the words from one up to another. */
  void sweep(Cells words, long from, long to, int slotIndex) {
    long lowest = evens;
    long all = (lowest << bits) - lowest;
    long spare = lowest << bits;
    int newest = slotIndex + 1;
    int oldest = newest - slots;
    // where the values of the living begin anew at 1, they are at least the one or at most the
    // other
    boolean isWrapped = oldest < 1;
    long atLeast = spare - lowest * (isWrapped ? oldest + values : oldest);
    long atMost = spare + lowest * newest;
    long notZero = spare - lowest;
    for (long word = from; word < to; word++) {
      long old = words.get(word);
      long even = old & all;
      long odd = old >>> bits & all;
      long evenLives = isWrapped
          ? even + atLeast | atMost - even & even + notZero
          : even + atLeast & atMost - even;
      long oddLives = isWrapped
          ? odd + atLeast | atMost - odd & odd + notZero
          : odd + atLeast & atMost - odd;
      evenLives = evenLives >>> bits & lowest;
      oddLives = oddLives >>> bits & lowest;
      words.put(word, even & (evenLives << bits) - evenLives
          | (odd & (oddLives << bits) - oddLives) << bits);
    }
  }
}
