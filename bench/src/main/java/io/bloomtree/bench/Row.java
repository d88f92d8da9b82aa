package io.bloomtree.bench;

import io.bloomtree.bench.Rounds.Spread;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One comparison. Immutable.
 *
 * @param ratio how much better ours is than the peer's
 * @param spread of the ratio, where the target is close to what noise makes of it
 */
record Row(
    String name, double ours, OptionalDouble peer, OptionalDouble ratio, String unit, Goal goal,
    Optional<Spread> spread) {

  static final String HEADING = String.format(Locale.ROOT, "%-74s %8s %8s %-10s %6s  %s",
      "what, ours / peer", "ours", "peer", "unit", "ratio", "target");

  Row(String name, double ours, OptionalDouble peer, OptionalDouble ratio, String unit,
      Goal goal) {
    this(name, ours, peer, ratio, unit, goal, Optional.empty());
  }

  /** A figure that has no peer. */
  static Row alone(String name, double ours, String unit, Goal goal) {
    return new Row(name, ours, OptionalDouble.empty(), OptionalDouble.empty(), unit, goal);
  }

  /** What we want to reach. */
  record Goal(String text, boolean met) {
    static final Goal NONE = new Goal("", true);

    static Goal atLeast(double least, double value) {
      return new Goal(">= " + plain(least), value >= least);
    }

    static Goal atMost(double most, double value) {
      return new Goal("<= " + plain(most), value <= most);
    }

    static Goal below(double limit, double value) {
      return new Goal("< " + plain(limit), value < limit);
    }

    private static String plain(double value) {
      return value == Math.rint(value)
          ? String.format(Locale.ROOT, "%,.0f", value)
          : String.valueOf(value);
    }
  }

  String toJson() {
    boolean hasTarget = !goal.text().isEmpty();
    return String.format(Locale.ROOT,
        "{\"name\":\"%s\",\"ours\":%.3f,\"peer\":%s,\"ratio\":%s,\"unit\":\"%s\",\"target\":%s,"
            + "\"met\":%s%s}",
        name, ours, json(peer), json(ratio), unit, hasTarget ? "\"" + goal.text() + "\"" : null,
        hasTarget ? goal.met() : null,
        spread.map(it -> String.format(Locale.ROOT, ",\"low\":%.3f,\"high\":%.3f",
            it.low(), it.high())).orElse(""));
  }

  private static String json(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%.3f", value.getAsDouble()) : "null";
  }

  String toText() {
    String target = goal.text().isEmpty() ? "" : goal.text() + (goal.met() ? "  met" : "  MISSED")
        + spread.map(it -> String.format(Locale.ROOT, ", %.3f to %.3f", it.low(), it.high()))
            .orElse("");
    return String.format(Locale.ROOT, "%-74s %8s %8s %-10s %6s  %s",
        name, figure(ours), figure(peer), unit, figure(ratio), target).stripTrailing();
  }

  private static String figure(OptionalDouble value) {
    return value.isPresent() ? figure(value.getAsDouble()) : "-";
  }

  private static String figure(double value) {
    return value >= 100_000
        ? String.format(Locale.ROOT, "%.2fM", value / 1e6)
        : String.format(Locale.ROOT, "%.2f", value);
  }
}
