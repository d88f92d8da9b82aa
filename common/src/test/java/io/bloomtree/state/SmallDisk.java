package io.bloomtree.state;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file system of its own, as small as a test wants it: only root can make one. */
final class SmallDisk implements AutoCloseable {
  private final Path mountPoint;
  private final List<Path> views = new ArrayList<>();

  /** Skips the test, by name, where no file system can be mounted. */
  SmallDisk(Path mountPoint, int kib) throws IOException {
    this.mountPoint = mountPoint;
    Files.createDirectories(mountPoint);
    assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=" + kib + "k", "tmpfs",
        mountPoint.toString()), "needs the right to mount a file system");
  }

  Path path() {
    return mountPoint;
  }

  /** The same file system once more, where nothing can be written. */
  Path readOnly(Path view) throws IOException {
    Files.createDirectories(view);
    if (!run("mount", "--bind", mountPoint.toString(), view.toString())
        || !run("mount", "-o", "remount,bind,ro", view.toString())) {
      throw new IOException("cannot be made read-only: " + view);
    }
    views.add(view);
    return view;
  }

  void resize(int kib) throws IOException {
    if (!run("mount", "-o", "remount,size=" + kib + "k", mountPoint.toString())) {
      throw new IOException("cannot be resized: " + mountPoint);
    }
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
