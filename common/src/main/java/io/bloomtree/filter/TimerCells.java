package io.bloomtree.filter;

import java.util.Arrays;

/**
 * The timers of a sliding filter, or of the part of it that one slice holds, and what time it is.
 * Owned by one event loop, like the filter on top.
 */
final class TimerCells {
  /*
   * A timer is 0 if it is not set, else 1 + slot mod V. It is alive while its slot is at most
   * `slots` behind the present one: then the event has lived for its whole window, and less than a
   * slot longer. Of the V = slots + 1 + slack values, slots + 1 are alive at a time.
   *
   * Dead timers are removed little by little, page by page in turn, so that each page is swept once
   * in seven eighths of the slack. While no page was last swept more than `slack` slots ago, the
   * slots on it are among the last V, and a timer's age follows from its value and the present slot
   * alone.
   *
   * Nobody can promise that: a process may be stopped for an hour and go on. But a page remembers
   * when it was swept, and is swept before a timer on it is set if that was too long ago. So what
   * is on a page is always from the V slots that end `slack` slots after its last sweep, however
   * long ago that was: read that way, its timers are unambiguous after any pause. The first page in
   * turn is the one that was swept longest ago, and says whether this is needed at all. If it is,
   * pages are swept out of turn and the first one says nothing more: pages count as late until all
   * were swept in turn, within the slack.
   *
   * A sweep looks at a word's timers all at once, those with even and those with odd numbers: with
   * the neighbour's bits out of the way each has a bit to spare, which says after an addition
   * whether it is at least, or at most, some value.
   *
   * How old each value is at present is looked up in a table that is made anew with each slot.
   *
   * How many timers have each living slot is counted, so that the fill is exact although dead
   * timers are still there: when a slot dies, its timers are no longer counted. Whether a timer
   * that is set was alive is a toss-up, on which no branch should depend: what was dead is taken
   * from the count of value 0, which means nothing.
   */
  private static final int PAGE_WORDS = 512;
  private static final double TURNS_PER_SLACK = 8.0 / 7;

  private final Window window;
  private final boolean isTimed;
  private final long cells;
  private final int probes;
  private final long firstCell;
  private final long heldCells;
  private final boolean isWhole;
  private final Cells words;
  private final int bits;
  private final int perWord;
  private final long wordMagic;
  private final long mask;
  private final int values;
  private final int slots;
  private final int slack;
  private final double pagesPerUnit;
  private final long[] sweptAt;
  /** By value: how many timers of a living slot have it. */
  private final long[] alive;
  /** By value: its age. */
  private final int[] ages;
  /** The lowest bit of each timer with an even number. */
  private final long evens;
  private boolean hasStarted;
  private long time;
  private long slot;
  private int slotIndex;
  private long aliveCells;
  private int nextPage;
  private double due;
  private boolean isLate;
  /** While late: in which slot this turn of the pages began, and how many it has left. */
  private long turnSince;
  private int turnLeft;

  /**
   * @param firstCell the first of the whole filter's cells that is here
   * @param words of timers none of which is dead at {@code time}
   */
  TimerCells(
      SlidingShape shape, long firstCell, long heldCells, Cells words, boolean hasStarted,
      long time) {
    this.window = shape.window();
    this.cells = shape.cells().bits();
    this.probes = shape.probes();
    this.firstCell = firstCell;
    this.heldCells = heldCells;
    this.isWhole = heldCells == cells;
    this.isTimed = window.unit() == Window.Unit.MILLIS;
    this.words = words;
    this.bits = shape.timerBits();
    this.perWord = shape.perWord();
    this.wordMagic = Long.MAX_VALUE / perWord + 1;
    this.mask = (1L << bits) - 1;
    this.values = shape.values();
    this.slots = window.slots();
    this.slack = shape.slack();
    int pages = (int) ((words.words() + PAGE_WORDS - 1) / PAGE_WORDS);
    this.pagesPerUnit = pages * TURNS_PER_SLACK * slots / ((double) slack * window.span());
    this.sweptAt = new long[pages];
    this.alive = new long[values + 1];
    this.ages = new int[values + 1];
    this.evens = evens(bits, perWord);
    this.hasStarted = hasStarted;
    this.time = time;
    this.slot = window.slotOf(time);
    Arrays.fill(sweptAt, slot);
    tellAges();
    countAlive();
  }

