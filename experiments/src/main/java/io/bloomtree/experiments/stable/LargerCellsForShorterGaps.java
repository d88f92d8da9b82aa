package io.bloomtree.experiments.stable;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.NUMBER;
import static io.bloomtree.experiments.Unit.SHARE;
import static io.bloomtree.experiments.Unit.TEXT;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.Steps;
import io.bloomtree.filter.StableShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Of equal memory, few large cells forget less after short gaps, many small ones after long. */
final class LargerCellsForShorterGaps implements Experiment {
  private static final List<Double> RATES = List.of(0.2, 0.1, 0.01, 0.001);
  private static final long[] SIZES = {1_000, 100_000, 10_000_000, 1_000_000_000};
  private static final double[] PHIS = {0, 0.001, 0.01, 0.1};
  private static final int MOST_PROBES = 10;
  private static final int GAPS_PER_DECADE = 10;
  /** "Not much difference": less than a point. */
  private static final double NOTHING = 0.01;

  /** How much more is forgotten with the larger of two cell sizes, gap by gap. */
  private record Difference(long[] gaps, double[] values) {

    static Difference of(int cellBits, double fpp, long bits, double phi) {
      long[] gaps = LongStream.rangeClosed(0, (long) (GAPS_PER_DECADE * Math.log10(10.0 * bits)))
          .map(i -> Math.round(Math.pow(10, (double) i / GAPS_PER_DECADE)))
          .distinct()
          .toArray();
      return new Difference(gaps, LongStream.of(gaps)
          .mapToDouble(gap -> forgotten(cellBits, fpp, bits, phi, gap)
              - forgotten(cellBits - 1, fpp, bits, phi, gap))
          .toArray());
    }

    double least() {
      return Arrays.stream(values).min().orElseThrow();
    }

    double largest() {
      return Arrays.stream(values).max().orElseThrow();
    }

    /** From which gap on the smaller cells are better; not a number if they never are. */
    double threshold() {
      return IntStream.range(0, gaps.length).filter(i -> values[i] > NOTHING)
          .mapToDouble(i -> gaps[i]).findFirst().orElse(Double.NaN);
    }

    /** Negative, then positive, in the end nothing. */
    boolean followsTheRule() {
      List<Double> signs = new ArrayList<>();
      for (double value : values) {
        double sign = Math.abs(value) <= NOTHING ? 0 : Math.signum(value);
        if (sign != 0 && (signs.isEmpty() || signs.get(signs.size() - 1) != sign)) {
          signs.add(sign);
        }
      }
      return signs.equals(List.of(-1.0, 1.0)) && Math.abs(values[values.length - 1]) <= NOTHING;
    }
  }

  private static double forgotten(int cellBits, double fpp, long bits, double phi, long gap) {
    var filter = PaperFilter.forRate(
        (double) bits / cellBits, most(cellBits), probes(cellBits, fpp), fpp);
    return filter.falseNegativeRate(gap, Math.min(1, filter.setting(0, phi)));
  }

  private static int most(int cellBits) {
    return (1 << cellBits) - 1;
  }

  /** The best K, which depends on no more than that. */
  private static int probes(int cellBits, double fpp) {
    return IntStream.rangeClosed(1, MOST_PROBES).boxed()
        .min(Comparator.comparingDouble(probes -> tested(cellBits, probes, fpp)))
        .orElseThrow();
  }

  private static double tested(int cellBits, int probes, double fpp) {
    var filter = PaperFilter.forRate(1e6, most(cellBits), probes, fpp);
    return filter.falseNegativeRate(200, filter.setting(1e-5, 0));
  }

  @Override public String name() {
    return "stable-cells";
  }

  @Override public Paper paper() {
    return Paper.STABLE;
  }

  @Override public String figures() {
    return "Figure 2";
  }

  @Override public String title() {
    return "False negatives with Max = 3 less those with Max = 1, by the gap";
  }

  @Override public Findings run(Setup setup) {
    int bits = setup.scale().of(2_000, 20_000, 200_000);
    int trials = setup.scale().of(5_000, 100_000, 500_000);
    DataTable rule = rule();
    DataTable gaps = gaps(bits, trials, new Steps(setup.progress(), RATES.size()));
    double[] x = gaps.numbers("gap");
    var plot = Plot.named("gaps", "Max = 3 less Max = 1, " + COUNT.show(bits) + " bits",
        Axis.logarithmic("gap, events"), Axis.linear("difference of the shares not recognised"));
    for (double fpp : RATES) {
      plot.dashed("FPS " + fpp, x, gaps.numbers("FPS " + fpp));
      plot.line("FPS " + fpp + ", observed", x, gaps.numbers("FPS " + fpp + ", observed"));
    }
    var skewed = Plot.named("skew", "Max = 3 less Max = 1, FPS 0.1, 100,000 bits",
        Axis.logarithmic("gap, events"), Axis.linear("difference of the shares not recognised"));
    for (double phi : PHIS) {
      var difference = Difference.of(2, 0.1, 100_000, phi);
      skewed.dashed("phi " + phi,
          LongStream.of(difference.gaps).asDoubleStream().toArray(), difference.values);
    }
    return new Findings("Computed as in the paper, by Eq. 9, 14 and 17 with the best K for each "
        + "setting, which the figure has too; memory from 1,000 to 1,000,000,000 bits. Observed on "
        + "our filters of " + COUNT.show(bits) + " bits with " + COUNT.show(trials)
        + " different events; there P is rounded to a whole number.",
        List.of(rule, gaps), List.of(plot.build(), skewed.build()), compared(rule));
  }

