package io.bloomtree.state;

import io.bloomtree.tree.SliceStore.Unspread;
import java.util.ArrayList;
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
   * record needs to know of the others.
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
      for (int i = 0; i < sliceCount(slot); i++) {
        long word = table.get(slot, 3 + i / PER_WORD);
        slices.add((int) (word >>> i % PER_WORD * 16) & 0xFFFF);
      }
    }
    int importance = (int) (table.get(records[0], 0) >>> 8) & 0xFF;
    return new Unspread(slices.stream().mapToInt(Integer::intValue).toArray(),
        table.get(records[0], 2), importance);
  }

  void put(long fingerprint, Unspread event) {
    int[] slices = event.slices();
    int count = Math.max(1, (slices.length + PER_RECORD - 1) / PER_RECORD);
    int[] written = new int[count];
    for (int record = 0; record < count; record++) {
      int first = record * PER_RECORD;
      int here = Math.min(PER_RECORD, slices.length - first);
      long tag = KIND | (long) event.importance() << 8 | (long) here << 16;
      written[record] = table.put(tag, fingerprint, event.confirmedAt(),
          pack(slices, first), pack(slices, first + PER_WORD), pack(slices, first + 2 * PER_WORD));
    }
    retire(slots.put(fingerprint, written));
  }

  private static long pack(int[] slices, int first) {
    long word = 0;
    for (int i = Math.min(slices.length, first + PER_WORD) - 1; i >= first; i--) {
      word = word << 16 | slices[i];
    }
    return word;
  }

  private void retire(int[] before) {
    if (before != null) {
      for (int slot : before) {
        table.retire(slot);
      }
    }
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
