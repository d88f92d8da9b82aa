package io.bloomtree.state;

import io.bloomtree.state.FilterGroup.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes damaged files of a slice out of service, and deletes nothing. Owned by whoever makes it.
 */
final class Repair {
  /*
   * If the catalog and the slice's own filter are intact they stay in service: a slice that knows
   * less than it should is better than one that knows nothing, and says in both cases that it has
   * lost state.
   */
  private final Volume volume;
  private final String path;
  private final List<Finding> findings;
  private final String aside;

  Repair(Volume volume, String path, List<Finding> findings) {
    this.volume = volume;
    this.path = path;
    this.findings = findings;
    int number = 1;
    while (volume.exists(path + "/" + Inspection.ASIDE + number)) {
      number++;
    }
    this.aside = path + "/" + Inspection.ASIDE + number;
  }

  void run() {
    Optional<List<FileEntry>> some = whatCanGoAlone();
    if (some.isPresent()) {
      moveSome(some.get());
    } else {
      for (String name : volume.list(path)) {
        if (SliceFiles.isOurs(name) || name.equals(Catalog.FILE)) {
          volume.rename(path + "/" + name, aside + "/" + name);
        }
      }
    }
    String mark = Mark.pathBeside(path);
    if (isDamaged(volume.describe(mark))) {
      volume.rename(mark, aside + "/" + Mark.DIRECTORY);
    }
  }

  private boolean isDamaged(String file) {
    return findings.stream().anyMatch(finding -> finding.file().equals(file));
  }

  /** The damaged files, if the rest makes sense without them. */
  private Optional<List<FileEntry>> whatCanGoAlone() {
    Catalog catalog;
    try {
      SliceFiles files = SliceFiles.read(volume, path);
      catalog = files.catalog();
      files.release();
    } catch (StateException e) {
      return Optional.empty();
    }
    List<FileEntry> damaged = new ArrayList<>();
    for (FileEntry entry : catalog.files()) {
      if (isDamaged(volume.describe(path + "/" + entry.fileName()))) {
        boolean isOwn = catalog.group(group -> group.number() == entry.group())
            .filter(group -> group.use() == Use.OWN).isPresent();
        if (isOwn) {
          return Optional.empty();
        }
        damaged.add(entry);
      }
    }
    long explained = damaged.size();
    String mark = volume.describe(Mark.pathBeside(path));
    boolean isAll = findings.stream().allMatch(finding -> finding.file().equals(mark)
        || damaged.stream().anyMatch(entry ->
            volume.describe(path + "/" + entry.fileName()).equals(finding.file())));
    return isAll && explained + (isDamaged(mark) ? 1 : 0) > 0
        ? Optional.of(damaged) : Optional.empty();
  }

  private void moveSome(List<FileEntry> damaged) {
    SliceFiles files = SliceFiles.read(volume, path);
    Catalog catalog = files.catalog();
    List<FileEntry> leaving = new ArrayList<>();
    for (FileEntry entry : damaged) {
      catalog.group(group -> group.number() == entry.group())
          .ifPresent(group -> leaving.addAll(catalog.remove(group)));
      if (entry.group() == FileEntry.NO_GROUP) { // records mention each other
        for (FileEntry other : catalog.files()) {
          if (other.group() == FileEntry.NO_GROUP) {
            catalog.remove(other);
            leaving.add(other);
          }
        }
      }
    }
    catalog.isLost = catalog.isLost || !leaving.isEmpty();
    files.save();
    files.release();
    for (FileEntry entry : leaving) {
      String name = entry.fileName();
      if (volume.exists(path + "/" + name)) {
        volume.rename(path + "/" + name, aside + "/" + name);
      }
    }
  }
}
