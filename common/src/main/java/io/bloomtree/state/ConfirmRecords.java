package io.bloomtree.state;

import io.bloomtree.tree.AgentStore.Unacknowledged;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Origin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An agent's confirms that nobody has acknowledged, in a table. Owned by one event loop. */
final class ConfirmRecords {
  /*
   *   word 0  kind | importance << 8
   *   word 1  fingerprint
   *   word 2  incarnation   of the origin
   *   word 3  sequence      of the origin
   *   word 4  agent         of the origin
   *   word 5  confirmed at
   */
  static final int KIND = 4;
  private static final Comparator<Unacknowledged> BY_ORIGIN =
      Comparator.comparing((Unacknowledged confirm) -> confirm.origin().agent())
          .thenComparingLong(confirm -> confirm.origin().incarnation())
          .thenComparingLong(confirm -> confirm.origin().sequence());

  /** Who offered: all its confirms have sequences of their own. */
  private record Offerer(NodeId agent, long incarnation) {}

  private final RecordTable table;
  private final Names names;
  private final Map<Offerer, SlotIndex> slots = new HashMap<>();
  private Offerer lastOfferer;
  private SlotIndex lastSlots;

  ConfirmRecords(RecordTable table, Names names) {
    this.table = table;
    this.names = names;
  }

  /** Takes note of a record when the table is opened; false if it means nothing. */
  boolean read(int slot) {
    long agent = table.get(slot, 4);
    long sequence = table.get(slot, 3);
    return names.knows(agent) && table.get(slot, 2) >= 0 && sequence >= 0
        && Versions.keepLater(
            table, slotsOf(names.name(agent), table.get(slot, 2)), sequence, slot);
  }

  void mention(Set<Long> mentioned) {
    slots.keySet().forEach(offerer -> mentioned.add(names.word(offerer.agent)));
  }

  private SlotIndex slotsOf(NodeId agent, long incarnation) {
    if (lastOfferer == null || lastOfferer.incarnation != incarnation
        || !lastOfferer.agent.equals(agent)) {
      lastOfferer = new Offerer(agent, incarnation);
      lastSlots = slots.computeIfAbsent(lastOfferer, none -> new SlotIndex());
    }
    return lastSlots;
  }

  /** In the order of their origins. */
  List<Unacknowledged> all() {
    List<Unacknowledged> all = new ArrayList<>();
    slots.values().forEach(index -> index.forEach((sequence, slot) -> {
      var origin = new Origin(names.name(table.get(slot, 4)), table.get(slot, 2), sequence);
      all.add(new Unacknowledged(table.get(slot, 1), origin, table.get(slot, 5),
          (int) (table.get(slot, 0) >>> 8) & 0xFF));
    }));
    all.sort(BY_ORIGIN);
    return all;
  }

  void put(Unacknowledged confirm) {
    Origin origin = confirm.origin();
    long agent = names.word(origin.agent());
    long tag = KIND | (long) confirm.importance() << 8;
    SlotIndex index = slotsOf(origin.agent(), origin.incarnation());
    int before = index.get(origin.sequence());
    int slot = before == SlotIndex.NONE
        ? table.put(tag, confirm.fingerprint(), origin.incarnation(), origin.sequence(), agent,
            confirm.confirmedAt())
        : table.replace(before, tag, confirm.fingerprint(), origin.incarnation(),
            origin.sequence(), agent, confirm.confirmedAt());
    index.put(origin.sequence(), slot);
  }

  void remove(Origin origin) {
    int slot = slotsOf(origin.agent(), origin.incarnation()).remove(origin.sequence());
    if (slot != SlotIndex.NONE) {
      table.remove(slot);
    }
  }
}
