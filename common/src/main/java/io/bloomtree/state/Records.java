package io.bloomtree.state;

import java.util.HashSet;
import java.util.Set;

/** All that a slice or an agent keeps besides its filter. Owned by one event loop. */
final class Records {
  private final RecordTable table;
  private final Names names;
  private final int removed;
  final ClaimRecords claims;
  final UnspreadRecords unspread;
  final ConfirmRecords confirms;
  final LineageRecords lineage;

  /** {@code mayBeTorn}: the computer ended while records were being written. */
  Records(SliceFiles files, boolean mayBeTorn) {
    this.table = new RecordTable(files);
    this.names = new Names(table);
    this.claims = new ClaimRecords(table, names);
    this.unspread = new UnspreadRecords(table);
    this.confirms = new ConfirmRecords(table, names);
    this.lineage = new LineageRecords(table, names);
    int torn = table.open(mayBeTorn);
    table.read(Names.KIND, names::read);
    names.complete();
    this.removed = torn + table.read(ClaimRecords.KIND, claims::read)
        + table.read(UnspreadRecords.KIND, unspread::read)
        + table.read(ConfirmRecords.KIND, confirms::read)
        + table.read(LineageRecords.KIND, lineage::read)
        + unspread.complete();
    Set<Long> mentioned = new HashSet<>();
    claims.mention(mentioned);
    confirms.mention(mentioned);
    lineage.mention(mentioned);
    names.keepOnly(mentioned);
    table.complete();
  }

  /** How many records meant nothing, or not any more, and were removed. */
  int removed() {
    return removed;
  }
}
