package io.bloomtree.experiments.frequency;

import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Unit;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/** Who estimates. */
enum Method {
  CM("CM"),
  MI("MI"),
  CMM_MEAN("CMM-mean"),
  CMM("CMM"),
  FAST_AGMS("Fast-AGMS");

  /** "Significantly" better: with half of the errors, or less. The thesis gives no number. */
  static final double SIGNIFICANT = 2;
  /** "Very similar": neither has twice the other's errors. */
  static final double SIMILAR = 2;

  private final String title;

  Method(String title) {
    this.title = title;
  }

  /** As the thesis calls it. */
  String title() {
    return title;
  }

  /** A table of errors by something. */
  static DataTable table(
      String name, String title, String by, Unit unit, Map<Double, Map<Method, Double>> errors) {
    var table = DataTable.named(name, title).column(by, unit);
    Method[] methods = methods(errors);
    for (Method method : methods) {
      table.column(method.title, Unit.NUMBER);
    }
    errors.forEach((x, found) -> {
      var row = new Object[1 + methods.length];
      row[0] = x;
      for (int i = 0; i < methods.length; i++) {
        row[1 + i] = found.get(methods[i]);
      }
      table.row(row);
    });
    return table.build();
  }

  static Plot plot(DataTable table, Plot.Axis x, Plot.Axis y) {
    double[] xs = table.numbers(table.columns().get(0).name());
    var plot = Plot.named(table.name(), table.title(), x, y);
    for (DataTable.Column column : table.columns().subList(1, table.columns().size())) {
      plot.line(column.name(), xs, table.numbers(column.name()));
    }
    return plot.build();
  }

  private static Method[] methods(Map<Double, Map<Method, Double>> errors) {
    Map<Method, Double> any = errors.values().iterator().next();
    return Arrays.stream(values()).filter(any::containsKey).toArray(Method[]::new);
  }

  /** How many times as large the errors of one are as those of another, in whichever row least. */
  static double leastRatio(DataTable table, Method of, Method to) {
    return ratios(table, of, to)[0];
  }

  /** How far apart two are at most, whichever is the better one. */
  static double farthest(DataTable table, Method one, Method other) {
    double[] ratios = ratios(table, one, other);
    return Math.max(ratios[ratios.length - 1], 1 / ratios[0]);
  }

  private static double[] ratios(DataTable table, Method of, Method to) {
    double[] ofs = table.numbers(of.title);
    double[] tos = table.numbers(to.title);
    double[] ratios = new double[ofs.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = ofs[i] / tos[i];
    }
    Arrays.sort(ratios);
    return ratios;
  }

  /** The errors of some in one row. */
  static String shown(DataTable table, int row, Method... methods) {
    return String.join(", ", Arrays.stream(methods)
        .map(method -> method.title + " "
            + Unit.NUMBER.show(table.numbers(method.title)[row]))
        .toList());
  }

  static String times(double ratio) {
    return String.format(Locale.ROOT, ratio < 10 ? "%.2f times" : "%.0f times", ratio);
  }
}
