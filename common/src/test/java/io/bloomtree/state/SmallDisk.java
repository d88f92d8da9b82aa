package io.bloomtree.state;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A file system of its own, as small as a test wants it: only root can make one. */
final class SmallDisk implements AutoCloseable {
  private final Path mountPoint;

  /** Skips the test, by name, where no file system can be mounted. */
  SmallDisk(Path mountPoint, int kib) throws IOException, InterruptedException {
    this.mountPoint = mountPoint;
    Files.createDirectories(mountPoint);
    assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=" + kib + "k", "tmpfs",
        mountPoint.toString()), "needs the right to mount a file system");
  }

  Path path() {
    return mountPoint;
  }

  /** From now on nothing can be written; what is written now is. */
  void makeReadOnly() throws IOException, InterruptedException {
    if (!run("mount", "-o", "remount,ro", mountPoint.toString())) {
      throw new IOException("cannot be made read-only: " + mountPoint);
    }
  }

  void resize(int kib) throws IOException, InterruptedException {
    if (!run("mount", "-o", "remount,size=" + kib + "k", mountPoint.toString())) {
      throw new IOException("cannot be resized: " + mountPoint);
    }
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    try {
      Process process = new ProcessBuilder(command)
          .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
      return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
    } catch (IOException e) {
      return false; // there is no such command
    }
  }

  @Override public void close() throws IOException, InterruptedException {
    run("umount", "-l", mountPoint.toString());
  }
}
