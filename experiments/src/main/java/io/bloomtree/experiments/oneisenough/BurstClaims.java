package io.bloomtree.experiments.oneisenough;

import static io.bloomtree.experiments.Unit.NUMBER;
import static io.bloomtree.experiments.Unit.SHARE;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.filter.GrowingShape.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the paper says about filters that grow with a burst, and whether they do. Immutable. */
final class BurstClaims {
  private final Map<BurstCase, BurstRun> runs;
  private final BurstRun tight;

  /** {@code tight}: by density, without a burst, and with a filter that has no room to spare. */
  BurstClaims(Map<BurstCase, BurstRun> runs, BurstRun tight) {
    this.runs = Map.copyOf(runs);
    this.tight = tight;
  }

  List<Comparison> all() {
    List<Comparison> comparisons = new ArrayList<>();
    for (Trigger trigger : Trigger.values()) {
      String growth = BurstCase.growth(trigger);
      BurstRun longest = runs.get(new BurstCase(trigger, DynamicSize.LONGEST, 5));
      comparisons.add(Comparison.claim(
          growth + ", 1,000 slots, 5 times: filters before, in and after the burst",
          "additional ones are temporarily created",
          NUMBER.show(longest.before().filters()) + ", " + NUMBER.show(longest.burst().filters())
              + ", " + NUMBER.show(longest.after().filters()),
          longest.burst().fewest() > longest.before().most()
              && longest.after().most() <= longest.before().most(), ""));
      for (int burst : DynamicSize.BURSTS) {
        comparisons.add(byWindow(trigger, burst,
            "extra filters", "the more, the larger the window",
            run -> run.burst().filters() - run.before().filters()));
        comparisons.add(byWindow(trigger, burst,
            "slots that filters of the burst lived", "the longer, the larger the window",
            BurstRun::lived));
      }
    }
    comparisons.addAll(fluctuations());
    comparisons.add(growthWithoutBurst());
    comparisons.add(errors());
    return comparisons;
  }

  private Comparison byWindow(
      Trigger trigger, int burst, String what, String paper, ToDoubleFunction<BurstRun> value) {
    double[] values = DynamicSize.WINDOWS.stream()
        .mapToDouble(window -> value.applyAsDouble(runs.get(new BurstCase(trigger, window, burst))))
        .toArray();
    return Comparison.claim(
        BurstCase.growth(trigger) + ", " + burst + " times: " + what, paper,
        NUMBER.show(values[0]) + ", " + NUMBER.show(values[1]) + ", " + NUMBER.show(values[2])
            + " for 100, 500, 1,000 slots",
        values[0] <= values[1] && values[1] <= values[2] && values[0] < values[2],
        "0: the burst fits into the first filter, and none is created");
  }

  private List<Comparison> fluctuations() {
    return DynamicSize.WINDOWS.stream().map(window -> {
      int[] density = changes(Trigger.DENSITY, window);
      int[] cardinality = changes(Trigger.CARDINALITY, window);
      return Comparison.claim(window + " slots: changes in the number of filters",
          "more by cardinality than by density",
          "by cardinality " + cardinality[0] + " and " + cardinality[1] + ", by density "
              + density[0] + " and " + density[1] + " for bursts of 2 and 5 times",
          cardinality[0] > density[0] && cardinality[1] > density[1], "");
    }).toList();
  }

  private int[] changes(Trigger trigger, int window) {
    return DynamicSize.BURSTS.stream()
        .mapToInt(burst -> runs.get(new BurstCase(trigger, window, burst)).changes()).toArray();
  }

  private Comparison growthWithoutBurst() {
    String found = Stream.of(Trigger.values()).map(trigger -> {
      List<BurstRun.Phase> calm = calm(trigger);
      return "by " + BurstCase.growth(trigger) + " "
          + calm.stream().mapToInt(BurstRun.Phase::fewest).min().orElseThrow() + " to "
          + calm.stream().mapToInt(BurstRun.Phase::most).max().orElseThrow();
    }).collect(Collectors.joining(", "));
    boolean holds = calm(Trigger.DENSITY).stream().allMatch(it -> it.most() == 1)
        && calm(Trigger.CARDINALITY).stream()
            .allMatch(it -> it.fewest() >= 1 && it.most() == 2);
    return Comparison.claim("filters at the initial rate (Section 5)",
        "by density 1, by cardinality between 1 and 2", found, holds,
        "if fewer events arrive than the first filter is for, as the paper supposes; one for just "
            + "as many as a window of 1,000 slots has makes it "
            + NUMBER.show(tight.before().filters()) + " by density, on average");
  }

  private List<BurstRun.Phase> calm(Trigger trigger) {
    return runs.entrySet().stream().filter(entry -> entry.getKey().trigger() == trigger)
        .map(entry -> entry.getValue().before()).toList();
  }

  private Comparison errors() {
    double worst = runs.values().stream()
        .flatMap(run -> Stream.of(run.before(), run.burst(), run.after()))
        .mapToDouble(BurstRun.Phase::falsePositiveRate).max().orElseThrow();
    int most = runs.values().stream().mapToInt(run -> run.burst().most()).max().orElseThrow();
    return Comparison.claim("worst rate of false positives, of any phase",
        "kept below a threshold, here " + SHARE.show(DynamicSize.FPP), SHARE.show(worst),
        worst <= DynamicSize.FPP,
        "the paper's filters, of the whole rate each, may add up to "
            + SHARE.show(DynamicSize.ofEqualFilters(most)) + " where there are " + most);
  }
}
