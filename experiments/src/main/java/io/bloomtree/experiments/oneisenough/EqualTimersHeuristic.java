package io.bloomtree.experiments.oneisenough;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.SHARE;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Setup;
import io.bloomtree.filter.Errors;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.Window;
import io.bloomtree.filter.Window.Unit;
import java.util.List;
import java.util.stream.IntStream;

/** Timers that are equal were set by one event: to want two equal is worth it, to want all not. */
final class EqualTimersHeuristic implements Experiment {
  private static final int PROBES = 8;
  private static final double TARGET = 0.02;
  /** Of fewer duplicates a share says little. */
  private static final int LEAST_DUPLICATES = 50;
  private static final String POSITIVES = "false positives";
  private static final String NEGATIVES = "false negatives";
  private static final String COMPUTED = "vertical, computed";

  /** Who has all timers of an event: one filter, or one slice of many. */
  private enum Cut {
    VERTICAL("vertical") {
      @Override SlicedFilter filter(SlidingShape shape, int slices) {
        return SlicedFilter.of(SlicePlan.whole(shape));
      }
    },
    HORIZONTAL("horizontal") {
      @Override SlicedFilter filter(SlidingShape shape, int slices) {
        return SlicedFilter.ofEvenShares(
            shape, (int) Math.min(slices, shape.cells().expected()));
      }
    };

    private final String title;

    Cut(String title) {
      this.title = title;
    }

    abstract SlicedFilter filter(SlidingShape shape, int slices);

    String of(String what) {
      return what + ", " + title;
    }
  }

  /** Streams, one event in each slot, as the paper assumes, and filters for them. */
  private record Trial(Input input, int slots, int slices, long alive) {

    static Trial of(Setup setup) {
      Input input = Input.of(setup, setup.scale().of(3_000, 20_000, DataSet.LENGTH),
          setup.scale().of(1, 1, 3), DataSet.WEB_LOG).get(0);
      int slots = setup.scale().of(100, 1_000, 1_000);
      return new Trial(input, slots, setup.scale().of(4, 40, 40),
          Delivered.meanAlive(input.runs().get(0), slots));
    }

    SlidingShape shape(int equal) {
      return new SlidingShape(
          Sizing.of(alive, PROBES, TARGET), new Window(Unit.MILLIS, slots, slots), equal);
    }

    Errors errors(SlidingShape shape, Cut cut) {
      long falsePositives = 0;
      long distinct = 0;
      long falseNegatives = 0;
      long copies = 0;
      for (long[] events : input.runs()) {
        SlicedFilter filter = cut.filter(shape, slices);
        var delivered = new Delivered(slots);
        for (int now = 0; now < events.length; now++) {
          filter.advance(events[now], now);
          boolean isCopy = delivered.has(events[now], now);
          boolean isNew = filter.addIfNew(events[now]);
          if (isNew) {
            delivered.add(events[now], now);
          }
          falsePositives += !isNew && !isCopy ? 1 : 0;
          falseNegatives += isNew && isCopy ? 1 : 0;
          copies += isCopy ? 1 : 0;
          distinct += isCopy ? 0 : 1;
        }
      }
      return new Errors(falsePositives, distinct, falseNegatives, copies);
    }
  }

  /** How many events were taken for duplicates, and truly were some, by their equal timers. */
  private static final class Found {
    private final long[] all = new long[PROBES + 1];
    private final long[] real = new long[PROBES + 1];

    /** All filters hold the same: of an event's timers as many are equal as filters have it. */
    static Found of(Trial trial, Cut cut) {
      var found = new Found();
      for (long[] events : trial.input.runs()) {
        SlicedFilter[] filters = IntStream.rangeClosed(1, PROBES)
            .mapToObj(equal -> cut.filter(trial.shape(equal), trial.slices))
            .toArray(SlicedFilter[]::new);
        var delivered = new Delivered(trial.slots);
        for (int now = 0; now < events.length; now++) {
          int equal = 0;
          for (SlicedFilter filter : filters) {
            filter.advance(events[now], now);
            equal += filter.holds(events[now]) ? 1 : 0;
          }
          found.all[equal]++;
          found.real[equal] += delivered.has(events[now], now) ? 1 : 0;
          if (equal == 0) {
            delivered.add(events[now], now);
            for (SlicedFilter filter : filters) {
              filter.set(events[now]);
            }
          }
        }
      }
      return found;
    }

    double share(int equal) {
      return (double) real[equal] / all[equal];
    }
  }

  @Override public String name() {
    return "equal-timers";
  }

  @Override public Paper paper() {
    return Paper.ONE_IS_ENOUGH;
  }

  @Override public String figures() {
    return "Figure 9";
  }

  @Override public String title() {
    return "Equal timers: true duplicates by how many are equal, and errors by how many must be";
  }

  @Override public boolean takesTrace() {
    return true;
  }

