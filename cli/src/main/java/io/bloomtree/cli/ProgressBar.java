package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;

/** One line on a terminal that is drawn over again. Owned by one thread. */
final class ProgressBar {
  private static final int WIDTH = 30;
  private static final Duration WARM_UP = Duration.ofSeconds(5);
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintWriter terminal;
  private final String unit;
  private final OptionalLong total;

  ProgressBar(PrintWriter terminal, String unit, long total) {
    this(terminal, unit, OptionalLong.of(total));
  }

  /** Where nobody knows how much there is to do. */
  ProgressBar(PrintWriter terminal, String unit) {
    this(terminal, unit, OptionalLong.empty());
  }

  private ProgressBar(PrintWriter terminal, String unit, OptionalLong total) {
    this.terminal = requireNonNull(terminal, "terminal");
    this.unit = requireNonNull(unit, "unit");
    this.total = total;
  }

  void draw(long done, Duration elapsed) {
    terminal.print(CLEAR_LINE + line(done, elapsed));
    terminal.flush();
  }

  void clear() {
    terminal.print(CLEAR_LINE);
    terminal.flush();
  }

  String line(long done, Duration elapsed) {
    return total.isPresent()
        ? line(done, total.getAsLong(), elapsed)
        : String.format(Locale.ROOT, "%,d %s  %,.0f/s", done, unit, perSecond(done, elapsed));
  }

  private String line(long done, long total, Duration elapsed) {
    int filled = (int) (WIDTH * ((double) done / total));
    double rate = perSecond(done, elapsed);
    // what has only just begun to warm up says nothing about the rest
    boolean tooEarly = done < total / 50 && elapsed.compareTo(WARM_UP) < 0;
    String eta = done == 0 || tooEarly ? "?" : clock(Math.round((total - done) / rate));
    return String.format(Locale.ROOT, "[%s%s] %,d/%,d %s  %,.0f/s  ETA %s",
        "#".repeat(filled), ".".repeat(WIDTH - filled), done, total, unit, rate, eta);
  }

  static double perSecond(long done, Duration elapsed) {
    return done / Math.max(1e-9, elapsed.toNanos() / 1e9);
  }

  private static String clock(long seconds) {
    long minutes = seconds / 60;
    return minutes < 60
        ? String.format(Locale.ROOT, "%d:%02d", minutes, seconds % 60)
        : String.format(Locale.ROOT, "%d:%02d:%02d", minutes / 60, minutes % 60, seconds % 60);
  }
}
