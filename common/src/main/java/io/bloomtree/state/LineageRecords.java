package io.bloomtree.state;

import io.bloomtree.wire.Endpoint;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Since when neighbours have their state, in a table. Owned by one event loop. */
final class LineageRecords {
  /*
   *   word 0  kind
   *   word 1  node
   *   word 2  slice
   *   word 3  born
   */
  static final int KIND = 5;

  private final RecordTable table;
  private final Names names;
  private final Map<Endpoint, Integer> slots = new HashMap<>();

  LineageRecords(RecordTable table, Names names) {
    this.table = table;
    this.names = names;
  }

  /** Takes note of a record when the table is opened; false if it means nothing. */
  boolean read(int slot) {
    long slice = table.get(slot, 2);
    if (!names.knows(table.get(slot, 1)) || slice < 0 || slice >= Endpoint.MAX_SLICES) {
      return false;
    }
    var neighbour = new Endpoint(names.name(table.get(slot, 1)), (int) slice);
    Integer other = slots.get(neighbour);
    if (other != null && table.get(other, 6) > table.get(slot, 6)) {
      return false;
    }
    slots.put(neighbour, slot);
    if (other != null) {
      table.erase(other);
    }
    return true;
  }

  void mention(Set<Long> mentioned) {
    slots.values().forEach(slot -> mentioned.add(table.get(slot, 1)));
  }

  OptionalLong born(Endpoint neighbour) {
    Integer slot = slots.get(neighbour);
    return slot == null ? OptionalLong.empty() : OptionalLong.of(table.get(slot, 3));
  }

  void put(Endpoint neighbour, long born) {
    long node = names.word(neighbour.node());
    Integer before = slots.get(neighbour);
    int slot = before == null
        ? table.put(KIND, node, neighbour.slice(), born, 0, 0)
        : table.replace(before, KIND, node, neighbour.slice(), born, 0, 0);
    slots.put(neighbour, slot);
  }
}
