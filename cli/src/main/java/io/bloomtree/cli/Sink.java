package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.util.Locale;

/** Where lines are written, under the name that messages use for it. Owned by one thread. */
final class Sink implements AutoCloseable {
  private static final int BUFFER = 64 * 1024;

  private final String name;
  private final OutputStream target;
  private final OutputStream out;
  private boolean failed;

  private Sink(String name, OutputStream target) {
    this.name = requireNonNull(name, "name");
    this.target = requireNonNull(target, "target");
    this.out = new BufferedOutputStream(target, BUFFER);
  }

  static Sink to(String name, OutputStream target) {
    return new Sink(name, target);
  }

  static Sink toNowhere() {
    return new Sink("nowhere", OutputStream.nullOutputStream());
  }

  void write(byte[] bytes, int from, int to) {
    attempt(() -> out.write(bytes, from, to - from));
  }

  void flush() {
    attempt(out::flush);
  }

  /** Closes what is behind it too. One that has failed does not fail again. */
  @Override public void close() {
    attempt(failed ? target::close : out::close);
  }

  private void attempt(Output output) {
    try {
      output.run();
    } catch (IOException e) {
      failed = true;
      throw new FailedException(this, e);
    }
  }

  @FunctionalInterface
  private interface Output {
    void run() throws IOException;
  }

  /** What went wrong, in words; the file system's own exceptions have only the file's name. */
  static String reason(IOException e) {
    if (e instanceof FileSystemException failure && failure.getReason() == null) {
      String name = e.getClass().getSimpleName().replace("Exception", "");
      return failure.getFile() + ": "
          + name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }
    return e.getMessage();
  }

  /** Whether a reader went away, as {@code head} does when it has enough. */
  static boolean isBrokenPipe(Throwable e) {
    // Java has no other way to tell: Linux and macOS say "Broken pipe", Windows "The pipe is ..."
    return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
  }

  /** Bytes could not be written. */
  static final class FailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Sink sink;

    FailedException(Sink sink, IOException cause) {
      super("cannot write to " + sink.name + ": " + reason(cause), cause);
      this.sink = sink;
    }

    boolean isOf(Sink other) {
      return sink == other;
    }

    boolean isBrokenPipe() {
      return Sink.isBrokenPipe(getCause());
    }
  }
}
