package io.bloomtree.experiments;

/** Is told how far an experiment is. */
@FunctionalInterface
public interface Progress {

  Progress NONE = (done, total) -> { };

  /** So many of so many steps are done. */
  void at(long done, long total);
}
