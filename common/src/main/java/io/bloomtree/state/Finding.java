package io.bloomtree.state;

/**
 * Something that is wrong with a state. Immutable.
 *
 * @param file what it is about
 * @param what is wrong with it, where, and what would be right
 * @param isHarmless whether the state is as good as without: the other copy of a header is intact,
 *     or a file is there that nothing needs
 */
public record Finding(String file, String what, boolean isHarmless) {

  @Override public String toString() {
    return file + ": " + what;
  }
}
