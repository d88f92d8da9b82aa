package io.bloomtree.filter;

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
   * alone. Pages that were not swept in time are read differently: see TimerPages.
   *
   * Operations are kept in whole or not at all, and may change only so many words. So pages are
   * swept in steps of their own: late ones on which an event is about to be recorded before it, as
   * of the time that was, and those whose turn it is after it. Nobody can see such a step, since it
   * only removes what counts for nothing.
   *
   * What time it is gets kept when something is recorded or swept, or a slot begins. In between
   * nobody can tell, since whoever goes on with what was kept says the time first.
   *
   * How old each value is at present is looked up in a table that is made anew with each slot.
   *
   * How many timers have each living slot is counted, so that the fill is exact although dead
   * timers are still there: when a slot dies, its timers are no longer counted. Whether a timer
   * that is set was alive is a toss-up, on which no branch should depend: what was dead is taken
   * from the count of value 0, which means nothing.
   */
  /** Beyond this the number of a slot would overflow: in milliseconds some 29,000 years. */
  static final long MOST_TIME = Long.MAX_VALUE / Window.MAX_SLOTS;

  private static final int TIME = 1;
  private static final int HAS_STARTED = 2;

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
  private final TimerPages pages;
  private final Registers registers;
  /** By value: how many timers of a living slot have it. */
  private final long[] alive;
  /** By value: its age. */
  private final int[] ages;
  private final TimerLanes lanes;
  private final boolean readsAhead;
  private boolean hasStarted;
  private long time;
  private long slot;
  private int slotIndex;
  private long aliveCells;
  /** Whether some of this is not yet in the registers. */
  private boolean isChanged;
  /** Whether recording an event comes to setting its timers, and nothing else. */
  private boolean isSettled;
  private long touched;

  /** Timers none of which is dead; {@code firstCell}: of the whole filter's cells, the first. */
  TimerCells(
      SlidingShape shape, long firstCell, long heldCells, Cells words, boolean hasStarted,
      long time) {
    this(shape, firstCell, heldCells, words, Cells.onHeap(TimerPages.count(words.words())),
        started(shape, hasStarted, time));
  }

  private static Registers started(SlidingShape shape, boolean hasStarted, long time) {
    Registers registers = Registers.onHeap();
    registers.put(TIME, time);
    registers.put(HAS_STARTED, hasStarted ? 1 : 0);
    TimerPages.begin(registers, shape.window().slotOf(time));
    return registers;
  }

  /** Timers as they were kept; {@code swept}: a word for each page. */
  TimerCells(
      SlidingShape shape, long firstCell, long heldCells, Cells words, Cells swept,
      Registers registers) {
    this.window = shape.window();
    this.cells = shape.cells().bits();
    this.probes = shape.probes();
    this.firstCell = firstCell;
    this.heldCells = heldCells;
    this.isWhole = heldCells == cells;
    this.isTimed = window.unit() == Window.Unit.MILLIS;
    this.words = words;
    this.readsAhead = words.areReadAhead();
    this.bits = shape.timerBits();
    this.perWord = shape.perWord();
    this.wordMagic = Long.MAX_VALUE / perWord + 1;
    this.mask = (1L << bits) - 1;
    this.values = shape.values();
    this.slots = window.slots();
    this.slack = shape.slack();
    this.alive = new long[values + 1];
    this.ages = new int[values + 1];
    this.lanes = new TimerLanes(bits, perWord, slots, values);
    this.registers = registers;
    this.hasStarted = registers.get(HAS_STARTED, 0, 1, "whether it has started") == 1;
    this.time = registers.get(TIME, -MOST_TIME, MOST_TIME, "time");
    this.slot = window.slotOf(time);
    this.pages = new TimerPages(shape, swept, registers, slot);
    tellAges();
    countAlive();
    settle();
  }

  private void tellAges() {
    slotIndex = Math.floorMod(slot, values);
    for (int value = 0; value <= values; value++) {
      ages[value] = value == 0 ? values : Math.floorMod(slotIndex - value + 1, values);
    }
  }

  /**
   * Counts the living and removes the dead. Where the computer failed, the page of a dead timer may
   * have been swept by its own account, and the timer be there all the same: it would be taken for
   * one of a later slot before the page has its turn again.
   */
  private void countAlive() {
    int put = 0;
    for (long word = 0, count = words.words(); word < count; word++) {
      long old = words.get(word);
      long living = 0;
      for (int shift = 0; shift < Long.SIZE && old >>> shift != 0; shift += bits) {
        int value = (int) (old >>> shift & mask);
        if (ageOf(value, word) <= slots) {
          alive[value]++;
          aliveCells++;
          living |= (long) value << shift;
        }
      }
      if (living != old) {
        words.put(word, living);
        if (++put % (Storage.MOST_PUTS / 2) == 0) {
          registers.commit();
        }
      }
    }
    if (put > 0) {
      registers.commit();
    }
  }

  /** Ends an operation. */
  void commit() {
    keep();
    registers.commit();
  }

  /** Puts what is not yet in the registers there, for an operation of which this is a part. */
  void keep() {
    if (isChanged) {
      registers.put(TIME, time);
      registers.put(HAS_STARTED, hasStarted ? 1 : 0);
      pages.keep();
      isChanged = false;
      settle();
    }
  }

  private void changed() {
    isChanged = true;
    isSettled = false;
  }

  private void settle() {
    isSettled = isTimed && isWhole && hasStarted && !pages.isLate;
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
    return ageOf((int) (words.get(word) >>> shiftOf(cell, word) & mask), word);
  }

  private int ageOf(int value, long word) {
    return pages.isLate ? lateAge(value, word) : ages[value];
  }

  /** The age of a timer on a page that was perhaps not swept for longer than timers can tell. */
  private int lateAge(int value, long word) {
    long last = pages.sweptAt(TimerPages.of(word)) + slack;
    if (value == 0 || last >= slot) {
      return ages[value];
    }
    int before = Math.floorMod(last - value + 1, values);
    return (int) Math.min(values, slot - last + before);
  }

  /** Records an event that counts, as of so many slots ago; returns as {@link #setAll}. */
  int record(long mixed, int age) {
    if (!isSettled) {
      return recordUnsettled(mixed, age);
    }
    int revived = age <= slots ? setAllInTime(mixed, age) : 0;
    registers.commit();
    return revived;
  }

  private int recordUnsettled(long mixed, int age) {
    prepare(mixed);
    count();
    int revived = age <= slots ? setAll(mixed, age) : 0;
    commit();
    if (!isTimed) {
      sweepDue(FilterSlice.MOST_SWEPT);
    }
    return revived;
  }

  /** Sweeps late pages on which an event is about to be recorded, perhaps in the next slot. */
  void prepare(long mixed) {
    if (!isTimed && !pages.isLate && pages.isLate(pages.next(), slot + 1)
        && window.slotOf(time + 1) > slot) {
      pages.beLate(slot);
      changed();
    }
    if (pages.isLate) {
      sweepPagesOf(mixed, isTimed ? slot : slot + 1);
    }
  }

  private void sweepPagesOf(long mixed, long next) {
    long h = mixed;
    for (int i = 0; i < probes; i++, h = Probes.next(h)) {
      long cell = Probes.reduce(h, cells) - firstCell;
      if (isHere(cell)) {
        int page = TimerPages.of(wordOf(cell));
        if (pages.isLate(page, next)) {
          sweep(page);
          commit();
        }
      }
    }
  }

  /**
   * Sets those timers of an event that are here as of so many slots ago, unless they were set later
   * than that; returns how many were not alive. {@link #prepare} comes before.
   */
  int setAll(long mixed, int age) {
    return pages.isLate || !isWhole ? setSome(mixed, age) : setAllInTime(mixed, age);
  }

  /** The value of a timer that is set as of so many slots ago. */
  private int value(int age) {
    int index = slotIndex - age;
    return 1 + (index < 0 ? index + values : index);
  }

  /** What nearly every call comes to: all fields it needs are in registers. */
  private int setAllInTime(long mixed, int age) {
    if (readsAhead) {
      touch(mixed);
    }
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

  /** Reads what an event will change. */
  private void touch(long mixed) {
    long read = 0;
    long h = mixed;
    for (int i = 0; i < probes; i++, h = Probes.next(h)) {
      read ^= word(Probes.reduce(h, cells));
    }
    touched = read; // or the compiler would see that nobody wants it
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
      moveTo(time + 1);
    } else if (!hasStarted) {
      hasStarted = true;
      changed();
    }
  }

  /** Says what time it is; returns whether a slot has begun, which is to be kept. */
  boolean tell(long now) {
    if (!isTimed) {
      return false;
    }
    long before = slot;
    boolean isFirst = !hasStarted;
    moveTo(isFirst ? now : Math.max(time, now));
    return isFirst || slot != before;
  }

  private void moveTo(long now) {
    if (now != time || !hasStarted) {
      changed();
    }
    long passed = now - time;
    long before = slot;
    time = now;
    slot = window.slotOf(now);
    if (slot != before) {
      tellAges();
    }
    if (!hasStarted) {
      hasStarted = true;
      pages.start(slot);
      return;
    }
    bury(before - slots, Math.min(slot - slots, before + 1));
    pages.pass(passed, slot);
  }

  /**
   * Sweeps the pages whose turn it is, but no more timers than so many, each page in a step of its
   * own; returns how many timers it swept.
   */
  int sweepDue(int mostSwept) {
    int onPage = TimerPages.WORDS * perWord;
    int looked = 0;
    for (; pages.isDue() && looked <= mostSwept - onPage; looked += onPage) {
      pages.oneLessDue();
      sweepNext();
    }
    return looked;
  }

  /** Counts the timers of slots that have died no more. */
  private void bury(long from, long to) {
    for (long dead = from; dead < to; dead++) {
      int value = 1 + Math.floorMod(dead, values);
      aliveCells -= alive[value];
      alive[value] = 0;
    }
  }

  /** When the next page is to be swept, or a slot begins; never if nothing is alive. */
  long nextAdvance() {
    if (!isTimed || aliveCells == 0) {
      return Long.MAX_VALUE;
    }
    long nextSweep = time + pages.untilDue();
    return Math.max(time, Math.min(nextSweep, window.startOf(slot + 1)));
  }

  /** Removes all dead timers: after this, equal filters have equal words. */
  void sweepAll() {
    if (!hasStarted) {
      return;
    }
    for (int i = 0; i < pages.count(); i++) {
      sweepNext();
    }
    pages.noneDue();
    changed();
    commit();
  }

  /** A step of its own. */
  private void sweepNext() {
    sweep(pages.next());
    pages.turn(slot);
    changed();
    commit();
  }

  /**
   * Sets each timer to the younger of itself and that of another filter of the same shape and part,
   * by the later of their clocks. In steps, of which all may be done again.
   */
  void unite(TimerCells other) {
    if (!other.hasStarted) {
      return;
    }
    if (tell(other.time)) {
      commit();
    }
    for (int i = 0; i < pages.count(); i++) {
      long from = (long) pages.next() * TimerPages.WORDS;
      sweepNext();
      for (long word = from; word < Math.min(words.words(), from + TimerPages.WORDS); word++) {
        unite(word, other);
      }
      commit();
    }
  }

  private void unite(long word, TimerCells other) {
    long theirs = other.words.get(word);
    for (int lane = 0; theirs != 0; lane++, theirs >>>= bits) {
      long age = slot - other.slot + other.ageOf((int) (theirs & mask), word);
      if (age <= slots) {
        set(word * perWord + lane, value((int) age), (int) age);
      }
    }
  }

  private void sweep(int page) {
    long from = (long) page * TimerPages.WORDS;
    long to = Math.min(words.words(), from + TimerPages.WORDS);
    if (pages.isLate) {
      for (long word = from; word < to; word++) {
        words.put(word, sweptLate(words.get(word), word));
      }
    } else {
      lanes.sweep(words, from, to, slotIndex);
    }
    pages.sweptNow(page, slot);
  }

  private long sweptLate(long old, long word) {
    long left = 0;
    for (int shift = 0; shift + bits <= Long.SIZE; shift += bits) {
      long value = old >>> shift & mask;
      left |= lateAge((int) value, word) > slots ? 0 : value << shift;
    }
    return left;
  }
}
