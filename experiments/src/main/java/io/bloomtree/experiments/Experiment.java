package io.bloomtree.experiments;

/**
 * A figure or table of a paper, made again. Immutable: everything follows from the setup and from
 * seeds that are fixed.
 */
public interface Experiment {

  /** How a user asks for it: words in small letters, with hyphens between them. */
  String name();

  Paper paper();

  /** Which ones, as the paper numbers them: {@code Figure 5(b), (c)}; what it is about elsewhere. */
  String figures();

  /** What it shows, in one line. */
  String title();

  /** Whether it can be run on a user's own stream. */
  default boolean takesTrace() {
    return false;
  }

  Findings run(Setup setup);
}