  private static long evens(int bits, int perWord) {
    long evens = 0;
    for (int lane = 0; lane < perWord; lane += 2) {
      evens |= 1L << lane * bits;
    }
    return evens;
  }

  private void tellAges() {
    slotIndex = Math.floorMod(slot, values);
    for (int value = 0; value <= values; value++) {
      ages[value] = value == 0 ? values : Math.floorMod(slotIndex - value + 1, values);
    }
  }

  private void countAlive() {
    for (long word = 0; word < words.words(); word++) {
      for (long rest = words.get(word); rest != 0; rest >>>= bits) {
        if ((rest & mask) != 0) {
          alive[(int) (rest & mask)]++;
          aliveCells++;
        }
      }
    }
  }

  boolean hasStarted() {
    return hasStarted;
  }

  long time() {
    return time;
  }

  /** How many timers are alive. */
  long aliveCells() {
    return aliveCells;
  }

  /** The word that a timer is in, and its first bit there. */
  private long wordOf(long cell) {
    return Math.multiplyHigh(cell << 1, wordMagic); // cell / perWord
  }

  private int shiftOf(long cell, long word) {
    return (int) (cell - word * perWord) * bits;
  }

  /** For the cache. */
  long word(long cell) {
    return words.get(wordOf(cell));
  }

  /** How many slots ago a timer was set, more than a window has if it is dead or was not. */
  int age(long cell) {
    long word = wordOf(cell);
    int value = (int) (words.get(word) >>> shiftOf(cell, word) & mask);
    return isLate ? lateAge(value, word) : ages[value];
  }

  /** The age of a timer on a page that was perhaps not swept for longer than timers can tell. */
  private int lateAge(int value, long word) {
    long last = sweptAt[page(word)] + slack;
    if (value == 0 || last >= slot) {
      return ages[value];
    }
    int before = Math.floorMod(last - value + 1, values);
    return (int) Math.min(values, slot - last + before);
  }

  /**
   * Sets those timers of an event that are here as of so many slots ago, unless they were set later
   * than that; returns how many were not alive.
   */
  int setAll(long mixed, int age) {
    return isLate || !isWhole ? setSome(mixed, age) : setAllInTime(mixed, age);
  }

  /** The value of a timer that is set as of so many slots ago. */
  private int value(int age) {
    int index = slotIndex - age;
    return 1 + (index < 0 ? index + values : index);
  }

  /** What nearly every call comes to: all fields it needs are in registers. */
  private int setAllInTime(long mixed, int age) {
    Cells timers = words;
    long range = cells;
    long magic = wordMagic;
    int lanes = perWord;
    int width = bits;
    long all = mask;
    int window = slots;
    int[] agesNow = ages;
    long[] counts = alive;
    int value = value(age);
    int set = 0;
    int revived = 0;
    long h = mixed;
    for (int i = 0; i < probes; i++, h = Probes.next(h)) {
      long cell = Probes.reduce(h, range);
      long word = Math.multiplyHigh(cell << 1, magic);
      int shift = (int) (cell - word * lanes) * width;
      long old = timers.get(word);
      int oldValue = (int) (old >>> shift & all);
      int oldAge = agesNow[oldValue];
      if (oldAge > age) {
        timers.put(word, old ^ (long) (oldValue ^ value) << shift);
        int wasDead = window - oldAge >>> Integer.SIZE - 1;
        counts[oldValue & wasDead - 1]--;
        revived += wasDead;
        set++;
      }
    }
    counts[value] += set;
    aliveCells += revived;
    return revived;
  }

  private int setSome(long mixed, int age) {
    int value = value(age);
    int revived = 0;
    long h = mixed;
    for (int i = 0; i < probes; i++, h = Probes.next(h)) {
      long cell = Probes.reduce(h, cells) - firstCell;
      if (isHere(cell)) {
        revived += set(cell, value, age);
      }
    }
    return revived;
  }

  /** Whether a cell, counted from the first that is held, is held. */
  boolean isHere(long cell) {
    return isWhole || cell >= 0 && cell < heldCells;
  }

