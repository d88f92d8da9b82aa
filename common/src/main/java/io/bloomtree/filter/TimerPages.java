package io.bloomtree.filter;

/**
 * When each page of a sliding filter's timers was swept, and whose turn it is. Owned by one event
 * loop, like the timers.
 */
final class TimerPages {
  /*
   * Nobody can promise that each page is swept in time: a process may be stopped for an hour and go
   * on. But a page remembers when it was swept. So what is on a page is always from the slots that
   * end `slack` slots after its last sweep, however long ago that was: read that way, its timers
   * are unambiguous after any pause. The first page in turn is the one that was swept longest ago,
   * and says whether this is needed at all. If it is, pages are swept out of turn and the first one
   * says nothing more: pages count as late until all were swept in turn, within the slack.
   *
   * The same holds for a process that ended: when each page was swept is kept beside the timers, a
   * word for each page, 0 if it was never swept, else 1 + twice the slot in which it was. The area
   * is made before that of the timers: whoever copies a filter that is in use copies areas one
   * after the other, and a page that seems to have been swept earlier than it was hides timers that
   * are younger than the copy, where one that seems to have been swept later would show dead ones.
   */
  static final int WORDS = 512;
  private static final double TURNS_PER_SLACK = 8.0 / 7;

  private static final int SINCE = 3;
  private static final int NEXT = 4;
  private static final int DUE = 5;
  private static final int IS_LATE = 6;
  private static final int TURN_SINCE = 7;
  private static final int TURN_LEFT = 8;

  private final Cells swept;
  private final int count;
  private final int slack;
  private final double perUnit;
  private final Registers registers;
  /** Whether some page was perhaps not swept for longer than timers can tell. */
  boolean isLate;
  /** In which slot the filter started: as good as a sweep. */
  private long since;
  private int next;
  private double due;
  /** While late: in which slot this turn of the pages began, and how many it has left. */
  private long turnSince;
  private int turnLeft;
  /** Whether more than what is due is not yet in the registers. */
  private boolean isTurned;

  /** As they were kept, at a time in this slot. */
  TimerPages(SlidingShape shape, Cells swept, Registers registers, long slot) {
    this.swept = swept;
    this.count = (int) swept.words();
    this.slack = shape.slack();
    Window window = shape.window();
    this.perUnit = count * TURNS_PER_SLACK * window.slots() / ((double) slack * window.span());
    this.registers = registers;
    this.since = registers.get(SINCE, Long.MIN_VALUE, slot, "slot of its start");
    this.next = (int) registers.get(NEXT, 0, count - 1, "next page");
    this.due = Double.longBitsToDouble(registers.get(DUE));
    if (!(due >= 0 && due <= count)) {
      throw new StorageException("pages due must be 0 to " + count + ", are " + due);
    }
    this.isLate = registers.get(IS_LATE, 0, 1, "whether pages are late") == 1;
    this.turnSince = registers.get(TURN_SINCE);
    this.turnLeft = (int) registers.get(TURN_LEFT, 0, count, "pages left");
    check(slot);
  }

  /** How many pages so many words have. */
  static long count(long words) {
    return (words + WORDS - 1) / WORDS;
  }

  /** What registers say of a filter that starts in some slot. */
  static void begin(Registers registers, long slot) {
    registers.put(SINCE, slot);
  }

  /**
   * Where the computer failed, pages and registers may be of different moments. Then a page may
   * have been swept at a time that is still to come, or longest ago though it is not the next.
   */
  private void check(long slot) {
    boolean isSomeLate = false;
    int put = 0;
    for (int page = 0; page < count; page++) {
      if (sweptAt(page) > slot) {
        sweptNow(page, slot);
        if (++put % (Storage.MOST_PUTS / 2) == 0) {
          registers.commit();
        }
      }
      isSomeLate |= isLate(page, slot);
    }
    if (isSomeLate && !isLate) {
      beLate(slot);
    }
    keep();
    registers.commit();
  }

  /** Puts all but the pages themselves into the registers. */
  void keep() {
    registers.put(DUE, Double.doubleToLongBits(due));
    if (isTurned) {
      registers.put(SINCE, since);
      registers.put(NEXT, next);
      registers.put(IS_LATE, isLate ? 1 : 0);
      registers.put(TURN_SINCE, turnSince);
      registers.put(TURN_LEFT, turnLeft);
      isTurned = false;
    }
  }

  int count() {
    return count;
  }

  /** The page that a word is on. */
  static int of(long word) {
    return (int) (word / WORDS);
  }

  /** The slot in which a page was last swept. */
  long sweptAt(int page) {
    long at = swept.get(page);
    return at == 0 ? since : at >> 1;
  }

  /** Whether timers on a page can be told from each other no more in some slot. */
  boolean isLate(int page, long slot) {
    return slot - sweptAt(page) > slack;
  }

  void sweptNow(int page, long slot) {
    swept.put(page, 1 + 2 * slot);
  }

  void start(long slot) {
    since = slot;
    isTurned = true;
  }

  /** So many milliseconds or events have passed, and it is some slot now. */
  void pass(long units, long slot) {
    due = Math.min(count, due + units * perUnit);
    tellLate(slot);
  }

  boolean isDue() {
    return due >= 1;
  }

  /** In how many milliseconds or events the next page is due. */
  long untilDue() {
    return (long) Math.ceil((1 - due) / perUnit);
  }

  void oneLessDue() {
    due--;
  }

  void noneDue() {
    due = 0;
    isLate = false;
    isTurned = true;
  }

  /** The page whose turn it is. */
  int next() {
    return next;
  }

  /** That page was swept. */
  void turn(long slot) {
    turnLeft = Math.max(0, turnLeft - 1);
    next = next + 1 == count ? 0 : next + 1;
    isTurned = true;
    tellLate(slot);
  }

  private void tellLate(long slot) {
    if (isLate && turnLeft > 0) {
      return;
    }
    if (isLate ? slot - turnSince > slack : isLate(next, slot)) {
      beLate(slot);
    } else if (isLate) {
      isLate = false;
      isTurned = true;
    }
  }

  /** From now on pages may be swept out of turn. */
  void beLate(long slot) {
    isLate = true;
    turnSince = slot;
    turnLeft = count;
    isTurned = true;
  }
}
