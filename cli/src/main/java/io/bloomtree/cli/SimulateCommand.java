package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.Simulation.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bloomtree simulate}: tries to break the tree, schedule after schedule. */
@Command(
    name = "simulate",
    description = {
      "Runs whole trees under seeded faults, and checks what they promise.",
      "Time is virtual. Each seed draws a tree, a workload and the faults; the same seed gives "
          + "the same run."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false)
final class SimulateCommand implements Callable<Integer> {
  private static final int FAILED = 1;
  private static final int MAX_THREADS = 1024;
  private static final int TRACE_LINES = 200;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
      description = "the first seed (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(names = "--schedules", paramLabel = "M", defaultValue = "1000",
      description = "how many seeds to run, from the first on (default: ${DEFAULT-VALUE})")
  private long schedules;

  @Option(names = "--threads", paramLabel = "T",
      description = "how many to run at once, without changing the result (default: one a core)")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(names = "--keep-going",
      description = "collect all failing seeds; otherwise the first one ends the run")
  private boolean keepGoing;

  @Option(names = "--trace",
      description = "print the whole trace, of a clean schedule too (with --schedules 1)")
  private boolean trace;

  @Mixin private OutputOption output;

  @Spec private CommandSpec spec;

  private final LongFunction<Report> simulation;
  private final LongFunction<Report> traced;
  private final LongSupplier nanoTime;
  private final boolean terminal;

  /**
   * @param simulation runs the schedule of a seed
   * @param traced the same, with a trace in its report
   * @param terminal whether a person is watching: shows a progress bar
   */
  SimulateCommand(
      LongFunction<Report> simulation,
      LongFunction<Report> traced,
      LongSupplier nanoTime,
      boolean terminal) {
    this.simulation = requireNonNull(simulation, "simulation");
    this.traced = ScheduleRunner.guarded(requireNonNull(traced, "traced"));
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
    this.terminal = terminal;
  }

  @Override public Integer call() throws InterruptedException {
    checkOptions();
    long start = nanoTime.getAsLong();
    var totals = runAll(start);
    var time = Duration.ofNanos(nanoTime.getAsLong() - start);
    var result = new SimulationResult(seed, totals, time, shown(totals));
    if (output.json()) {
      result.printJson(spec.commandLine().getOut());
    } else {
      result.printText(spec.commandLine().getOut(), spec.commandLine().getColorScheme().ansi());
    }
    return result.clean() ? 0 : FAILED;
  }

  private void checkOptions() {
    require(schedules >= 1, "--schedules must be at least 1: " + schedules);
    require(threads >= 1 && threads <= MAX_THREADS,
        "--threads must be 1 to " + MAX_THREADS + ": " + threads);
    require(seed <= Long.MAX_VALUE - (schedules - 1),
        "--seed + --schedules goes beyond the largest seed: " + seed + " + " + schedules);
    require(!trace || schedules == 1, "--trace needs --schedules 1: " + schedules);
  }

  private void require(boolean condition, String message) {
    if (!condition) {
      throw new ParameterException(spec.commandLine(), message);
    }
  }

  private ScheduleRunner.Totals runAll(long start) throws InterruptedException {
    var runner = new ScheduleRunner(simulation, seed, schedules, keepGoing);
    if (!terminal) {
      return runner.run(threads, () -> {});
    }
    var bar = new ProgressBar(spec.commandLine().getErr(), "schedules", schedules);
    try {
      return runner.run(threads,
          () -> bar.draw(runner.done(), Duration.ofNanos(nanoTime.getAsLong() - start)));
    } finally {
      bar.clear();
    }
  }

  private Optional<SimulationResult.Shown> shown(ScheduleRunner.Totals totals) {
    if (!totals.failures().isEmpty()) {
      var failed = replayed(totals.failures().get(0));
      return Optional.of(
          new SimulationResult.Shown(failed, trace ? Integer.MAX_VALUE : TRACE_LINES));
    }
    return trace
        ? Optional.of(new SimulationResult.Shown(traced.apply(seed), Integer.MAX_VALUE))
        : Optional.empty();
  }

  /** The failure again, with its trace. That it must fail again is checked as well. */
  private Report replayed(ScheduleRunner.Failure failure) {
    var report = traced.apply(failure.seed());
    if (!report.clean()) {
      return report;
    }
    var violations = new ArrayList<String>();
    violations.add(failure.violation());
    violations.add("the replay was clean: this schedule is not deterministic");
    return new Report(report.seed(), report.summary(), report.steps(), violations, report.trace(),
        report.counts());
  }
}
