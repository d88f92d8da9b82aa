package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import picocli.CommandLine.ExitCode;

/**
 * Standard output that remembers whether it failed: the printers that commands write to do not say
 * so, and a result that never arrived is no success. Owned by one thread.
 */
final class WatchedOutput extends OutputStream {
  private final OutputStream target;
  private IOException failure;

  WatchedOutput(OutputStream target) {
    this.target = requireNonNull(target, "target");
  }

  @Override public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      target.write(bytes, from, length);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }

  /** The exit code of a command that ended with this one. A reader that has enough is no failure. */
  int exitCode(int exitCode, PrintWriter err) {
    if (failure == null || Sink.isBrokenPipe(failure)) {
      return exitCode;
    }
    err.println("cannot write to standard output: " + Sink.reason(failure));
    err.flush();
    return exitCode == ExitCode.OK ? ExitCode.SOFTWARE : exitCode;
  }
}