  private int set(long cell, int value, int age) {
    long word = wordOf(cell);
    if (isLate && slot - sweptAt[page(word)] > slack) {
      sweep(page(word));
    }
    int shift = shiftOf(cell, word);
    long old = words.get(word);
    int oldValue = (int) (old >>> shift & mask);
    int oldAge = ages[oldValue];
    if (oldAge <= age) {
      return 0;
    }
    words.put(word, old ^ (long) (oldValue ^ value) << shift);
    int wasDead = slots - oldAge >>> Integer.SIZE - 1;
    alive[oldValue & wasDead - 1]--;
    alive[value]++;
    aliveCells += wasDead;
    return wasDead;
  }

  /** How many slots ago it was, so many milliseconds ago; a window of events knows no such time. */
  int slotsSince(long age) {
    return isTimed ? (int) Math.min(values, slot - window.slotOf(time - age)) : 0;
  }

  /** How many milliseconds ago a slot began, by its age. */
  long since(int age) {
    return isTimed ? Math.max(0, time - window.startOf(slot - age)) : 0;
  }

  /** One more event is about to be recorded: what a window of events is measured in. */
  void count() {
    if (!isTimed) {
      moveTo(time + 1, FilterSlice.MOST_SWEPT);
    }
    hasStarted = true;
  }

  /** Sweeps no more timers than so many; returns how many it swept. */
  int advance(long now, int mostSwept) {
    return isTimed ? moveTo(hasStarted ? Math.max(time, now) : now, mostSwept) : 0;
  }

  private int moveTo(long now, int mostSwept) {
    due = Math.min(sweptAt.length, due + (hasStarted ? (now - time) * pagesPerUnit : 0));
    long before = slot;
    time = now;
    slot = window.slotOf(now);
    if (slot != before) {
      tellAges();
    }
    if (!hasStarted) {
      hasStarted = true;
      Arrays.fill(sweptAt, slot);
      return 0;
    }
    bury(before - slots, Math.min(slot - slots, before + 1));
    tellLate();
    int onPage = PAGE_WORDS * perWord;
    int swept = 0;
    for (; due >= 1 && swept <= mostSwept - onPage; swept += onPage, due--) {
      sweepNext();
    }
    tellLate();
    return swept;
  }

  private void tellLate() {
    if (isLate && turnLeft > 0) {
      return;
    }
    isLate = slot - (isLate ? turnSince : sweptAt[nextPage]) > slack;
    if (isLate) {
      turnSince = slot;
      turnLeft = sweptAt.length;
    }
  }

  /** Counts the timers of slots that have died no more. */
  private void bury(long from, long to) {
    for (long dead = from; dead < to; dead++) {
      int value = 1 + Math.floorMod(dead, values);
      aliveCells -= alive[value];
      alive[value] = 0;
    }
  }

  /** When the next page is to be swept, or the next slot begins; never if nothing is alive. */
  long nextAdvance() {
    if (!isTimed || aliveCells == 0) {
      return Long.MAX_VALUE;
    }
    long nextSweep = time + (long) Math.ceil((1 - due) / pagesPerUnit);
    return Math.max(time, Math.min(nextSweep, window.startOf(slot + 1)));
  }

  /** Removes all dead timers: after this, equal filters have equal words. */
  void sweepAll() {
    for (int i = 0; i < sweptAt.length; i++) {
      sweepNext();
    }
    isLate = false;
    due = 0;
  }

  private void sweepNext() {
    sweep(nextPage);
    turnLeft--;
    nextPage = nextPage + 1 == sweptAt.length ? 0 : nextPage + 1;
  }

  private void sweep(int page) {
    long from = (long) page * PAGE_WORDS;
    long to = Math.min(words.words(), from + PAGE_WORDS);
    if (isLate) {
      for (long word = from; word < to; word++) {
        words.put(word, sweptLate(words.get(word), word));
      }
    } else {
      sweep(from, to);
    }
    sweptAt[page] = slot;
  }

  private void sweep(long from, long to) {
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

  private long sweptLate(long old, long word) {
    long left = 0;
    for (int shift = 0; shift + bits <= Long.SIZE; shift += bits) {
      long value = old >>> shift & mask;
      left |= lateAge((int) value, word) > slots ? 0 : value << shift;
    }
    return left;
  }

  private static int page(long word) {
    return (int) (word / PAGE_WORDS);
  }
}
