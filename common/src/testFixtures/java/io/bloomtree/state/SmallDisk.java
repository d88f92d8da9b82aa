package io.bloomtree.state;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file system of its own, as small as a test wants it: only root can make one. */
public final class SmallDisk implements AutoCloseable {
  private final Path mountPoint;
  private final List<Path> views = new ArrayList<>();

  /** Skips the test, by name, where no file system can be mounted. */
  public SmallDisk(Path mountPoint, int kib) throws IOException {
    this.mountPoint = mountPoint;
    Files.createDirectories(mountPoint);
    assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=" + kib + "k", "tmpfs",
        mountPoint.toString()), "needs the right to mount a file system");
  }

  public Path path() {
    return mountPoint;
  }

  /** The same file system once more, where nothing can be written. */
  public Path readOnly(Path view) throws IOException {
    Files.createDirectories(view);
    if (!run("mount", "--bind", mountPoint.toString(), view.toString())
        || !run("mount", "-o", "remount,bind,ro", view.toString())) {
      throw new IOException("cannot be made read-only: " + view);
    }
    views.add(view);
    return view;
  }

  public void resize(int kib) throws IOException {
    if (!run("mount", "-o", "remount,size=" + kib + "k", mountPoint.toString())) {
      throw new IOException("cannot be resized: " + mountPoint);
    }
  }

  /** From now on nothing more can be written than so much. */
  public void fill(int kibLeft) throws IOException {
    FileStore store = Files.getFileStore(mountPoint);
    long used = store.getTotalSpace() - store.getUnallocatedSpace();
    resize(Math.toIntExact(used / 1024) + kibLeft);
  }

  private static boolean run(String... command) {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start()
          .onExit().join().exitValue() == 0;
    } catch (IOException e) {
      return false; // there is no such command
    }
  }

  @Override public void close() {
    views.forEach(view -> run("umount", "-l", view.toString()));
    run("umount", "-l", mountPoint.toString());
  }
}
