package io.bloomtree.experiments.oneisenough;

import io.bloomtree.tree.Mode;

/** How a node of a Bloom tree gets an event into its filter, and what that costs in accesses. */
enum Primitive {
  /** Tests on the way up and, if there is something to set, sets later: two accesses. */
  FIRST_TEST_THEN_SET("first-test-then-set") {
    @Override long accesses(long tests, long sets) {
      return tests + sets;
    }

    @Override boolean builds(Mode mode) {
      return true;
    }
  },
  /** Sets in the test what was not set: one access. */
  TEST_AND_SET("test-and-set") {
    @Override long accesses(long tests, long sets) {
      return tests;
    }

    @Override boolean builds(Mode mode) {
      return mode == Mode.DENSE;
    }
  };

  private final String words;

  Primitive(String words) {
    this.words = words;
  }

  /** Of filters that were tested and set so many times. */
  abstract long accesses(long tests, long sets);

  /** Whether trees can be made with it: what only distinct events may set takes two accesses. */
  abstract boolean builds(Mode mode);

  /** That with which the paper makes its trees. */
  static Primitive ofPaper(Mode mode) {
    return mode == Mode.DENSE ? TEST_AND_SET : FIRST_TEST_THEN_SET;
  }

  @Override public String toString() {
    return words;
  }
}
