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
   *   word 0     kind | importance << 8 | slices here << 16
   *   word 1     fingerprint
   *   word 2     confirmed at
   *   words 3-5  up to 12 slices of two bytes, from the lowest
   *
   * An event with more slices has several records. Whatever records of an event are found when the
   * table is opened, all slices in any of them are told: being told twice does no harm, and so no
   * record needs to know of the others. A slice that has yet to be told stays in the record it is
   * in, so that each record can be replaced without a look at the others.
   */
  static final int KIND = 3;
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

  void complete() {
    found.forEach((fingerprint, all) ->
        slots.put(fingerprint, all.stream().mapToInt(Integer::intValue).toArray()));
    found.clear();
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
    int[] before = slots.get(fingerprint);
    int[] left = event.slices();
    var written = new ArrayList<Integer>();
    var outdated = new ArrayList<Integer>();
    if (before != null) {
      for (int slot : before) {
        int[] known = slicesIn(slot);
        int[] kept = common(known, left);
        left = without(left, kept);
        if (kept.length > 0) {
          written.add(write(slot, fingerprint, event, kept));
        } else {
          outdated.add(slot);
        }
      }
    }
    for (int from = 0; from < left.length || written.isEmpty(); from += PER_RECORD) {
      int[] some = Arrays.copyOfRange(left, from, Math.min(left.length, from + PER_RECORD));
      written.add(write(SlotIndex.NONE, fingerprint, event, some));
    }
    outdated.forEach(table::remove); // not before: there must always be some record of the event
    slots.put(fingerprint, written.stream().mapToInt(Integer::intValue).toArray());
  }

  private int write(int before, long fingerprint, Unspread event, int[] slices) {
    long tag = KIND | (long) event.importance() << 8 | (long) slices.length << 16;
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
