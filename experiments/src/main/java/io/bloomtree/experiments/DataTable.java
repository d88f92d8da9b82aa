package io.bloomtree.experiments;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Values in rows. Immutable.
 *
 * @param name of its file: words in small letters, with hyphens between them
 * @param title for people
 */
public record DataTable(
    String name, String title, List<Column> columns, List<List<Object>> rows) {

  /** What it has in each row, and of which kind. */
  public record Column(String name, Unit unit) {
    public Column {
      requireNonNull(name, "name");
      requireNonNull(unit, "unit");
    }
  }

  public DataTable {
    requireNonNull(name, "name");
    requireNonNull(title, "title");
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  public static Builder named(String name, String title) {
    return new Builder(name, title);
  }

  /** The row that begins so. */
  public List<Object> row(Object... beginning) {
    return rows.stream()
        .filter(row -> row.subList(0, beginning.length).equals(List.of(beginning)))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(
            "no row begins with " + List.of(beginning) + " in table " + name));
  }

  /** A value of the row that begins so. */
  public double number(String column, Object... beginning) {
    return ((Number) row(beginning).get(index(column))).doubleValue();
  }

  /** All values of a column. */
  public double[] numbers(String column) {
    int index = index(column);
    return rows.stream().mapToDouble(row -> ((Number) row.get(index)).doubleValue()).toArray();
  }

  private int index(String column) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(column)) {
        return i;
      }
    }
    throw new IllegalArgumentException("no column " + column + " in table " + name);
  }

  /** Collects columns, then rows. Used by one thread. */
  public static final class Builder {
    private final String name;
    private final String title;
    private final List<Column> columns = new ArrayList<>();
    private final List<List<Object>> rows = new ArrayList<>();

    private Builder(String name, String title) {
      this.name = name;
      this.title = title;
    }

    public Builder column(String column, Unit unit) {
      columns.add(new Column(column, unit));
      return this;
    }

    /** Numbers, and words in columns of text. */
    public Builder row(Object... values) {
      if (values.length != columns.size()) {
        throw new IllegalArgumentException(
            "a row must have " + columns.size() + " values: " + List.of(values));
      }
      for (int i = 0; i < values.length; i++) {
        Objects.requireNonNull(values[i], "value");
        if (columns.get(i).unit() != Unit.TEXT && !(values[i] instanceof Number)) {
          throw new IllegalArgumentException(
              "must be a number: " + columns.get(i).name() + "=" + values[i]);
        }
      }
      rows.add(List.of(values));
      return this;
    }

    public DataTable build() {
      return new DataTable(name, title, columns, rows);
    }
  }
}
