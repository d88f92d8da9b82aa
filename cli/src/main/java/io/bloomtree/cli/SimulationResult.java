package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.Simulation.Report;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Help.Ansi;

/**
 * What {@code bloomtree simulate} has to tell: the sums, and the one schedule worth showing in full
 * (the first that failed, or the one that was asked for with its trace). Immutable.
 */
record SimulationResult(
    long firstSeed, ScheduleRunner.Totals totals, Duration time, Optional<Shown> shown) {

  SimulationResult {
    requireNonNull(totals, "totals");
    requireNonNull(time, "time");
    requireNonNull(shown, "shown");
  }

  /** A schedule to show, its trace cut to the last {@code traceLimit} lines. */
  record Shown(Report report, int traceLimit) {
    List<String> trace() {
      return report.trace().subList(omitted(), report.trace().size());
    }

    int omitted() {
      return Math.max(0, report.trace().size() - traceLimit);
    }

    String replay() {
      return "./bloomtree simulate --seed " + report.seed() + " --schedules 1 --trace";
    }
  }

  boolean clean() {
    return totals.failures().isEmpty();
  }

  void printText(PrintWriter out, Ansi ansi) {
    shown.ifPresent(schedule -> printShown(schedule, out, ansi));
    if (totals.failures().size() > 1) {
      out.printf(Locale.ROOT, "All failing seeds (%,d):%n", totals.failures().size());
      totals.failures().forEach(f -> out.println("  " + f.seed() + "  " + f.violation()));
      out.println();
    }
    out.println(String.format(Locale.ROOT,
        "%,d schedules (seeds %d to %d), %,d failed, in %.1f s (%,.0f/s), %,d steps",
        totals.schedules(), firstSeed, firstSeed + totals.schedules() - 1, totals.failures().size(),
        seconds(), ProgressBar.perSecond(totals.schedules(), time), totals.steps()));
    if (!totals.counts().isEmpty()) {
      out.println();
      int width = totals.counts().keySet().stream().mapToInt(String::length).max().orElse(0);
      totals.counts().forEach((name, count) ->
          out.println(String.format(Locale.ROOT, "  %-" + width + "s %,16d", name, count)));
    }
    out.flush();
  }

  private static void printShown(Shown schedule, PrintWriter out, Ansi ansi) {
    var report = schedule.report();
    out.println(ansi.string(report.clean() ? "@|bold,green clean|@" : "@|bold,red FAILED|@")
        + ": seed " + report.seed());
    out.println("  " + report.summary());
    out.println();
    if (!report.clean()) {
      out.println("Violations:");
      report.violations().forEach(violation -> out.println("  " + violation));
      out.println();
      out.println("Replay it with:");
      out.println("  " + schedule.replay());
      out.println();
    }
    out.println(schedule.omitted() == 0
        ? String.format(Locale.ROOT, "Trace (%,d lines):", report.trace().size())
        : String.format(Locale.ROOT, "Trace (the last %,d lines; %,d before them are left out):",
            schedule.trace().size(), schedule.omitted()));
    schedule.trace().forEach(line -> out.println("  " + line));
    out.println();
  }

  void printJson(PrintWriter out) {
    var json = new LinkedHashMap<String, Object>();
    json.put("firstSeed", firstSeed);
    json.put("schedules", totals.schedules());
    json.put("failures", totals.failures().size());
    json.put("failingSeeds", totals.failures().stream().map(ScheduleRunner.Failure::seed).toList());
    json.put("seconds", seconds());
    json.put("schedulesPerSecond", ProgressBar.perSecond(totals.schedules(), time));
    json.put("steps", totals.steps());
    json.put("counts", totals.counts());
    shown.ifPresent(schedule -> json.put("shown", json(schedule)));
    out.println(Json.of(json));
    out.flush();
  }

  private static Map<String, Object> json(Shown schedule) {
    var json = new LinkedHashMap<String, Object>();
    json.put("seed", schedule.report().seed());
    json.put("summary", schedule.report().summary());
    json.put("violations", schedule.report().violations());
    json.put("replay", schedule.replay());
    json.put("traceOmitted", schedule.omitted());
    json.put("trace", schedule.trace());
    return json;
  }

  private double seconds() {
    return time.toNanos() / 1e9;
  }
}
