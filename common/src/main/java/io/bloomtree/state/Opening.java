package io.bloomtree.state;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.LayeredSlice;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.StorageException;
import io.bloomtree.state.FilterGroup.Use;
import io.bloomtree.state.StateException.Reason;
import io.bloomtree.tree.Birth;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a slice comes by its state: finds it, checks it, and takes it into use. Owned by whoever
 * makes it, until the store has it.
 */
final class Opening {
  /*
   * Nothing is changed before all of it was checked: a state that is refused stays as it was. From
   * then on the catalog says that it is in use, so that whatever end comes next is noticed.
   */
  final Volume volume;
  final Volume.Hold hold;
  final Tenant tenant;
  final SliceFiles files;
  final UndoJournal undo;
  final Records records;
  final LayeredSlice filter;
  final Arrival arrival;
  final Birth birth;
  /** The machine's time to begin with. */
  final long clockStart;

  private Opening(Volume volume, Volume.Hold hold, Tenant tenant, long wallMillis) {
    this.volume = volume;
    this.hold = hold;
    this.tenant = tenant;
    var owner = new Owner(tenant.tree(), tenant.self());
    Optional<Mark> mark = Mark.find(volume, owner);
    String directory = StateDirectory.directoryOf(owner);
    boolean isFresh = !volume.exists(SliceFiles.catalogPath(directory));
    if (isFresh) {
      refuseLeftovers(directory);
      this.files = fresh(owner, directory, mark);
    } else {
      this.files = SliceFiles.read(volume, directory);
    }
    Catalog catalog = files.catalog();
    Arrival.How how = Arrival.How.FRESH;
    if (!isFresh) {
      owner.requireSame(catalog.owner, files.file());
      requireEpoch(catalog);
      files.openAll();
      how = howItEnded(catalog);
    }
    this.undo = openUndo();
    int undone = how == Arrival.How.KILLED ? undo.rollBack(files.byNumber()) : 0;
    undo.clear();
    boolean tookOver = takeOver(catalog);
    this.birth = catalog.isLost ? Birth.LOST : isFresh ? Birth.FIRST : Birth.RECOVERED;
    this.clockStart = Math.max(wallMillis, Math.max(undo.time(), catalog.time));
    if (catalog.isLost && catalog.lostAt.isEmpty()) {
      catalog.lostAt = OptionalLong.of(clockStart);
    }
    catalog.incarnation = Math.max(tenant.incarnation(),
        Math.max(catalog.incarnation + (isFresh ? 0 : 1),
            mark.map(known -> known.incarnation() + 1).orElse(0L)));
    boolean mayBeTorn = how == Arrival.How.MACHINE_CRASH;
    if (!mayBeTorn) {
      catalog.boot = volume.boot().orElse("");
    }
    catalog.stamp = Catalog.IN_USE;
    catalog.time = clockStart;
    files.save();
    new Mark(owner, catalog.born, catalog.incarnation).write(volume);
    dropDrafts(catalog);
    files.sweep();
    this.records = new Records(files, mayBeTorn);
    this.filter = openFilters(catalog);
    if (mayBeTorn) { // a process that is killed before this finds what this one found
      catalog.boot = volume.boot().orElse("");
      files.save();
    }
    undo.keep(clockStart);
    if (tenant.fsync().when() == Fsync.When.EACH) {
      files.forceAll(); // what a killed process had not forced yet is relied on from now on
      files.requireUnfailed();
    }
    this.arrival = new Arrival(how, tookOver, undone, records.removed());
  }

  /** {@code wallMillis}: what time it is, as far as the computer knows. */
  static Opening of(Volume volume, Tenant tenant, long wallMillis) {
    var owner = new Owner(tenant.tree(), tenant.self());
    Volume.Hold hold = volume.hold(StateDirectory.directoryOf(owner));
    try {
      return new Opening(volume, hold, tenant, wallMillis);
    } catch (StorageException e) { // the disk did not take what was to be forced
      hold.close();
      throw new StateException(
          Reason.REFUSED, volume.describe(StateDirectory.directoryOf(owner)), e.getMessage(), e);
    } catch (RuntimeException e) {
      hold.close();
      throw e;
    }
  }

  private void refuseLeftovers(String directory) {
    if (volume.exists(directory + "/" + StateImport.BEGUN)) {
      throw new StateException(Reason.DAMAGED, volume.describe(directory),
          "has an import that was begun and not finished; import again");
    }
    for (String name : volume.list(directory)) {
      if (name.matches("[0-9]+-.*") && !name.endsWith(StateFile.UNFINISHED)) {
        throw new StateException(Reason.DAMAGED, volume.describe(directory), "has the file " + name
            + " but no file " + Catalog.FILE + ", which says what that is; put it back, or repair");
      }
    }
  }

  private SliceFiles fresh(Owner owner, String directory, Optional<Mark> mark) {
    String unfinished = SliceFiles.catalogPath(directory) + StateFile.UNFINISHED;
    if (volume.exists(unfinished)) {
      volume.delete(unfinished);
    }
    long born = Math.max(tenant.incarnation(),
        mark.map(known -> known.incarnation() + 1).orElse(0L));
    var catalog = new Catalog(owner, born);
    catalog.isLost = mark.isPresent() || volume.list(directory).stream()
        .anyMatch(name -> name.startsWith(Inspection.ASIDE));
    catalog.put(newOwn(catalog));
    return SliceFiles.create(volume, directory, catalog);
  }

