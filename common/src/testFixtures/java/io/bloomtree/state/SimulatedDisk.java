package io.bloomtree.state;

import static java.util.Objects.requireNonNull;

import io.bloomtree.state.StateException.Reason;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.TreeIdentity;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * A disk in memory, with the faults of a real one: when the computer ends, each sector that was
 * written and not forced is there or not, by the toss of a coin. When only the process ends nothing
 * is lost. Owned by one thread.
 */
public final class SimulatedDisk implements Volume {
  /** Words of a sector, which is written in whole or not at all. */
  static final int SECTOR_WORDS = 64;

  private final RandomGenerator random;
  private final Map<String, SimulatedFile> files = new TreeMap<>();
  private final Set<String> held = new HashSet<>();
  private int starts = 1;
  private long roomWords = Long.MAX_VALUE;
  private boolean refusesForce;

  public SimulatedDisk(RandomGenerator random) {
    this.random = requireNonNull(random, "random");
  }

  /** Another disk with the same files, as if the computer had never ended. */
  public SimulatedDisk copy(RandomGenerator itsRandom) {
    var copy = new SimulatedDisk(itsRandom);
    copy.starts = starts;
    files.forEach((path, file) -> copy.files.put(path, file.copy()));
    return copy;
  }

  /** All files. */
  public Set<String> paths() {
    return Set.copyOf(files.keySet());
  }

  /** Flips a bit behind everybody's back. */
  public void flip(String path, long bit) {
    SimulatedFile file = file(path);
    long word = bit / Long.SIZE;
    file.put(word, file.get(word) ^ 1L << bit);
  }

  /** The computer ends and starts again; whoever had something open must have let go of it. */
  public void crash() {
    starts++;
    held.clear();
    files.values().forEach(file -> file.crash(random));
  }

  /** The operating system writes some of what was put to disk, as it does when it likes to. */
  public void writeBack() {
    files.values().forEach(file -> file.writeBack(random));
  }

  /** From now on so many more words can be made, no more. */
  public void limit(long words) {
    roomWords = words;
  }

  /** From now on nothing can be forced. */
  public void refuseForce() {
    refusesForce = true;
  }

  /**
   * Somebody removes all that a slice or an agent has.
   *
   * @param isNoticed whether the mark stays that says it once had something
   */
  public void remove(TreeIdentity tree, Endpoint self, boolean isNoticed) {
    String directory = StateDirectory.directoryOf(new Owner(tree, self));
    files.keySet().removeIf(file -> file.startsWith(directory + "/"));
    if (!isNoticed) {
      files.remove(Mark.pathBeside(directory));
    }
  }

  /** How many sectors would be lost or not if the computer ended now. */
  public int unsafeSectors() {
    return files.values().stream().mapToInt(SimulatedFile::unsafeSectors).sum();
  }

  @Override public Optional<String> boot() {
    return Optional.of("start " + starts);
  }

  @Override public boolean exists(String path) {
    return files.containsKey(path) || isDirectory(path);
  }

  @Override public boolean isDirectory(String path) {
    return files.keySet().stream().anyMatch(file -> file.startsWith(path + "/"));
  }

  @Override public List<String> list(String directory) {
    String prefix = directory.isEmpty() ? "" : directory + "/";
    return files.keySet().stream()
        .filter(path -> path.startsWith(prefix))
        .map(path -> path.substring(prefix.length()).split("/", 2)[0])
        .distinct().toList();
  }

  @Override public long bytes(String path) {
    return file(path).words() * Long.BYTES;
  }

  @Override public void create(String path, long words) {
    if (exists(path)) {
      throw new StateException(Reason.REFUSED, path, "is there already");
    }
    if (words > roomWords) {
      throw new StateException(
          Reason.NO_ROOM, path, "cannot be made with " + words * Long.BYTES + " bytes: disk full");
    }
    roomWords -= words;
    files.put(path, new SimulatedFile(words));
  }

  @Override public DurableCells map(String path, long first, long words) {
    SimulatedFile file = file(path);
    if (first + words > file.words()) {
      throw new StateException(Reason.DAMAGED, path, "is too short");
    }
    return new Section(path, file, first, words);
  }

  @Override public void rename(String from, String to) {
    if (files.containsKey(from)) {
      files.put(to, files.remove(from));
      return;
    }
    Map<String, SimulatedFile> moved = new HashMap<>();
    for (String path : List.copyOf(files.keySet())) {
      if (path.startsWith(from + "/")) {
        moved.put(to + path.substring(from.length()), files.remove(path));
      }
    }
    files.putAll(moved);
  }

  @Override public void delete(String path) {
    roomWords += roomWords == Long.MAX_VALUE ? 0 : file(path).words();
    files.remove(path);
  }

  @Override public Hold hold(String directory) {
    if (!held.add(directory)) {
      throw new StateException(Reason.IN_USE, directory, "is in use");
    }
    return () -> held.remove(directory);
  }

  @Override public String describe(String path) {
    return path;
  }

  private SimulatedFile file(String path) {
    SimulatedFile file = files.get(path);
    if (file == null) {
      throw new StateException(Reason.REFUSED, path, "there is no such file");
    }
    return file;
  }

  /** Some words of a file. */
  private final class Section extends DurableCells {
    private final String path;
    private final long first;
    private final long words;
    private SimulatedFile file;

    Section(String path, SimulatedFile file, long first, long words) {
      this.path = path;
      this.file = file;
      this.first = first;
      this.words = words;
    }

    @Override public long words() {
      return words;
    }

    @Override public long get(long word) {
      return file.get(first + word);
    }

    @Override public void put(long word, long value) {
      file.put(first + word, value);
    }

    @Override public void force() {
      if (refusesForce) {
        throw new StateException(Reason.REFUSED, path, "the disk did not take what was written");
      }
      file.force(first, words);
    }

    @Override public void forceAll() {
      force();
    }

    @Override public void release() {
      file = null;
    }
  }
}
