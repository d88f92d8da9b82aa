package io.bloomtree.experiments;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/**
 * A picture of some series. Immutable; the arrays in it are not copied, and nobody changes them.
 *
 * @param name of its file: words in small letters, with hyphens between them
 * @param title for people
 */
public record Plot(String name, String title, Axis x, Axis y, List<Series> series) {

  /** What is drawn along it. A logarithmic one cannot show 0: such points are left out. */
  public record Axis(String label, boolean isLogarithmic) {
    public static Axis linear(String label) {
      return new Axis(label, false);
    }

    public static Axis logarithmic(String label) {
      return new Axis(label, true);
    }
  }

  /** How a series looks. */
  public enum Look {
    /** A line with marks where the values are: what was observed. */
    LINE,
    /** A dashed line without marks: what is computed. */
    DASHED,
    /** Marks alone: what the paper prints. */
    MARKS
  }

  /** Values over values. */
  public record Series(String name, Look look, double[] x, double[] y) {
    public Series {
      requireNonNull(name, "name");
      requireNonNull(look, "look");
      if (x.length == 0 || x.length != y.length) {
        throw new IllegalArgumentException("a series must have as many x as y: name=" + name
            + ", x=" + x.length + ", y=" + y.length);
      }
    }
  }

  public Plot {
    requireNonNull(name, "name");
    requireNonNull(title, "title");
    requireNonNull(x, "x");
    requireNonNull(y, "y");
    series = List.copyOf(series);
  }

  public static Builder named(String name, String title, Axis x, Axis y) {
    return new Builder(name, title, x, y);
  }

  /** Collects series. Used by one thread. */
  public static final class Builder {
    private final String name;
    private final String title;
    private final Axis x;
    private final Axis y;
    private final List<Series> series = new ArrayList<>();

    private Builder(String name, String title, Axis x, Axis y) {
      this.name = name;
      this.title = title;
      this.x = x;
      this.y = y;
    }

    public Builder line(String of, double[] xs, double[] ys) {
      return add(new Series(of, Look.LINE, xs, ys));
    }

    public Builder dashed(String of, double[] xs, double[] ys) {
      return add(new Series(of, Look.DASHED, xs, ys));
    }

    public Builder marks(String of, double[] xs, double[] ys) {
      return add(new Series(of, Look.MARKS, xs, ys));
    }

    private Builder add(Series one) {
      series.add(one);
      return this;
    }

    public Plot build() {
      return new Plot(name, title, x, y, series);
    }
  }
}
