package io.bloomtree.tree;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs whole trees in one thread on virtual time, and tries to break them.
 *
 * <p>A seed gives tree, workload and faults: messages delayed, lost, doubled and reordered; nodes
 * crashed and restarted with and without their state; agents killed between verdict and confirm;
 * links cut and healed; clocks that drift. The machines, their filters and the wire format are the
 * real ones. When the schedule has run, everything is healed, every event is offered again at every
 * agent, and an exact model judges: P1, P2, P3, P5 and P7.
 */
public final class Simulation {
  private Simulation() {}

  /** Runs the schedule of one seed. */
  public static Report run(long seed) {
    return run(seed, "", false);
  }

  /** The same with a trace. */
  public static Report runTraced(long seed) {
    return run(seed, "", true);
  }

  /** Runs the schedule of one seed after the drawn scenario was narrowed down. */
  public static Report run(long seed, String focus, boolean traced) {
    Scenario scenario = Scenario.draw(seed);
    scenario.narrow(focus);
    return new World(scenario, traced).run();
  }

  /** The first violation in a number of schedules, with its seed; empty if all are clean. */
  public static Optional<String> search(long firstSeed, int schedules, String focus) {
    for (long seed = firstSeed; seed < firstSeed + schedules; seed++) {
      Report report = run(seed, focus, false);
      if (!report.clean()) {
        return Optional.of("seed " + seed + ": " + report.violations().get(0));
      }
    }
    return Optional.empty();
  }

  /**
   * What came of one schedule.
   *
   * @param summary the scenario, in one line
   * @param steps how many packets and timers the machines took
   * @param violations what the exact model found; empty is good
   * @param trace what happened, if it was traced
   * @param counts how often interesting things happened
   */
  public record Report(
      long seed, String summary, long steps, List<String> violations, List<String> trace,
      Map<String, Long> counts) {
    public Report {
      violations = List.copyOf(violations);
      trace = List.copyOf(trace);
      counts = Map.copyOf(counts);
    }

    public boolean clean() {
      return violations.isEmpty();
    }
  }
}
