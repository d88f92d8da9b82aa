package io.bloomtree.topology;

import static java.util.stream.Collectors.joining;

import java.util.List;

/** A topology is refused: it makes no sense, or it is no topology. Carries all that is wrong. */
public final class InvalidTopologyException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient List<Problem> problems;

  InvalidTopologyException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** What is wrong, in the order of the file; at least one. The message has each on a line. */
  public List<Problem> problems() {
    return problems;
  }
}
