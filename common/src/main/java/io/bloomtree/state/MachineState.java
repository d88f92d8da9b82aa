package io.bloomtree.state;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.LayeredSlice;
import io.bloomtree.filter.Storage;
import io.bloomtree.filter.StorageException;
import io.bloomtree.state.FilterGroup.Use;
import io.bloomtree.tree.Birth;
import io.bloomtree.tree.Former;
import io.bloomtree.tree.MachineStore;
import io.bloomtree.wire.Endpoint;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What every machine keeps, in files. Owned by one event loop. */
public abstract class MachineState implements MachineStore, AutoCloseable {
  private final Volume.Hold hold;
  private final Tenant tenant;
  private final SliceFiles files;
  private final UndoJournal undo;
  private final Records records;
  private final LayeredSlice filter;
  private final Arrival arrival;
  private final long clockStart;
  private final Optional<Forcer.Ticket> forcing;
  private Birth birth;
  private boolean isClosed;

  MachineState(Opening opening, Forcer forcer) {
    this.hold = opening.hold;
    this.tenant = opening.tenant;
    this.files = opening.files;
    this.undo = opening.undo;
    this.records = opening.records;
    this.filter = opening.filter;
    this.arrival = opening.arrival;
    this.clockStart = opening.clockStart;
    this.birth = opening.birth;
    this.forcing = tenant.fsync().when() == Fsync.When.INTERVAL
        ? Optional.of(forcer.every(tenant.fsync().interval(), files::forceAll))
        : Optional.empty();
  }

  final SliceFiles files() {
    return files;
  }

  final Tenant tenant() {
    return tenant;
  }

  final Records records() {
    return records;
  }

  final LayeredSlice layered() {
    return filter;
  }

  /** In what condition it was found. */
  public final Arrival arrival() {
    return arrival;
  }

  /** The incarnation that the machine is to use: larger than all that had this state before. */
  public final long incarnation() {
    return files.catalog().incarnation;
  }

  /**
   * What time it is for the machine when it begins: that of the computer, but never before a time
   * that was kept.
   */
  public final long clockStart() {
    return clockStart;
  }

  /** Remembers what time it is, so that the next incarnation does not begin before. */
  public final void keepTime(long now) {
    undo.keep(now);
  }

  @Override public final long born() {
    return files.catalog().born;
  }

  @Override public final Birth birth() {
    return birth;
  }

  @Override public final void lost(long now) {
    files.catalog().isLost = true;
    files.catalog().lostAt = OptionalLong.of(now);
    save();
    birth = Birth.LOST;
  }

  @Override public final OptionalLong lostAt() {
    return files.catalog().lostAt;
  }

  @Override public final void healed() {
    makeSafe();
    files.catalog().isLost = false;
    files.catalog().lostAt = OptionalLong.empty();
    save();
    birth = Birth.RECOVERED;
  }

  @Override public final OptionalLong lineage(Endpoint neighbour) {
    return records.lineage.born(neighbour);
  }

  @Override public final void putLineage(Endpoint neighbour, long born) {
    records.lineage.put(neighbour, born);
  }

  @Override public final int settledEpoch() {
    return files.catalog().settledEpoch;
  }

  @Override public final void settled(int epoch) {
    makeSafe();
    files.catalog().settledEpoch = epoch;
    save();
  }

  @Override public final List<Former> formers() {
    return files.catalog().groups().stream()
        .filter(group -> group.use() == Use.FORMER).map(FilterGroup::toFormer).toList();
  }

  /**
   * {@inheritDoc}
   *
   * @throws StorageException if there is no room for it; that does not stop the machine
   */
  @Override public final Storage draft(Former former) {
    find(former, Use.DRAFT).ifPresent(files::drop);
    Catalog catalog = files.catalog();
    var group = new FilterGroup(catalog.nextNumber(), Use.DRAFT, former.of(), former.epoch(),
        former.epoch(), former.plan().toBytes());
    catalog.put(group);
    try {
      files.save();
    } catch (StateException e) {
      catalog.remove(group);
      throw new StorageException(e.getMessage(), e);
    }
    return new FileStorage(files, group.number(), Optional.empty());
  }

