package io.bloomtree.distribution;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a command that has ended said, both ways, and returned. */
record Run(int exit, String said) {
  private static final int PATIENCE_SECONDS = 240;

  static Run of(Path directory, String... command) throws IOException, InterruptedException {
    Path output = Files.createTempFile("run", ".txt");
    try {
      var builder = new ProcessBuilder(command).directory(directory.toFile())
          .redirectErrorStream(true).redirectOutput(output.toFile());
      // what somebody who unpacks an archive does not have
      List.of("BLOOMTREE_OPTS", "BLOOMTREE_DATA").forEach(builder.environment()::remove);
      Process process = builder.start();
      process.getOutputStream().close();
      try {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
            .as("%s ends", String.join(" ", command)).isTrue();
      } finally {
        process.destroyForcibly();
      }
      return new Run(process.exitValue(), Files.readString(output, UTF_8));
    } finally {
      Files.delete(output);
    }
  }

  /** What it said, if it went well. */
  static String saidBy(Path directory, String... command)
      throws IOException, InterruptedException {
    Run run = of(directory, command);
    assertThat(run.exit).as(run.said).isZero();
    return run.said;
  }

  static boolean isThere(String program) throws IOException, InterruptedException {
    return of(Path.of("."), "sh", "-c", "command -v " + program).exit == 0;
  }
}
