package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchedOutputTest {
  private final StringWriter err = new StringWriter();

  private int exitCode(OutputStream target, int exitCode) {
    var output = new WatchedOutput(target);
    var printer = new PrintStream(output, true);
    printer.println("result");
    printer.print('.');
    printer.flush();
    return output.exitCode(exitCode, new PrintWriter(err));
  }

  private static OutputStream failing(String message) {
    return new OutputStream() {
      @Override public void write(int b) throws IOException {
        throw new IOException(message);
      }
    };
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "2"})
  void whatArrivedChangesNothing(int exitCode) {
    var target = new ByteArrayOutputStream();

    assertThat(exitCode(target, exitCode)).isEqualTo(exitCode);
    assertThat(target).asString().isEqualToNormalizingNewlines("result\n.");
    assertThat(err).hasToString("");
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "2, 2"})
  void resultThatDidNotArriveIsAFailure(int exitCode, int expected) {
    assertThat(exitCode(failing("No space left on device"), exitCode)).isEqualTo(expected);
    assertThat(err.toString()).isEqualToNormalizingNewlines(
        "cannot write to standard output: No space left on device\n");
  }

  @Test
  void readerThatHasEnoughIsNoFailure() {
    assertThat(exitCode(failing("Broken pipe"), 0)).isZero();
    assertThat(err).hasToString("");
  }
}
