package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.ImportanceRates;
import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlicePlan.Scheme;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which copies a filter misses though no window has passed. Immutable.
 *
 * @param usual for events a hundredth, a tenth, once and ten times the design load ago; fewer if
 *     there is a window, since what is older than that is forgotten on purpose
 * @param atGap for the gap that the topology names
 */
public record Forgetting(List<Missed> usual, Optional<Missed> atGap) {
  /** Of the design load, in hundredths: how long ago the events are that are looked for. */
  private static final List<Long> HUNDREDTHS = List.of(1L, 10L, 100L, 1000L);

  public Forgetting {
    usual = List.copyOf(usual);
    requireNonNull(atGap, "atGap");
  }

  /**
   * The share of copies that are not recognised. Immutable.
   *
   * @param gap how many events, of all that the node is fed, came between an event and its copy
   * @param falseNegatives over all importances, as many events of each
   * @param byImportance of a filter to which events matter differently
   */
  public record Missed(long gap, double falseNegatives, Optional<ByImportance> byImportance) {
    public Missed {
      requireNonNull(byImportance, "byImportance");
    }

    /** How many events before its copy the event came: itself, and those between. */
    public long before() {
      return gap + 1;
    }
  }

  /** The share that is missed of events that matter least, so much as by default, and most. */
  public record ByImportance(double least, double middle, double most) {
    private static ByImportance of(double[] rates) {
      return new ByImportance(
          rates[0],
          rates[ImportanceShape.DEFAULT_IMPORTANCE],
          rates[ImportanceShape.MAX_IMPORTANCE]);
    }
  }

  /** The one to name if only one is: at the gap, or of events the design load ago. */
  public Optional<Missed> telling() {
    return atGap.or(() -> usual.stream().limit(HUNDREDTHS.indexOf(100L) + 1)
        .reduce((nearer, farther) -> farther));
  }

  /** Empty if it forgets nothing. */
  static Optional<Forgetting> of(
      FilterKind kind, SlicePlan plan, long expected, Optional<Long> gap) {
    if (!kind.forgets() && !hasEqualTimers(plan.shape())) {
      return Optional.empty();
    }
    List<Missed> usual = new ArrayList<>();
    for (long hundredths : HUNDREDTHS) {
      long before = Math.max(1, expected * hundredths / 100);
      if (isWithin(plan.shape().remembers(), before, expected)) {
        usual.add(missed(plan, before - 1));
      }
    }
    return Optional.of(new Forgetting(usual, gap.map(it -> missed(plan, it))));
  }

  private static boolean hasEqualTimers(FilterShape shape) {
    return shape instanceof GrowingShape growing
        ? hasEqualTimers(growing.first())
        : shape instanceof SlidingShape sliding && sliding.equalTimers() > 1;
  }

  private static boolean isWithin(Optional<Window> window, long before, long expected) {
    return window
        .map(it -> before <= (it.unit() == Window.Unit.EVENTS ? it.span() : expected))
        .orElse(true);
  }

  /** A horizontal slice is fed its share of the events only. */
  private static Missed missed(SlicePlan plan, long gap) {
    FilterShape shape = plan.sliceShape();
    long fed = gap / (plan.scheme() == Scheme.HORIZONTAL ? plan.count() : 1);
    if (shape instanceof ImportanceShape importance) {
      ImportanceRates rates = importance.rates();
      return new Missed(gap, rates.falseNegativeRate(fed),
          Optional.of(ByImportance.of(rates.falseNegativesByImportance(fed))));
    }
    return new Missed(gap, shape.falseNegativeRate(fed), Optional.empty());
  }
}
