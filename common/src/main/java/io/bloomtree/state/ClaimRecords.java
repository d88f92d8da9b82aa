package io.bloomtree.state;

import io.bloomtree.tree.SliceStore.HeldClaim;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Origin;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Claims in a table. Owned by one event loop. */
final class ClaimRecords {
  /*
   *   word 0  kind | code of the degradation << 8
   *   word 1  fingerprint
   *   word 2  incarnation   of the origin
   *   word 3  sequence      of the origin
   *   word 4  agent         of the origin
   */
  static final int KIND = 2;
  private static final Degradation[] BY_CODE = byCode();

  private final RecordTable table;
  private final Names names;
  private final SlotIndex slots = new SlotIndex();

  ClaimRecords(RecordTable table, Names names) {
    this.table = table;
    this.names = names;
  }

  private static Degradation[] byCode() {
    int most = Arrays.stream(Degradation.values()).mapToInt(Degradation::code).max().orElse(0);
    var byCode = new Degradation[most + 1];
    for (Degradation degradation : Degradation.values()) {
      byCode[degradation.code()] = degradation;
    }
    return byCode;
  }

  /** Takes note of a record when the table is opened; false if it means nothing. */
  boolean read(int slot) {
    int code = (int) (table.get(slot, 0) >>> 8) & 0xFF;
    boolean makesSense = code < BY_CODE.length && BY_CODE[code] != null
        && names.knows(table.get(slot, 4)) && table.get(slot, 2) >= 0 && table.get(slot, 3) >= 0;
    return makesSense && Versions.keepLater(table, slots, table.get(slot, 1), slot);
  }

  void mention(Set<Long> mentioned) {
    slots.forEach((key, slot) -> mentioned.add(table.get(slot, 4)));
  }

  /** In the order in which they were put. */
  Map<Long, HeldClaim> all() {
    Map<Long, HeldClaim> all = new LinkedHashMap<>();
    for (int slot : Versions.inOrder(table, slots)) {
      var origin = new Origin(
          names.name(table.get(slot, 4)), table.get(slot, 2), table.get(slot, 3));
      Degradation degradation = BY_CODE[(int) (table.get(slot, 0) >>> 8) & 0xFF];
      all.put(table.get(slot, 1), new HeldClaim(origin, degradation));
    }
    return all;
  }

  void put(long fingerprint, HeldClaim claim) {
    Origin origin = claim.origin();
    long agent = names.word(origin.agent());
    long tag = KIND | (long) claim.degradation().code() << 8;
    int before = slots.get(fingerprint);
    int slot = before == SlotIndex.NONE
        ? table.put(tag, fingerprint, origin.incarnation(), origin.sequence(), agent, 0)
        : table.replace(
            before, tag, fingerprint, origin.incarnation(), origin.sequence(), agent, 0);
    slots.put(fingerprint, slot);
  }

  void remove(long fingerprint) {
    int slot = slots.remove(fingerprint);
    if (slot != SlotIndex.NONE) {
      table.remove(slot);
    }
  }
}
