package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Standard input and output as bytes, and what is known about where they lead.
 *
 * @param watched whether standard error is a terminal on which nothing else appears
 * @param files what other names the streams may have in the file system
 */
record StandardStreams(InputStream in, OutputStream out, boolean watched, List<Path> files) {
  StandardStreams {
    requireNonNull(in, "in");
    requireNonNull(out, "out");
    files = List.copyOf(files);
  }

  /**
   * Those of this process. Without the layers of {@link System}: a {@link java.io.PrintStream}
   * hides that a write failed.
   */
  static StandardStreams ofProcess() {
    return new StandardStreams(
        new FileInputStream(FileDescriptor.in),
        new FileOutputStream(FileDescriptor.out),
        isTerminal(2) && !isTerminal(1),
        List.of(Path.of("/dev/stdin"), Path.of("/dev/stdout")));
  }

  /** Java asks for input and output together only; where there is no /dev/fd, nobody watches. */
  static boolean isTerminal(int descriptor) {
    try {
      String real = Path.of("/dev/fd/" + descriptor).toRealPath().toString();
      return real.startsWith("/dev/pts/") || real.startsWith("/dev/tty");
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether one of the streams reads or writes this file. */
  boolean lead(Path file) {
    return files.stream().anyMatch(other -> isSame(file, other));
  }

  static boolean isSame(Path one, Path other) {
    try {
      return Files.isSameFile(one, other);
    } catch (IOException e) {
      return false;
    }
  }
}