  /**
   * {@inheritDoc}
   *
   * @throws StorageException if the copy makes no sense; it is dropped then, and the machine may go
   *     on
   */
  @Override public final void adopt(Former former) {
    FilterGroup draft = requireDraft(former);
    adopt(former, draft, open(draft));
  }

  private void adopt(Former former, FilterGroup draft, FilterSlice copy) {
    makeSafe(); // what was copied is as safe as the catalog that says so
    find(former, Use.FORMER).ifPresent(this::drop);
    FilterGroup kept = draft.as(Use.FORMER);
    files.catalog().put(kept);
    save();
    KeptFilter.of(kept).keep(filter, copy);
  }

  private FilterSlice open(FilterGroup draft) {
    try {
      return Opening.open(files, undo, draft, tenant.seed());
    } catch (StateException e) {
      drop(draft);
      throw new StorageException(e.getMessage(), e);
    }
  }

  /** {@inheritDoc} A filter of a kind that cannot be united is kept beside its own. */
  @Override public final void unite(Former former) {
    FilterGroup draft = requireDraft(former);
    if (!draft.hasPlan(tenant.plan())) {
      throw new IllegalArgumentException("only filters of one plan can be united: of="
          + former.of() + ", plan=" + former.plan() + ", own=" + tenant.plan());
    }
    FilterSlice copy = open(draft);
    if (former.of().slice() == tenant.self().slice() && filter.unite(copy)) {
      undo.commit();
      drop(draft);
    } else {
      adopt(former, draft, copy);
    }
  }

  private FilterGroup requireDraft(Former former) {
    return find(former, Use.DRAFT).orElseThrow(() -> new IllegalArgumentException(
        "no copy of it was begun: of=" + former.of() + ", epoch=" + former.epoch()));
  }

  @Override public final void drop(Former former) {
    find(former, Use.DRAFT).ifPresent(this::drop);
    find(former, Use.FORMER).ifPresent(this::drop);
  }

  private void drop(FilterGroup group) {
    if (group.use() == Use.FORMER) {
      KeptFilter.of(group).drop(filter);
    }
    try {
      files.drop(group);
    } catch (StateException e) {
      throw files.fail(e);
    }
  }

  @Override public final boolean isSpent(Former former) {
    return find(former, Use.FORMER)
        .filter(group -> filter.isSpent(KeptFilter.of(group).name())).isPresent();
  }

  @Override public final Optional<Storage> image(Former former) {
    return find(former, Use.OWN).or(() -> find(former, Use.FORMER))
        .map(group -> new FileStorage(files, group.number(), Optional.of(undo)));
  }

  private Optional<FilterGroup> find(Former former, Use use) {
    return files.catalog().group(group -> group.use() == use && group.is(former));
  }

  /** What the catalog is going to say is not true of a disk without all that was done for it. */
  private void makeSafe() {
    files.forceAll();
    files.requireUnfailed();
  }

  private void save() {
    try {
      files.save();
    } catch (StateException e) { // the catalog is full
      throw files.fail(e);
    }
  }

  @Override public final void sync() {
    if (tenant.fsync().when() == Fsync.When.EACH) {
      files.force();
    } else {
      files.requireUnfailed();
    }
  }

  /**
   * Shuts it down: what is in the files is written down with checksums, and another process may
   * open them. If the store has failed it is only let go.
   */
  @Override public final void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    forcing.ifPresent(Forcer.Ticket::close);
    try {
      if (!files.hasFailed()) {
        undo.commit();
        files.catalog().time = undo.time();
        files.shutDown();
      }
    } finally {
      files.release();
      hold.close();
    }
  }

  /** Lets go of it as if the process were killed. */
  public final void abandon() {
    if (!isClosed) {
      isClosed = true;
      forcing.ifPresent(Forcer.Ticket::close);
      files.release();
      hold.close();
    }
  }
}