  private FilterGroup newOwn(Catalog catalog) {
    return new FilterGroup(catalog.nextNumber(), Use.NEW, tenant.self(), tenant.epoch(),
        tenant.epoch(), tenant.plan().toBytes());
  }

  private void requireEpoch(Catalog catalog) {
    FilterGroup own = own(catalog);
    if (tenant.epoch() < own.epoch()) {
      throw new StateException(Reason.EPOCH, files.file(), "was used in epoch " + own.epoch()
          + ", the topology has epoch " + tenant.epoch() + "; it must be " + own.epoch()
          + " or later");
    }
    if (tenant.epoch() == own.epoch() && !own.hasPlan(tenant.plan())) {
      throw new StateException(Reason.EPOCH, files.file(), "has a filter that is "
          + describe(own) + ", the topology wants " + describe(tenant.plan())
          + " in the same epoch " + own.epoch() + "; raise epoch, and it takes the old one over");
    }
    if (!catalog.absorbedBy.isEmpty() && tenant.epoch() == own.epoch()) {
      throw new StateException(Reason.EPOCH, files.file(), "was taken over by "
          + catalog.absorbedBy + "; the topology must have a later epoch than " + own.epoch());
    }
  }

  private FilterGroup own(Catalog catalog) {
    return catalog.own().orElseThrow(() -> new StateException(
        Reason.DAMAGED, files.file(), "names no filter as its own"));
  }

  private String describe(FilterGroup group) {
    try {
      return describe(group.decodePlan());
    } catch (IllegalArgumentException e) {
      throw new StateException(Reason.DAMAGED, files.file(), e.getMessage(), e);
    }
  }

  private static String describe(SlicePlan plan) {
    return plan.count() + " x " + plan.scheme() + " of " + plan.shape();
  }

  private Arrival.How howItEnded(Catalog catalog) {
    if (catalog.wasShutDown()) {
      return Arrival.How.CLEAN;
    }
    boolean isSameBoot = volume.boot().filter(boot -> boot.equals(catalog.boot)).isPresent();
    return isSameBoot ? Arrival.How.KILLED : Arrival.How.MACHINE_CRASH;
  }

  private UndoJournal openUndo() {
    StateFile file = files.find(FileEntry.NO_GROUP, UndoJournal.NAME).orElseGet(() ->
        files.create(FileEntry.NO_GROUP, UndoJournal.NAME, UndoJournal.WORDS));
    if (file.entry().words() != UndoJournal.WORDS) {
      throw new StateException(Reason.DAMAGED, file.file(), "has " + file.entry().words()
          + " words, must have " + UndoJournal.WORDS);
    }
    return new UndoJournal(file);
  }

  private boolean takeOver(Catalog catalog) {
    FilterGroup own = own(catalog);
    catalog.absorbedBy = "";
    if (own.hasPlan(tenant.plan())) {
      if (catalog.settledEpoch == own.epoch()) {
        catalog.settledEpoch = tenant.epoch(); // nothing has moved
      }
      catalog.put(own.upTo(tenant.epoch()));
      return false;
    }
    if (own.use() == Use.NEW) {
      catalog.remove(own); // nobody has ever used it; its files are swept
    } else {
      catalog.put(own.as(Use.FORMER));
    }
    catalog.put(newOwn(catalog));
    return true;
  }

  private void dropDrafts(Catalog catalog) {
    for (FilterGroup group : catalog.groups()) {
      if (group.use() == Use.DRAFT) {
        files.drop(group);
      }
    }
  }

  private LayeredSlice openFilters(Catalog catalog) {
    var layered = new LayeredSlice(openOwn(catalog));
    for (FilterGroup group : catalog.groups()) {
      if (group.use() == Use.FORMER) {
        FilterSlice former = open(group);
        KeptFilter.of(group).keep(layered, former);
      }
    }
    return layered;
  }

  /*
   * The files of a new filter make sense together or not at all. So it is its own only when all of
   * them are on the disk; if the computer ends before, it is begun anew.
   */
  private FilterSlice openOwn(Catalog catalog) {
    FilterGroup own = own(catalog);
    if (own.use() != Use.NEW) {
      return open(own);
    }
    files.ofGroup(own.number()).forEach(begun -> files.drop(begun.entry()));
    FilterSlice made = open(own);
    files.forceAll();
    files.requireUnfailed();
    catalog.put(own.as(Use.OWN));
    files.save();
    return made;
  }

  /** Opens a filter on its files. */
  FilterSlice open(FilterGroup group) {
    return open(files, undo, group, tenant.seed());
  }

  static FilterSlice open(SliceFiles files, UndoJournal undo, FilterGroup group, long seed) {
    var storage = new FileStorage(files, group.number(), Optional.of(undo));
    try {
      FilterSlice opened = group.decodePlan().openSlice(group.of().slice(), seed, storage);
      storage.commit();
      return opened;
    } catch (RuntimeException e) { // words that mean nothing to a filter end in any of them
      boolean isFull = e.getCause() instanceof StateException cause
          && cause.reason() == Reason.NO_ROOM;
      throw new StateException(isFull ? Reason.NO_ROOM : Reason.DAMAGED, files.file(),
          "the filter of " + group.of() + " of epoch " + group.epoch() + " cannot be opened: "
              + e.getMessage(), e);
    }
  }
}
