package io.bloomtree.state;

import static java.util.Objects.requireNonNull;

import io.bloomtree.state.FilterGroup.Use;
import io.bloomtree.state.StateException.Reason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * What an operator may want to know about, or do to, the state in a data directory. Slices are
 * named by the paths that {@link #slices} gives. All but {@link #slices} and {@link #summary} want
 * the slice for themselves: it must not run. Thread-safe.
 */
public final class Inspection {
  /** The beginning of the name of a directory of files that were taken out of service. */
  static final String ASIDE = "aside-";
  private static final String ACCEPTED = "accepted-";

  private final Volume volume;

  public Inspection(Volume volume) {
    this.volume = requireNonNull(volume, "volume");
  }

  public static Inspection of(Path data) {
    return new Inspection(new FileVolume(data));
  }

  /** The paths of all slices that have state here, or once had. */
  public List<String> slices() {
    var slices = new TreeSet<String>();
    for (String tree : volume.list("")) {
      if (volume.isDirectory(tree)) {
        for (String name : volume.list(tree)) {
          if (name.matches(".+\\.[0-9]{1,5}")) {
            slices.add(tree + "/" + name);
          }
        }
        for (String name : volume.list(tree + "/" + Mark.DIRECTORY)) {
          if (!name.endsWith(StateFile.UNFINISHED)) {
            slices.add(tree + "/" + name);
          }
        }
      }
    }
    return List.copyOf(slices);
  }

  /**
   * What a slice has, also while it runs.
   *
   * @throws StateException if its catalog is missing or damaged
   */
  public StateSummary summary(String path) {
    SliceFiles files = read(path);
    Catalog catalog = files.catalog();
    FilterGroup own = catalog.own().orElseThrow(() -> new StateException(
        Reason.DAMAGED, files.file(), "names no filter as its own"));
    long bytes = catalog.files().stream()
        .mapToLong(entry -> StateFile.totalWords(entry.words()) * Long.BYTES).sum();
    files.release();
    return new StateSummary(path, catalog.owner.tree(), catalog.owner.self(), own.epoch(),
        own.decodePlan(), catalog.born, catalog.incarnation, catalog.wasShutDown(),
        catalog.isLost, catalog.lostAt, catalog.settledEpoch, catalog.time,
        catalog.groups().stream().filter(group -> group.use() == Use.FORMER)
            .map(FilterGroup::toFormer).toList(),
        catalog.absorbedBy, bytes);
  }

  private SliceFiles read(String path) {
    if (!volume.exists(SliceFiles.catalogPath(path))) {
      throw new StateException(Reason.DAMAGED, volume.describe(path),
          "has no file " + Catalog.FILE + ": its state is gone, or never was");
    }
    return SliceFiles.read(volume, path);
  }

  /** What is wrong with a slice's state; empty: nothing. */
  @SuppressWarnings("try") // it is held for as long as that takes
  public List<Finding> verify(String path) {
    try (Volume.Hold hold = holdExisting(path)) {
      return findings(path);
    }
  }

  private Volume.Hold holdExisting(String path) {
    if (!volume.exists(path)) {
      throw new StateException(Reason.REFUSED, volume.describe(path), "there is no such slice");
    }
    return volume.hold(path);
  }

  private List<Finding> findings(String path) {
    List<Finding> findings = new ArrayList<>();
    String mark = Mark.pathBeside(path);
    if (volume.exists(mark)) {
      attempt(findings, () -> Mark.read(volume, mark));
    }
    attempt(findings, () -> {
      SliceFiles files = read(path);
      files.flaws().forEach(flaw -> findings.add(new Finding(files.file(), flaw, true)));
      inspect(path, files, findings);
      files.release();
    });
    return findings;
  }

  private void inspect(String path, SliceFiles files, List<Finding> findings) {
    Catalog catalog = files.catalog();
    if (!StateDirectory.directoryOf(catalog.owner).equals(path)) {
      findings.add(new Finding(files.file(), "is of slice " + catalog.owner.self() + " of tree "
          + catalog.owner.tree().tree() + ", whose directory is "
          + StateDirectory.directoryOf(catalog.owner), false));
    }
    for (FileEntry entry : catalog.files()) {
      attempt(findings, () -> {
        StateFile file = files.open(entry);
        file.flaws().forEach(flaw -> findings.add(new Finding(file.file(), flaw, true)));
        if (catalog.wasShutDown()) {
          file.findings(catalog.stamp)
              .forEach(what -> findings.add(new Finding(file.file(), what, false)));
        }
      });
    }
    for (String name : volume.list(path)) {
      boolean isKnown = catalog.files().stream().anyMatch(file -> file.fileName().equals(name));
      if (SliceFiles.isOurs(name) && !isKnown) {
        findings.add(new Finding(volume.describe(path + "/" + name),
            "is not part of the slice; opening the slice removes it", true));
      }
    }
    if (findings.stream().allMatch(Finding::isHarmless)) {
      boolean mayBeTorn = !catalog.wasShutDown()
          && volume.boot().filter(boot -> boot.equals(catalog.boot)).isEmpty();
      boolean isHalfDone = !mayBeTorn && !catalog.wasShutDown();
      if (!mayBeTorn) {
        attempt(findings, () -> new RecordTable(files).open(false));
      }
      catalog.groups().forEach(
          group -> attempt(findings, () -> tryFilter(files, group, isHalfDone)));
    }
  }

  private static void tryFilter(SliceFiles files, FilterGroup group, boolean isHalfDone) {
    if (group.use() == Use.DRAFT) {
      return; // thrown away whatever is in it
    }
    var trial = new TrialStorage(files, group.number());
    if (isHalfDone) {
      files.find(FileEntry.NO_GROUP, UndoJournal.NAME).ifPresent(undo ->
          new UndoJournal(undo).visit(files.byNumber(), (file, word, old) -> {
            if (file.entry().group() == group.number()) {
              trial.put(file, word, old);
            }
          }));
    }
    try {
      group.decodePlan().openSlice(group.of().slice(), 0, trial.storage());
    } catch (RuntimeException e) { // words that mean nothing to a filter end in any of them
      throw new StateException(Reason.DAMAGED, files.file(), "the filter of " + group.of()
          + " of epoch " + group.epoch() + " cannot be opened: " + e.getMessage(), e);
    }
  }

  private static void attempt(List<Finding> findings, Runnable check) {
    try {
      check.run();
    } catch (StateException e) {
      String what = e.getMessage().substring(e.file().length() + 2);
      findings.add(new Finding(e.file(), what, false));
    }
  }

  /**
   * Takes a damaged slice out of service: what is damaged is moved aside, and the slice will come
   * up without it, knowing that it has lost state. Does nothing if nothing is wrong.
   *
   * @return what was wrong
   */
  @SuppressWarnings("try") // it is held for as long as that takes
  public List<Finding> repair(String path) {
    try (Volume.Hold hold = holdExisting(path)) {
      List<Finding> findings = findings(path);
      List<Finding> serious = findings.stream().filter(found -> !found.isHarmless()).toList();
      if (!serious.isEmpty() && !isAside(path)) {
        new Repair(volume, path, serious).run();
      }
      return findings;
    }
  }

  /** Whether all that a slice had was moved aside: it comes up without, and says so. */
  public boolean isAside(String path) {
    return !volume.exists(SliceFiles.catalogPath(path))
        && volume.list(path).stream().noneMatch(SliceFiles::isOurs)
        && volume.list(path).stream().anyMatch(name -> name.startsWith(ASIDE));
  }

  /** Forgets all filters that are kept beside a slice's own, and says how many those were. */
  @SuppressWarnings("try") // it is held for as long as that takes
  public int dropFormers(String path) {
    try (Volume.Hold hold = holdExisting(path)) {
      SliceFiles files = read(path);
      int dropped = 0;
      for (FilterGroup group : files.catalog().groups()) {
        if (group.use() == Use.FORMER) {
          files.drop(group);
          dropped++;
        }
      }
      files.release();
      return dropped;
    }
  }

  /** Says that what a slice has lost is lost for good: it comes up as if it had lost nothing. */
  @SuppressWarnings("try") // it is held for as long as that takes
  public void acceptLoss(String path) {
    try (Volume.Hold hold = holdExisting(path)) {
      if (volume.exists(SliceFiles.catalogPath(path))) {
        SliceFiles files = read(path);
        files.catalog().isLost = false;
        files.catalog().lostAt = OptionalLong.empty();
        files.save();
        files.release();
      } else if (volume.exists(Mark.pathBeside(path))) {
        volume.delete(Mark.pathBeside(path));
      }
      for (String name : volume.list(path)) {
        if (name.startsWith(ASIDE)) {
          volume.rename(path + "/" + name,
              path + "/" + ACCEPTED + name.substring(ASIDE.length()));
        }
      }
    }
  }
}
