package io.bloomtree.state;

import io.bloomtree.tree.SliceStore.Unspread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Confirmed events that some slices have yet to set, in a table. Owned by one event loop. */
final class UnspreadRecords {
  /*
   *   word 0     kind | importance << 8 | slices here << 16 | whole << 24
   *   word 1     fingerprint
   *   word 2     confirmed at
   *   words 3-5  up to 12 slices of two bytes, from the lowest
   *
   * Most events have one record, which says that it is whole: earlier ones of the event mean
   * nothing, and so the event is changed at once. An event with more slices has several. All slices
   * in any of those are told: being told twice does no harm, and so no record needs to know of the
   * others. A slice that has yet to be told stays in the record it is in, so that each record can
   * be replaced without a look at the others; the two versions that a process leaves when it is
   * killed meanwhile are in one sector and have slices in common, as no other two have.
   */
  static final int KIND = 3;
  private static final long WHOLE = 1L << 24;
  private static final long PART = 0;
  private static final int PER_WORD = 4;
  private static final int PER_RECORD = 3 * PER_WORD;

  private final RecordTable table;
  private final Map<Long, int[]> slots = new HashMap<>();
  private final Map<Long, List<Integer>> found = new HashMap<>();

  UnspreadRecords(RecordTable table) {
    this.table = table;
  }

  /** Takes note of a record when the table is opened; false if it means nothing. */
  boolean read(int slot) {
    if (sliceCount(slot) > PER_RECORD) {
      return false;
    }
    found.computeIfAbsent(table.get(slot, 1), none -> new ArrayList<>()).add(slot);
    return true;
  }

  /** All records were read: removes those that mean nothing any more, returns how many. */
  int complete() {
    int removed = 0;
    for (Map.Entry<Long, List<Integer>> event : found.entrySet()) {
      var kept = new ArrayList<Integer>();
      for (int slot : Versions.latestFirst(table, event.getValue())) {
        if (isOutdated(slot, kept)) {
          table.erase(slot);
          removed++;
        } else {
          kept.add(slot);
        }
      }
      slots.put(event.getKey(), toArray(kept));
    }
    found.clear();
    return removed;
  }

  private boolean isOutdated(int slot, List<Integer> later) {
    return later.stream().anyMatch(other -> (table.get(other, 0) & WHOLE) != 0
        || table.isSameSector(slot, other)
            && common(slicesIn(slot), slicesIn(other)).length > 0);
  }

  private static int[] toArray(List<Integer> slots) {
    return slots.stream().mapToInt(Integer::intValue).toArray();
  }

  private int sliceCount(int slot) {
    return (int) (table.get(slot, 0) >>> 16) & 0xFF;
  }

  /** Oldest first. */
  Map<Long, Unspread> all() {
    Map<Long, Unspread> all = new LinkedHashMap<>();
    slots.entrySet().stream()
        .sorted(Comparator.<Map.Entry<Long, int[]>>comparingLong(
            entry -> table.get(entry.getValue()[0], 2)).thenComparing(Map.Entry::getKey))
        .forEach(entry -> all.put(entry.getKey(), read(entry.getValue())));
    return all;
  }

  private Unspread read(int[] records) {
    var slices = new TreeSet<Integer>();
    for (int slot : records) {
      for (int slice : slicesIn(slot)) {
        slices.add(slice);
      }
    }
    int importance = (int) (table.get(records[0], 0) >>> 8) & 0xFF;
    return new Unspread(slices.stream().mapToInt(Integer::intValue).toArray(),
        table.get(records[0], 2), importance);
  }

  private int[] slicesIn(int slot) {
    int[] slices = new int[sliceCount(slot)];
    for (int i = 0; i < slices.length; i++) {
      slices[i] = (int) (table.get(slot, 3 + i / PER_WORD) >>> i % PER_WORD * 16) & 0xFFFF;
    }
    return slices;
  }

  void put(long fingerprint, Unspread event) {
    int[] before = slots.getOrDefault(fingerprint, new int[0]);
    int[] slices = event.slices();
    if (before.length > 1 || slices.length > PER_RECORD) {
      slots.put(fingerprint, putParts(before, fingerprint, event));
      return;
    }
    int earlier = before.length == 0 ? SlotIndex.NONE : before[0];
    slots.put(fingerprint, new int[] {write(earlier, fingerprint, event, WHOLE, slices)});
  }

  /*
   * In this order there is some record of the event at any time, and of each slice that has to be
   * told before and after.
   */
  private int[] putParts(int[] before, long fingerprint, Unspread event) {
    int[] left = event.slices();
    var kept = new int[before.length][];
    for (int i = 0; i < before.length; i++) {
      kept[i] = common(slicesIn(before[i]), left);
      left = without(left, kept[i]);
    }
    var written = new ArrayList<Integer>();
    for (int from = 0; from < left.length; from += PER_RECORD) {
      int[] some = Arrays.copyOfRange(left, from, Math.min(left.length, from + PER_RECORD));
      written.add(write(SlotIndex.NONE, fingerprint, event, PART, some));
    }
    for (int i = 0; i < before.length; i++) {
      if (kept[i].length > 0) {
        written.add(write(before[i], fingerprint, event, PART, kept[i]));
      }
    }
    if (written.isEmpty()) {
      written.add(write(SlotIndex.NONE, fingerprint, event, WHOLE, left));
    }
    for (int i = 0; i < before.length; i++) {
      if (kept[i].length == 0) {
        table.remove(before[i]);
      }
    }
    return toArray(written);
  }

  private int write(int before, long fingerprint, Unspread event, long whole, int[] slices) {
    long tag = KIND | (long) event.importance() << 8 | (long) slices.length << 16 | whole;
    long a = pack(slices, 0);
    long b = pack(slices, PER_WORD);
    long c = pack(slices, 2 * PER_WORD);
    return before == SlotIndex.NONE
        ? table.put(tag, fingerprint, event.confirmedAt(), a, b, c)
        : table.replace(before, tag, fingerprint, event.confirmedAt(), a, b, c);
  }

  private static long pack(int[] slices, int first) {
    long word = 0;
    for (int i = Math.min(slices.length, first + PER_WORD) - 1; i >= first; i--) {
      word = word << 16 | slices[i];
    }
    return word;
  }

  private static int[] common(int[] some, int[] others) {
    return Arrays.stream(some).filter(slice -> contains(others, slice)).toArray();
  }

  private static int[] without(int[] all, int[] some) {
    return Arrays.stream(all).filter(slice -> !contains(some, slice)).toArray();
  }

  private static boolean contains(int[] slices, int wanted) {
    for (int slice : slices) {
      if (slice == wanted) {
        return true;
      }
    }
    return false;
  }

  void remove(long fingerprint) {
    int[] before = slots.remove(fingerprint);
    if (before != null) {
      for (int slot : before) {
        table.remove(slot);
      }
    }
  }
}