  private static DataTable rule() {
    var table = DataTable.named("rule", "Difference by setting, over all gaps")
        .column("Max", COUNT).column("less Max", COUNT).column("phi", NUMBER)
        .column("FPS", NUMBER).column("bits", COUNT).column("least", SHARE)
        .column("largest", SHARE).column("threshold, gap per bit", NUMBER)
        .column("by the rule", TEXT);
    for (int cellBits = 2; cellBits <= 3; cellBits++) {
      for (double phi : PHIS) {
        for (double fpp : RATES) {
          for (long bits : SIZES) {
            var difference = Difference.of(cellBits, fpp, bits, phi);
            table.row(most(cellBits), most(cellBits - 1), phi, fpp, bits, difference.least(),
                difference.largest(), difference.threshold() / bits,
                difference.followsTheRule() ? "yes" : "no");
          }
        }
      }
    }
    return table.build();
  }

  private static DataTable gaps(int bits, int trials, Steps steps) {
    long[] gaps = LongStream.rangeClosed(0, 4 * (long) Math.log10(bits))
        .map(i -> Math.round(bits * Math.pow(10, -i / 4.0))).sorted().toArray();
    var table = DataTable.named("gaps", "Difference by gap").column("gap", COUNT);
    List<double[]> columns = new ArrayList<>();
    for (double fpp : RATES) {
      table.column("FPS " + fpp, SHARE).column("FPS " + fpp + ", observed", SHARE);
      columns.add(LongStream.of(gaps).mapToDouble(gap -> forgotten(2, fpp, bits, 0, gap)
          - forgotten(1, fpp, bits, 0, gap)).toArray());
      double[] larger = AllDifferent.forgotten(rounded(bits, 2, fpp), gaps, trials);
      double[] smaller = AllDifferent.forgotten(rounded(bits, 1, fpp), gaps, trials);
      columns.add(IntStream.range(0, gaps.length)
          .mapToDouble(i -> larger[i] - smaller[i]).toArray());
      steps.next();
    }
    for (int i = 0; i < gaps.length; i++) {
      var row = new Object[1 + columns.size()];
      row[0] = gaps[i];
      for (int j = 0; j < columns.size(); j++) {
        row[1 + j] = columns.get(j)[i];
      }
      table.row(row);
    }
    return table.build();
  }

  private static StableShape rounded(int bits, int cellBits, double fpp) {
    int cells = bits / cellBits;
    int probes = probes(cellBits, fpp);
    double decrements =
        PaperFilter.forRate(cells, most(cellBits), probes, fpp).decrements();
    return new StableShape(cells, cellBits, probes, Math.round(decrements));
  }

  private static List<Comparison> compared(DataTable rule) {
    List<Comparison> all = new ArrayList<>();
    for (int most : new int[] {3, 7}) {
      all.add(holds(rule, most, "Max = " + most + " against " + most / 2 + ", phi = 0", 0, 0, ""));
      all.add(smallerRates(rule, most));
    }
    all.add(holds(rule, 3, "Max = 3 against 1, phi from 0.001 to 0.1", 0.001, 0.1,
        "cells that are set many times as often as others are rarely zero after whatever gap; "
            + "then Max = 3 is better after long ones too, and a difference remains. Which phi the "
            + "figure has is not in the text"));
    return all;
  }

  private static Comparison holds(
      DataTable rule, int most, String what, double fromPhi, double toPhi, String remark) {
    List<List<Object>> rows = rule.rows().stream()
        .filter(row -> row.get(0).equals(most))
        .filter(row -> (double) row.get(2) >= fromPhi && (double) row.get(2) <= toPhi)
        .toList();
    long following = rows.stream().filter(row -> row.get(8).equals("yes")).count();
    return Comparison.claim(what,
        "larger cells are better for small gaps, smaller ones for larger gaps, for the largest "
            + "there is not much difference; no exceptions",
        "so in " + following + " of " + rows.size() + " settings of FPS, memory and phi",
        following == rows.size(), remark);
  }

  private static Comparison smallerRates(DataTable rule, int most) {
    double[] gains = RATES.stream()
        .mapToDouble(fpp -> -rule.number("least", most, most / 2, 0.0, fpp, 100_000L)).toArray();
    double[] losses = RATES.stream()
        .mapToDouble(fpp -> rule.number("largest", most, most / 2, 0.0, fpp, 100_000L)).toArray();
    boolean holds = IntStream.range(1, gains.length).allMatch(i -> gains[i] > gains[i - 1]);
    return Comparison.claim("FPS and Max = " + most, "a smaller FPS suggests a larger Max",
        "from FPS 0.2 to 0.001 the most it gains goes from " + SHARE.show(gains[0]) + " to "
            + SHARE.show(gains[gains.length - 1]) + ", the most it loses from "
            + SHARE.show(losses[0]) + " to " + SHARE.show(losses[losses.length - 1]),
        holds, "");
  }
}
