package io.bloomtree.experiments.reservoir;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.SHARE;

import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Steps;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** How a stable and a reservoir filter of each of some sizes fared along a stream. Immutable. */
final class Courses {
  private static final List<Contender> FILTERS = List.of(Contender.STABLE, Contender.RESERVOIR);

  /** How much of it a filter has, in words and in bits. */
  record Memory(String words, long bits) {}

  private record Key(Contender filter, Memory memory) {
    String words() {
      return filter + ", " + memory.words();
    }
  }

  private final int[] places;
  private final Map<Key, Course> courses;

  private Courses(int[] places, Map<Key, Course> courses) {
    this.places = places;
    this.courses = courses;
  }

  static Courses of(Records records, List<Memory> memories, int[] places, Steps steps) {
    var courses = new LinkedHashMap<Key, Course>();
    for (Memory memory : memories) {
      for (Contender filter : FILTERS) {
        courses.put(new Key(filter, memory),
            Course.of(filter.of(memory.bits()), records, places, steps));
      }
    }
    return new Courses(places, courses);
  }

  /** How many filters are fed. */
  static int filters(List<Memory> memories) {
    return FILTERS.size() * memories.size();
  }

  /** Both together: the errors on this stream and on another one of the same length. */
  Courses plus(Courses other) {
    var sums = new LinkedHashMap<Key, Course>();
    courses.forEach((key, course) -> sums.put(key, course.plus(other.courses.get(key))));
    return new Courses(places, sums);
  }

  Course of(Contender filter, Memory memory) {
    return courses.get(new Key(filter, memory));
  }

  DataTable negatives() {
    return table("false-negatives", "False negatives up to a record, of copies",
        Course::falseNegatives);
  }

  DataTable positives() {
    return table("false-positives", "False positives up to a record, of distinct records",
        Course::falsePositives);
  }

  private DataTable table(String name, String title, Function<Course, double[]> rates) {
    var table = DataTable.named(name, title).column("records", COUNT);
    courses.keySet().forEach(key -> table.column(key.words(), SHARE));
    List<double[]> columns = courses.values().stream().map(rates).toList();
    for (int i = 0; i < places.length; i++) {
      int row = i;
      var values = new Object[1 + columns.size()];
      values[0] = places[i];
      IntStream.range(0, columns.size()).forEach(c -> values[1 + c] = columns.get(c)[row]);
      table.row(values);
    }
    return table.build();
  }

  /** To which the paper's values can be added. */
  Plot.Builder negativesPlot(Axis records) {
    return plot("false-negatives", "False negatives", records,
        Axis.linear("false negatives, of copies"), Course::falseNegatives);
  }

  Plot.Builder positivesPlot(Axis records) {
    return plot("false-positives", "False positives", records,
        Axis.logarithmic("false positives, of distinct records"), Course::falsePositives);
  }

  private Plot.Builder plot(
      String name, String title, Axis records, Axis y, Function<Course, double[]> rates) {
    var plot = Plot.named(name, title, records, y);
    double[] x = IntStream.of(places).asDoubleStream().toArray();
    courses.forEach((key, course) -> plot.line(key.words(), x, rates.apply(course)));
    return plot;
  }
}
