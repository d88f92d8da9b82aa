package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.ExitCode;

/** What {@code bloomtree filter} has to tell at its end. */
record FilterSummary(Ending ending, FilterTally tally, Duration time) {

  FilterSummary {
    requireNonNull(ending, "ending");
    requireNonNull(tally, "tally");
    requireNonNull(time, "time");
  }

  /** Lines that nobody decided on were delivered; that some may be duplicates is a failure. */
  int exitCode() {
    int exitCode = ending.cause().exitCode();
    return exitCode == ExitCode.OK && tally.undecided() > 0 ? ExitCode.SOFTWARE : exitCode;
  }

  String text() {
    String unreported = tally.malformed() > LineOfferer.REPORTS
        ? String.format(Locale.ROOT, " (the first %d reported)", LineOfferer.REPORTS)
        : "";
    String undecided = tally.undecided() > 0
        ? tally.undecidedByReason().entrySet().stream()
            .map(reason -> Figures.word(reason.getKey()) + " " + Figures.full(reason.getValue()))
            .collect(Collectors.joining(", ", " (delivered, may be duplicates: ", ")"))
        : "";
    String degraded = tally.degraded() > 0
        ? ", " + Figures.full(tally.degraded()) + " by a failure policy"
        : "";
    return String.format(Locale.ROOT,
        "%s: %,d distinct, %s%s, %,d malformed%s, %,d undecided%s, in %.1f s (%,.0f lines/s)",
        Figures.counted(tally.lines(), "line"), tally.distinct(),
        Figures.counted(tally.duplicates(), "duplicate"), degraded, tally.malformed(), unreported,
        tally.undecided(), undecided, seconds(), perSecond());
  }

  String json() {
    var json = new LinkedHashMap<String, Object>();
    json.put("lines", tally.lines());
    json.put("distinct", tally.distinct());
    json.put("duplicates", tally.duplicates());
    json.put("malformed", tally.malformed());
    json.put("undecided", tally.undecided());
    json.put("undecidedByReason", byReason());
    json.put("degraded", tally.degraded());
    json.put("seconds", seconds());
    json.put("linesPerSecond", perSecond());
    json.put("ending", Figures.word(ending.cause()));
    json.put("message", ending.message());
    return Json.of(json);
  }

  private Map<String, Long> byReason() {
    var counts = new LinkedHashMap<String, Long>();
    tally.undecidedByReason().forEach((reason, count) -> counts.put(Figures.word(reason), count));
    return counts;
  }

  private double seconds() {
    return time.toNanos() / 1e9;
  }

  private double perSecond() {
    return ProgressBar.perSecond(tally.lines(), time);
  }
}
