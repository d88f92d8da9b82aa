package io.bloomtree.experiments.stable;

import static io.bloomtree.experiments.Unit.SHARE;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.Comparison.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Compares a column of a printed table: all rows that reproduce at once, and each of the others for
 * itself. Used by one thread.
 */
final class PrintedColumn {
  /** A rate beside what it should be. */
  private record Cell(String row, Printed printed, double rate, long trials, String remark) {

    boolean isReproduced() {
      return printed.isReproducedBy(rate, trials);
    }

    boolean isExact() {
      return printed.isExactly(rate, trials);
    }
  }

  private final String title;
  private final List<Cell> cells = new ArrayList<>();

  PrintedColumn(String title) {
    this.title = title;
  }

  /**
   * @param trials in which the rate was counted
   * @param remark why it differs, if it does
   */
  void add(String row, Printed printed, double rate, long trials, String remark) {
    cells.add(new Cell(row, printed, rate, trials, remark));
  }

  List<Comparison> comparisons() {
    List<Comparison> all = new ArrayList<>();
    List<Cell> same = cells.stream().filter(Cell::isReproduced).toList();
    if (!same.isEmpty()) {
      String near = same.stream().filter(cell -> !cell.isExact())
          .map(cell -> cell.printed.toString()).collect(Collectors.joining(", "));
      all.add(compared(same, Outcome.REPRODUCED,
          near.isEmpty() ? "" : "further off than rounding and chance explain: " + near));
    }
    cells.stream().filter(cell -> !cell.isReproduced())
        .forEach(cell -> all.add(compared(List.of(cell), Outcome.DIFFERENT, cell.remark)));
    return all;
  }

  private Comparison compared(List<Cell> some, Outcome outcome, String why) {
    String rows = some.size() == cells.size()
        ? "" : some.stream().map(Cell::row).collect(Collectors.joining(", ", ", ", " bits"));
    return new Comparison(title + rows,
        some.stream().map(cell -> cell.printed.toString()).collect(Collectors.joining(", ")),
        some.stream().map(cell -> SHARE.show(cell.rate)).collect(Collectors.joining(", ")),
        outcome, why);
  }
}
