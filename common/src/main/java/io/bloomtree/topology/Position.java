package io.bloomtree.topology;

/** Where in a file something is written, from line 1 and column 1. Immutable. */
record Position(int line, int column) {
  static final Position START = new Position(1, 1);
}
