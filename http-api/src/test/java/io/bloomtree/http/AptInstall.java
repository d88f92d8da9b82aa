package io.bloomtree.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Packages of Debian that a test would like to have. Where they are not to be had the test is
 * skipped, with the reason. Immutable.
 */
final class AptInstall {
  /*
   * Both together, and what the test does then, must end well before JUnit's timeout of a method,
   * which would be a failure. What only fetches is stopped when its time is over: the next run goes
   * on from there. What unpacks never is, since that may leave the machine's packages broken; it is
   * merely waited for no longer.
   */
  private static final Duration FETCHING = Duration.ofSeconds(120);
  private static final Duration UNPACKING = Duration.ofSeconds(90);
  private static final Path PROGRAM = Path.of("/usr/bin/apt-get");
  private static final List<String> COMMAND = List.of("apt-get", "-qq",
      "-o", "Acquire::http::Timeout=10", "-o", "Acquire::Retries=0",
      "-o", "DPkg::Lock::Timeout=60", "-o", "APT::Update::Error-Mode=any");

  private final List<String> packages;

  AptInstall(String... packages) {
    this.packages = List.of(packages);
  }

  void run() {
    if (!Files.isExecutable(PROGRAM) || !System.getProperty("user.name").equals("root")) {
      abort("needs " + packages + ", which only root could install, with apt-get");
    }
    long deadline = System.nanoTime() + FETCHING.toNanos();
    try {
      fetch(deadline, List.of("update"));
      fetch(deadline, install("--download-only"));
      unpack(install("--no-download"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while packages were installed", e);
    }
  }

  private List<String> install(String option) {
    var words = new ArrayList<>(List.of("install", "-y", "--no-install-recommends", option));
    words.addAll(packages);
    return words;
  }

  private void fetch(long deadline, List<String> words) throws IOException, InterruptedException {
    Path said = Files.createTempFile("apt-get", ".txt");
    try {
      Process process = start(words, said);
      if (!process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        process.destroyForcibly();
        abort("needs " + packages + ", which could not be fetched within " + FETCHING.toSeconds()
            + " s; the next run goes on from there");
      }
      requireSuccess(process, words, said);
    } finally {
      Files.delete(said);
    }
  }

  private void unpack(List<String> words) throws IOException, InterruptedException {
    Path said = Files.createTempFile("apt-get", ".txt");
    Process process = start(words, said);
    if (!process.waitFor(UNPACKING.toSeconds(), TimeUnit.SECONDS)) {
      abort("needs " + packages + ", which are still being installed: what that says is in "
          + said);
    }
    requireSuccess(process, words, said);
    Files.delete(said);
  }

  private static Process start(List<String> words, Path said) throws IOException {
    var command = new ArrayList<>(COMMAND);
    command.addAll(words);
    var builder = new ProcessBuilder(command)
        .redirectErrorStream(true).redirectOutput(said.toFile());
    builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
    Process process = builder.start();
    process.getOutputStream().close();
    return process;
  }

  private void requireSuccess(Process process, List<String> words, Path said)
      throws IOException {
    if (process.exitValue() != 0) {
      String last = new String(Files.readAllBytes(said), UTF_8).lines()
          .filter(line -> !line.isBlank()).reduce((before, line) -> line).orElse("");
      abort("needs " + packages + ", but apt-get " + words.get(0) + " ended with "
          + process.exitValue() + ": " + last);
    }
  }
}
