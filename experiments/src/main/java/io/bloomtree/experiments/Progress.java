package io.bloomtree.experiments;

/** Is told how far an experiment is. */
@FunctionalInterface
public interface Progress {

  Progress NONE = (done, total) -> { };

  /** So many of so many steps are done. */
  void at(long done, long total);

  /** How far one of several parts is that have as many steps each; they are counted from 0. */
  default Progress part(int index, int parts) {
    return (done, total) -> at(index * total + done, parts * total);
  }
}
