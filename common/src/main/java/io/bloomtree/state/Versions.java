package io.bloomtree.state;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which of several records with one key counts: the one that was written last. */
final class Versions {
  private static final int NUMBER = 6;

  private Versions() {}

  /** Takes note of a record; an earlier one with the same key is removed. False: it is later. */
  static boolean keepLater(RecordTable table, SlotIndex slots, long key, int slot) {
    int other = slots.get(key);
    if (other != SlotIndex.NONE) {
      if (table.get(other, NUMBER) > table.get(slot, NUMBER)) {
        return false;
      }
      table.erase(other);
    }
    slots.put(key, slot);
    return true;
  }

  /** All slots of an index, in the order in which their records were written. */
  static List<Integer> inOrder(RecordTable table, SlotIndex slots) {
    List<Integer> all = new ArrayList<>(slots.size());
    slots.forEach((key, slot) -> all.add(slot));
    all.sort(Comparator.comparingLong(slot -> table.get(slot, NUMBER)));
    return all;
  }

  /** The same slots, that of the record that was written last first. */
  static List<Integer> latestFirst(RecordTable table, List<Integer> slots) {
    List<Integer> all = new ArrayList<>(slots);
    all.sort(Comparator.<Integer>comparingLong(slot -> table.get(slot, NUMBER)).reversed());
    return all;
  }
}
