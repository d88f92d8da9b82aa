package io.bloomtree.state;

import static java.util.Objects.requireNonNull;

import io.bloomtree.state.FilterGroup.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * What a slice has, and what became of it: the content of its file {@code slice}. Each change is a
 * new version of the whole, written at once. Owned by one event loop.
 */
final class Catalog {
  /** The name of its file. */
  static final String FILE = "slice";

  /** Words of one of the two copies: room for hundreds of filters kept beside its own. */
  static final int COPY_WORDS = 1 << 14;

  static final long IN_USE = 0;

  final Owner owner;
  /** In which incarnation this state was created. */
  final long born;
  /** The last incarnation that had it. */
  long incarnation;
  /** The start of the computer in which it had; empty: unknown. */
  String boot = "";
  /** Not {@link #IN_USE}: it was shut down cleanly, and this stamp is in every file. */
  long stamp = IN_USE;
  /** The machine's time when it was shut down, or opened last. */
  long time;
  boolean isLost;
  OptionalLong lostAt = OptionalLong.empty();
  int settledEpoch;
  /** Where what it kept went, if another slice took it over: empty otherwise. */
  String absorbedBy = "";
  private int lastNumber;
  private final List<FilterGroup> groups = new ArrayList<>();
  private final List<FileEntry> files = new ArrayList<>();

  Catalog(Owner owner, long born) {
    this.owner = requireNonNull(owner, "owner");
    this.born = born;
    this.incarnation = born;
  }

  byte[] toBytes() {
    var out = new HeaderWriter();
    owner.write(out);
    out.number(born);
    out.number(incarnation);
    out.text(boot);
    out.number(stamp);
    out.number(time);
    out.flag(isLost);
    out.flag(lostAt.isPresent());
    out.number(lostAt.orElse(0));
    out.number(settledEpoch);
    out.text(absorbedBy);
    out.number(lastNumber);
    out.number(groups.size());
    groups.forEach(group -> group.write(out));
    out.number(files.size());
    files.forEach(file -> file.write(out));
    return out.toBytes();
  }

  static Catalog read(HeaderReader in) {
    var catalog = new Catalog(Owner.read(in), in.number());
    catalog.incarnation = in.number();
    catalog.boot = in.text();
    catalog.stamp = in.number();
    catalog.time = in.number();
    catalog.isLost = in.flag();
    boolean isKnownWhen = in.flag();
    long when = in.number();
    catalog.lostAt = isKnownWhen ? OptionalLong.of(when) : OptionalLong.empty();
    catalog.settledEpoch = in.small();
    catalog.absorbedBy = in.text();
    catalog.lastNumber = in.small();
    for (int left = in.count(Long.BYTES); left > 0; left--) {
      catalog.groups.add(FilterGroup.read(in));
    }
    for (int left = in.count(Long.BYTES); left > 0; left--) {
      catalog.files.add(FileEntry.read(in));
    }
    if (catalog.groups.stream().filter(Catalog::isOwn).count() > 1) {
      throw new IllegalArgumentException("more than one filter is its own");
    }
    return catalog;
  }

  boolean wasShutDown() {
    return stamp != IN_USE;
  }

  int nextNumber() {
    return ++lastNumber;
  }

  List<FilterGroup> groups() {
    return List.copyOf(groups);
  }

  List<FileEntry> files() {
    return List.copyOf(files);
  }

  Optional<FilterGroup> own() {
    return group(Catalog::isOwn);
  }

  private static boolean isOwn(FilterGroup group) {
    return group.use() == Use.OWN || group.use() == Use.NEW;
  }

  Optional<FilterGroup> group(Predicate<FilterGroup> wanted) {
    return groups.stream().filter(wanted).findFirst();
  }

  /** Adds a filter, or what became of one. */
  void put(FilterGroup group) {
    for (int i = 0; i < groups.size(); i++) {
      if (groups.get(i).number() == group.number()) {
        groups.set(i, group);
        return;
      }
    }
    groups.add(group);
  }

  /** Forgets a filter, and names the files that are nobody's then. */
  List<FileEntry> remove(FilterGroup group) {
    groups.removeIf(other -> other.number() == group.number());
    List<FileEntry> orphans =
        files.stream().filter(file -> file.group() == group.number()).toList();
    files.removeAll(orphans);
    return orphans;
  }

  void add(FileEntry file) {
    files.add(file);
  }

  void remove(FileEntry file) {
    files.remove(file);
  }
}
