package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;

/**
 * One thing that is wrong with a topology. Immutable.
 *
 * @param file its name as the reader was given it
 * @param line from 1
 * @param column from 1
 * @param message what was found, and what is allowed
 */
public record Problem(String file, int line, int column, String message)
    implements Comparable<Problem> {
  private static final Comparator<Problem> BY_POSITION =
      Comparator.comparingInt(Problem::line)
          .thenComparingInt(Problem::column)
          .thenComparing(Problem::message)
          .thenComparing(Problem::file);

  public Problem {
    requireNonNull(file, "file");
    requireNonNull(message, "message");
    if (line < 1 || column < 1) {
      throw new IllegalArgumentException(
          "line and column must be >= 1: line=" + line + ", column=" + column);
    }
  }

  @Override public int compareTo(Problem other) {
    return BY_POSITION.compare(this, other);
  }

  /** As compilers print it, so that editors and terminals find the place. */
  @Override public String toString() {
    return file + ":" + line + ":" + column + ": " + message;
  }
}
