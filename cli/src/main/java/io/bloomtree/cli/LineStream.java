package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.function.Consumer;

/** Hands what is written to it on, a line at a time; empty ones are left out. Thread-safe. */
final class LineStream extends OutputStream {
  /** Longer lines become several: nobody may fill the memory by never ending one. */
  private static final int LONGEST = 1 << 16;

  private final Consumer<String> lines;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  LineStream(Consumer<String> lines) {
    this.lines = requireNonNull(lines, "lines");
  }

  @Override public synchronized void write(int octet) {
    if (octet == '\n') {
      end();
    } else if (octet != '\r') {
      line.write(octet);
      if (line.size() == LONGEST) {
        end();
      }
    }
  }

  private void end() {
    String text = line.toString(UTF_8);
    line.reset();
    if (!text.isBlank()) {
      lines.accept(text);
    }
  }
}
