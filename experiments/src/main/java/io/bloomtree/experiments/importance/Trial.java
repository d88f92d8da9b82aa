package io.bloomtree.experiments.importance;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.SHARE;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.stream.Truth;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.ToDoubleBiFunction;

/** All filters, fed with the same streams of one kind. Owned by one thread. */
final class Trial {
  /** The text looks at "importance values greater than 35". */
  static final int IMPORTANT = 36;
  /** Two rates are called alike if they differ by no more than this share. */
  static final double ABOUT = 0.2;
  /** "Almost all" importances are so many of them. */
  static final double ALMOST_ALL = 0.9;
  /** Up to here an event is not important to a filter of two classes. */
  static final int MIDDLE = 25;
  /** Why IBF forgets what it forgets. */
  static final String NEVER_FEWER = "With the same K, P and Max it cannot be: a stable filter sets "
      + "cells to the most whatever the importance, so each holds at least as much as in IBF-2C or "
      + "IBF-MC, and its events, important or not, are kept at least as long.";

  private final Map<Contender, ErrorsByImportance> errors = new EnumMap<>(Contender.class);
  private final LongFunction<ImportantEvents> streams;

  /** @param streams makes one for each seed */
  Trial(LongFunction<ImportantEvents> streams) {
    this.streams = streams;
    for (Contender contender : Contender.values()) {
      errors.put(contender, new ErrorsByImportance());
    }
  }

  /** Feeds one more stream to new filters; errors are added up. */
  void run(long seed) {
    ImportantEvents stream = streams.apply(seed);
    Truth truth = Truth.of(stream.events());
    errors.forEach((contender, counts) ->
        counts.feed(contender.newDetector(seed), stream, truth));
  }

  ErrorsByImportance of(Contender contender) {
    return errors.get(contender);
  }

  /** What is true of the streams, whatever the filter. */
  ErrorsByImportance any() {
    return errors.get(Contender.ORDINARY);
  }

  /** FP among the important. */
  double importantTaken(Contender contender) {
    return of(contender).falsePositiveRate(IMPORTANT, Contender.MOST_IMPORTANT);
  }

  /** FN among the important. */
  double importantForgotten(Contender contender) {
    return of(contender).falseNegativeRate(IMPORTANT, Contender.MOST_IMPORTANT);
  }

  /** Whether IBF-MC forgets no more of the important than a stable filter, or about as much. */
  Comparison importantForgottenAgainstStable(String what, String words) {
    double many = importantForgotten(Contender.MANY_CLASSES);
    double stable = importantForgotten(Contender.STABLE);
    boolean holds = many <= stable * (1 + ABOUT);
    return Comparison.claim(what, words, SHARE.show(many) + " against " + SHARE.show(stable), holds,
        holds ? "" : NEVER_FEWER);
  }

  /** For how many of the importances there are a filter has fewer FP than another, by so much. */
  double shareWithFewerFalsePositives(Contender one, Contender other, double by) {
    int[] importances = any().importances();
    long fewer = Arrays.stream(importances)
        .filter(i -> of(one).falsePositiveRate(i, i) < of(other).falsePositiveRate(i, i) - by)
        .count();
    return (double) fewer / importances.length;
  }

  /** Importances, how frequent they are, and how often each filter errs on them. */
  DataTable table(String name, String title) {
    var table = DataTable.named(name, title)
        .column("importance", COUNT).column("different events", SHARE).column("events", SHARE);
    for (Contender contender : Contender.values()) {
      table.column("FP " + contender, SHARE).column("FN " + contender, SHARE);
    }
    for (int importance : any().importances()) {
      var row = new Object[3 + 2 * Contender.values().length];
      row[0] = importance;
      row[1] = any().differentEvents(importance);
      row[2] = any().events(importance);
      for (Contender contender : Contender.values()) {
        row[3 + 2 * contender.ordinal()] = of(contender).falsePositiveRate(importance, importance);
        row[4 + 2 * contender.ordinal()] = of(contender).falseNegativeRate(importance, importance);
      }
      table.row(row);
    }
    return table.build();
  }

  /** How frequent importances are. */
  Plot distribution(String name, String title) {
    return Plot.named(name, title, Axis.linear("importance"), Axis.linear("events, %"))
        .line("different events", xs(), ys((counts, i) -> counts.differentEvents(i), any()))
        .line("all events", xs(), ys((counts, i) -> counts.events(i), any()))
        .build();
  }

  Plot falsePositives(String name, String title) {
    return plot(name, title, "false positives, % of new events",
        (counts, i) -> counts.falsePositiveRate(i, i));
  }

  Plot falseNegatives(String name, String title) {
    return plot(name, title, "false negatives, % of copies",
        (counts, i) -> counts.falseNegativeRate(i, i));
  }

  private Plot plot(String name, String title, String label,
      ToDoubleBiFunction<ErrorsByImportance, Integer> rate) {
    var plot = Plot.named(name, title, Axis.linear("importance"), Axis.linear(label));
    errors.forEach((contender, counts) ->
        plot.line(contender.toString(), xs(), ys(rate, counts)));
    return plot.build();
  }

  private double[] xs() {
    return Arrays.stream(any().importances()).asDoubleStream().toArray();
  }

  /** Per cent. */
  private double[] ys(
      ToDoubleBiFunction<ErrorsByImportance, Integer> rate, ErrorsByImportance counts) {
    return Arrays.stream(any().importances())
        .mapToDouble(i -> 100 * rate.applyAsDouble(counts, i))
        .toArray();
  }
}
