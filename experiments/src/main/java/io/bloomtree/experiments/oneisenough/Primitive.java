package io.bloomtree.experiments.oneisenough;

/** How a node of a Bloom tree gets an event into its filter, and what that costs in accesses. */
enum Primitive {
  /** Tests on the way up and, if there is something to set, sets later: two accesses. */
  FIRST_TEST_THEN_SET("first-test-then-set") {
    @Override long accesses(long tests, long sets) {
      return tests + sets;
    }
  },
  /** Sets in the test what was not set: one access. */
  TEST_AND_SET("test-and-set") {
    @Override long accesses(long tests, long sets) {
      return tests;
    }
  };

  private final String words;

  Primitive(String words) {
    this.words = words;
  }

  /** Of filters that were tested and set so many times. */
  abstract long accesses(long tests, long sets);

  @Override public String toString() {
    return words;
  }
}
