package io.bloomtree.state;

import static java.util.Objects.requireNonNull;

import io.bloomtree.state.StateException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A simulated disk as one process sees it: the process may be killed at any change that it makes,
 * and the disk may begin to fail. Owned by one thread.
 */
public final class SimulatedProcess implements Volume {
  /** What is wrong with a disk. */
  public enum Trouble {
    /** Nothing. */
    NONE,
    /** It does not take what was written. */
    FORCE,
    /** A page cannot be had: what a mapping throws then is an {@link InternalError}. */
    PAGE,
    /** No file can be made. */
    FULL
  }

  private final SimulatedDisk disk;
  private final List<Hold> holds = new ArrayList<>();
  private long changesLeft = Long.MAX_VALUE;
  private Trouble trouble = Trouble.NONE;
  private boolean isOver;

  public SimulatedProcess(SimulatedDisk disk) {
    this.disk = requireNonNull(disk, "disk");
  }

  /** It is killed when it has changed so many more words or files. */
  public void killAfter(long changes) {
    changesLeft = changes;
  }

  /** From now on the disk is like that for this process. */
  public void suffer(Trouble what) {
    trouble = requireNonNull(what, "what");
  }

  public boolean isWell() {
    return !isOver && trouble == Trouble.NONE;
  }

  /** The process ends; what it held others may hold. */
  public void end() {
    isOver = true;
    holds.forEach(Hold::close);
    holds.clear();
  }

  private void change() {
    if (isOver || changesLeft-- <= 0) {
      isOver = true;
      throw new ProcessKilled();
    }
  }

  @Override public Optional<String> boot() {
    return disk.boot();
  }

  @Override public boolean exists(String path) {
    return disk.exists(path);
  }

  @Override public boolean isDirectory(String path) {
    return disk.isDirectory(path);
  }

  @Override public List<String> list(String directory) {
    return disk.list(directory);
  }

  @Override public long bytes(String path) {
    return disk.bytes(path);
  }

  @Override public void create(String path, long words) {
    change();
    if (trouble == Trouble.FULL) {
      throw new StateException(Reason.NO_ROOM, path, "cannot be made: disk full");
    }
    disk.create(path, words);
  }

  @Override public DurableCells map(String path, long first, long words) {
    return new Section(path, disk.map(path, first, words));
  }

  @Override public void rename(String from, String to) {
    change();
    disk.rename(from, to);
  }

  @Override public void delete(String path) {
    change();
    disk.delete(path);
  }

  @Override public Hold hold(String directory) {
    Hold hold = disk.hold(directory);
    holds.add(hold);
    return () -> {
      holds.remove(hold);
      hold.close();
    };
  }

  @Override public String describe(String path) {
    return disk.describe(path);
  }

  /** Some words of a file. */
  private final class Section extends DurableCells {
    private final String path;
    private final DurableCells cells;

    Section(String path, DurableCells cells) {
      this.path = path;
      this.cells = cells;
    }

    @Override public long words() {
      return cells.words();
    }

    @Override public long get(long word) {
      return cells.get(word);
    }

    @Override public void put(long word, long value) {
      change();
      if (trouble == Trouble.PAGE) {
        throw new InternalError("a fault occurred in an unsafe memory access operation");
      }
      cells.put(word, value);
    }

    @Override public void force() {
      if (isOver) {
        throw new ProcessKilled();
      }
      if (trouble == Trouble.FORCE) {
        throw new StateException(Reason.REFUSED, path, "the disk did not take what was written");
      }
      cells.force();
    }

    @Override public void forceAll() {
      force();
    }

    @Override public void release() {
      cells.release();
    }
  }
}