  @Override public Findings run(Setup setup) {
    Trial trial = Trial.of(setup);
    DataTable found = found(trial);
    setup.progress().at(1, 2);
    DataTable errors = errors(trial);
    setup.progress().at(2, 2);
    return new Findings(
        "A " + trial.input.title() + ", " + trial.input.size() + ", each in a slot of its own; a "
            + "window of " + COUNT.show(trial.slots) + " slots, in which " + trial.alive
            + " events are alive; " + PROBES + " probes, sized by Eq. 2 for " + SHARE.show(TARGET)
            + ". The paper gives neither window nor size nor number of slices. Horizontal are "
            + trial.slices + " slices of m/S cells. Vertical stands for one filter, whose cells the slices would "
            + "hold: our vertical slices do without the heuristic, since none of them sees all "
            + "timers of an event. Computed is for events spread evenly over the slots; here a "
            + "slot has one or none, which makes equal timers a little more likely.",
        List.of(found, errors), plots(found, errors),
        setup.trace().isPresent() ? List.of() : comparisons(found, errors));
  }

  /** Figures 9(a), (b). */
  private static DataTable found(Trial trial) {
    var table = DataTable.named("true-duplicates", "What is taken for a duplicate, by equal timers")
        .column("equal timers", COUNT);
    for (Cut cut : Cut.values()) {
      table.column(cut.of("duplicates"), COUNT).column(cut.of("true"), SHARE);
    }
    Found vertical = Found.of(trial, Cut.VERTICAL);
    Found horizontal = Found.of(trial, Cut.HORIZONTAL);
    for (int equal = 1; equal <= PROBES; equal++) {
      table.row(equal, vertical.all[equal], vertical.share(equal),
          horizontal.all[equal], horizontal.share(equal));
    }
    return table.build();
  }

  /** Figures 9(c), (d). */
  private static DataTable errors(Trial trial) {
    var table = DataTable.named("errors", "Errors by how many timers must be equal")
        .column("must be equal", COUNT);
    for (Cut cut : Cut.values()) {
      table.column(cut.of(POSITIVES), SHARE).column(cut.of(NEGATIVES), SHARE);
    }
    table.column(COMPUTED, SHARE);
    for (int equal = 1; equal <= PROBES; equal++) {
      SlidingShape shape = trial.shape(equal);
      Errors vertical = trial.errors(shape, Cut.VERTICAL);
      Errors horizontal = trial.errors(shape, Cut.HORIZONTAL);
      table.row(equal, vertical.falsePositiveRate(), vertical.falseNegativeRate(),
          horizontal.falsePositiveRate(), horizontal.falseNegativeRate(),
          shape.falsePositiveRate());
    }
    return table.build();
  }

  private static List<Plot> plots(DataTable found, DataTable errors) {
    double[] equal = found.numbers("equal timers");
    double[] least = errors.numbers("must be equal");
    var shares = Plot.named("true-duplicates", "True among all that is taken for a duplicate",
        Axis.linear("equal timers of 8"), Axis.linear("share"));
    var positives = Plot.named("false-positives", "False positives",
        Axis.linear("timers that must be equal"), Axis.linear("rate"));
    var negatives = Plot.named("false-negatives", "False negatives",
        Axis.linear("timers that must be equal"), Axis.linear("rate"));
    for (Cut cut : Cut.values()) {
      shares.line(cut.title, equal, found.numbers(cut.of("true")));
      positives.line(cut.title, least, errors.numbers(cut.of(POSITIVES)));
      negatives.line(cut.title, least, errors.numbers(cut.of(NEGATIVES)));
    }
    positives.dashed(COMPUTED, least, errors.numbers(COMPUTED));
    return List.of(shares.build(), positives.build(), negatives.build());
  }

  private static List<Comparison> comparisons(DataTable found, DataTable errors) {
    return List.of(
        rising(found, Cut.VERTICAL),
        rising(found, Cut.HORIZONTAL),
        best(errors, Cut.VERTICAL, 2, "distinct when all timers are unequal", ""),
        best(errors, Cut.HORIZONTAL, 3, "distinct when at most 2 timers are equal",
            "in a slice of few events two equal timers are common, and wanting them changes "
                + "little; but to want three denies more copies here than it finds new events"));
  }

  private static Comparison rising(DataTable found, Cut cut) {
    double[] counts = found.numbers(cut.of("duplicates"));
    double[] shares = found.numbers(cut.of("true"));
    int[] many = IntStream.range(0, counts.length)
        .filter(i -> counts[i] >= LEAST_DUPLICATES).toArray();
    int first = many[0];
    int last = many[many.length - 1];
    boolean rises = IntStream.range(1, many.length)
        .allMatch(i -> shares[many[i]] >= shares[many[i - 1]] - 0.001);
    return Comparison.claim("true duplicates, " + cut.title,
        "the more equal timers, the smaller the probability of a false positive",
        SHARE.show(shares[first]) + " are true with " + (first + 1) + " equal, "
            + SHARE.show(shares[last]) + " with " + (last + 1), rises, "");
  }

  private static Comparison best(
      DataTable errors, Cut cut, int printed, String words, String remark) {
    double[] positives = errors.numbers(cut.of(POSITIVES));
    double[] negatives = errors.numbers(cut.of(NEGATIVES));
    int best = 1 + Balance.best(positives, negatives);
    return Comparison.claim("best balance, " + cut.title, printed + ": " + words,
        String.join("; ", IntStream.of(best, printed).distinct()
            .mapToObj(equal -> equal + " has " + SHARE.show(positives[equal - 1])
                + " false positives and " + SHARE.show(negatives[equal - 1])
                + " false negatives").toList()),
        best == printed, remark);
  }
}
